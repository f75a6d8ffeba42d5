/*
 * messages.h: the recipients of a message.
 */
#ifndef POSTMOVE_COMMANDS_MESSAGES_H
#define POSTMOVE_COMMANDS_MESSAGES_H

#include "commands/request.h"

/* The names a message goes to, such as "ann,bob". For a reply to a message it is the player who
 * wrote that; "" if they are gone. Free with g_free. */
char *talk_recipients(const struct request *request, const struct command *command);

#endif
