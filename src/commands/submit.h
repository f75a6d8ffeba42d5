/*
 * submit.h: moves shown before they are played.
 *
 * `submit` answers with the board as it would be and keeps the move; `confirm`,
 * with the number of the board or in reply to a letter about it, plays it, unless
 * the board has changed since.
 */
#ifndef POSTMOVE_COMMANDS_SUBMIT_H
#define POSTMOVE_COMMANDS_SUBMIT_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/players.h"

/* Whether a `confirm` is meant for a board, not for a letter that asks for it. */
bool submit_is_meant(const struct request *request, const struct command *command);

/* Plays what was submitted. */
void submit_confirm(struct request *request, const struct player *who,
                    const struct command *command);

#endif
