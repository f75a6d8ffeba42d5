/*
 * turns.h: plays a turn that a mail holds, at once or after a `confirm`.
 */
#ifndef POSTMOVE_COMMANDS_TURNS_H
#define POSTMOVE_COMMANDS_TURNS_H

#include "commands/task.h"
#include "language/grammar.h"
#include "store/players.h"

/* Plays the turn in a command's text for a seat of a running match and answers, or answers why it
 * is not played. `preface` is the key of words that come first in the answer; NULL: none. */
void turn_play(struct task *task, const char *preface);

/*
 * ---- submit ----
 *
 * `submit` answers with the board after the move, and stores the move. `confirm`, with the number
 * of the board or in reply to a letter about it, plays it, unless the board has changed since.
 */

/* True if a `confirm` is about a submitted move, not about a letter that asks to confirm. */
bool submit_is_meant(const struct request *request, const struct command *command);

/* Plays the submitted move of a player, and answers. */
void submit_confirm(struct task *task);

#endif
