/*
 * submit.h: a move is shown before it is played.
 *
 * `submit` answers with the board after the move, and stores the move. `confirm`, with the number
 * of the board or in reply to a letter about it, plays it, unless the board has changed since.
 */
#ifndef POSTMOVE_COMMANDS_SUBMIT_H
#define POSTMOVE_COMMANDS_SUBMIT_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/players.h"

/* True if a `confirm` is about a submitted move, not about a letter that asks to confirm. */
bool submit_is_meant(const struct request *request, const struct command *command);

/* Plays the submitted move of a player, and answers. */
void submit_confirm(struct request *request, const struct player *who,
                    const struct command *command);

#endif
