/*
 * look.h: the boards that a player has to be shown without having asked for them.
 */
#ifndef POSTMOVE_COMMANDS_LOOK_H
#define POSTMOVE_COMMANDS_LOOK_H

#include "commands/request.h"

/* Answers a mail to an address that is not good for its writer by the sentence `key`, with the
 * value `boards` if boards wait for their move, and shows these: a reply to the letter plays. */
void look_at_waiting(struct request *request, const struct player *who, const char *key);

#endif
