/*
 * messages.h: to whom a message goes.
 */
#ifndef POSTMOVE_COMMANDS_MESSAGES_H
#define POSTMOVE_COMMANDS_MESSAGES_H

#include "commands/request.h"

/* The names a message goes to, "ann,bob", of a reply to one too; the caller's. "" if
 * he who would be answered is gone. */
char *talk_recipients(const struct request *request, const struct command *command);

#endif
