/*
 * watching.h: the address that ends a watch.
 */
#ifndef POSTMOVE_COMMANDS_WATCHING_H
#define POSTMOVE_COMMANDS_WATCHING_H

#include "commands/request.h"

/* Ends the watch of the request's token and answers, whatever the mail says. */
void watch_leave(struct request *request);

#endif
