/*
 * seeks.h: open seats for whoever takes them.
 *
 * A seek is a board whose seats are those taken so far, its seeker's first. When
 * the last is taken the seats are drawn by lot, so that nobody has the first
 * move by being quick or by asking, and the match begins: who posts a seek or
 * takes a seat has thereby agreed.
 */
#ifndef POSTMOVE_COMMANDS_SEEKS_H
#define POSTMOVE_COMMANDS_SEEKS_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/players.h"

/* Whether a seek could be posted now, or a seat taken; if not, he is told why. */
bool seek_possible(struct request *request, const struct player *who,
                   const struct command *command);

bool seek_takeable(struct request *request, const struct player *who,
                   const struct command *command);

#endif
