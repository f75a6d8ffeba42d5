/*
 * dispatch.h: a command is carried out, held until its writer confirms it, or refused, by
 * what proves who wrote it.
 */
#ifndef POSTMOVE_COMMANDS_DISPATCH_H
#define POSTMOVE_COMMANDS_DISPATCH_H

#include "commands/request.h"

/* Takes a command of the mail at hand. */
void dispatch_command(struct request *request, const struct command *command);

#endif
