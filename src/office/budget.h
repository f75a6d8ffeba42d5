/*
 * budget.h: limits how often a day a player may do what sends letters to others.
 *
 * One table in budget.c holds the limits. A day begins at midnight UTC. Use is counted in the
 * transaction of the mail that causes it.
 */
#ifndef POSTMOVE_BUDGET_H
#define POSTMOVE_BUDGET_H

#include "office/visit.h"
#include "store/budgets.h"

/* True if a player may do it `count` times more today. `board` is the board it is done at; a
 * budget for all boards together ignores it. */
bool budget_allows(const struct office *office, enum budget kind, gint64 player, gint64 board,
                   int count);

/* Counts what was done. */
void budget_spend(const struct office *office, enum budget kind, gint64 player, gint64 board,
                  int count);

/* True if a player (NULL: a stranger) may give this command once more today; if not, adds an
 * answer that says so. Most commands have no limit. */
bool budget_command_allowed(struct visit *visit, const struct player *who,
                            const struct command *command);

/* Counts the command if it was carried out (office->accepted). */
void budget_command_done(const struct visit *visit, const struct player *who,
                         const struct command *command);

#endif
