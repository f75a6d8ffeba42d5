/*
 * watching.h: what dispatch needs of `watch` and `unwatch` beside their handlers.
 */
#ifndef POSTMOVE_COMMANDS_WATCHING_H
#define POSTMOVE_COMMANDS_WATCHING_H

#include "commands/request.h"

/* A mail has come to the address that ends a watch, whatever it says. */
void watch_leave(struct request *request);

#endif
