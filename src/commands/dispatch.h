/*
 * dispatch.h: carries a command out, holds it until its writer confirms it, or refuses it,
 * according to what proves the writer.
 */
#ifndef POSTMOVE_COMMANDS_DISPATCH_H
#define POSTMOVE_COMMANDS_DISPATCH_H

#include "commands/request.h"

/* Takes one command of the request's mail, and answers it. */
void dispatch_command(struct request *request, const struct command *command);

#endif
