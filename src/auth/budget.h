/*
 * budget.h: limits how often a day a player may do what sends letters to others.
 *
 * The tables in auth/budget.c hold the limits. A day begins at midnight UTC. Use is counted in the
 * transaction of the mail that causes it.
 *
 * Whatever a player does that causes a letter to another is bounded by one of these:
 *
 *   a move, a queued move                      the reader's own turn, which comes between;
 *                                              where it does not, BUDGET_TURNS, and it waits
 *   `resign`, `claim`                          the match: one end each
 *   what begins a match, `accept` of an offer  the reader's own consent
 *   `resume`                                   the reader's own consent to the pause
 *   `challenge`, `rematch`, `message`          letters between two players; refused beyond
 *   `chat`                                     the same; it waits beyond
 *   `accept`, `decline`, `withdraw`, `take`    the same; it is done, and the news of it waits
 *   `draw`, `undo`, `pause`, `reject`          the same
 *   `givetime`, `signoff`, `forget`            the same
 *   `signup`, `address add`                    letters to an address (accounts/signup.c)
 *
 * Nothing that was written in a player's name without proof causes more than auth/rate_limit.h
 * grants.
 */
#ifndef POSTMOVE_AUTH_BUDGET_H
#define POSTMOVE_AUTH_BUDGET_H

#include "letters/run.h"
#include "store/budgets.h"

/* True if a player may do it `count` times more today. `board` is the board it is done at; a
 * budget for all boards together ignores it. */
bool budget_allows(const struct run *run, enum budget kind, gint64 player, gint64 board, int count);

/* Counts what was done. */
void budget_spend(const struct run *run, enum budget kind, gint64 player, gint64 board, int count);

/* True if one player may cause another one more letter today that tells neither of a turn nor of
 * the beginning or end of a match; and counts one. */
bool budget_letter_allowed(const struct run *run, gint64 writer, gint64 reader);
void budget_letter_sent(const struct run *run, gint64 writer, gint64 reader);

/* How often a day a player may do it. */
int budget_most(enum budget kind);

#endif
