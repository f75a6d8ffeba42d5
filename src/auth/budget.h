/*
 * budget.h: daily limits: on what a player does that sends letters to others, on wrong passwords,
 * and on the commands and answers that a player gets.
 *
 * The tables in auth/budget.c hold the limits. A day begins at midnight UTC. Use is counted in the
 * transaction of the mail that causes it, on the day on which that mail arrived, no matter how late
 * it is processed.
 *
 * Everything by which one player causes a letter to another has one of these limits:
 *
 *   a move, a premove                          the reader moves in between; if they do not,
 *                                              BUDGET_TURNS, and beyond it the letter waits
 *   `resign`, `claim`                          each match ends once
 *   what begins a match, `accept` of an offer  the reader agreed to it
 *   `resume`                                   the reader agreed to the pause
 *   `challenge`, `rematch`, `message`          letters between two players; refused beyond
 *   `chat`                                     the same; the words wait beyond
 *   `accept`, `decline`, `withdraw`, `take`    the same; it is done, and the notice of it waits
 *   `draw`, `undo`, `pause`, `reject`          the same
 *   `givetime`, `signoff`, `forget`            the same
 *   `analyse`                                  to nobody: it costs time
 *   `signup`, `address add`                    letters to an address (accounts/account.h)
 *
 * Commands in a player's name without proof cause no more letters than rate_limit_answer allows.
 */
#ifndef POSTMOVE_AUTH_BUDGET_H
#define POSTMOVE_AUTH_BUDGET_H

#include "letters/run.h"
#include "store/inbox.h"
#include "store/players.h"

/* True if a player may do `kind` `count` more times today. `about` is the board at which they
 * do it, or the reader of BUDGET_LETTERS; a budget for all together ignores it. */
bool budget_allows(const struct run *run, enum budget kind, gint64 player, gint64 about, int count);

/* Counts that the player did `kind` `count` times. */
void budget_spend(const struct run *run, enum budget kind, gint64 player, gint64 about, int count);

/* Both: true if the player may do `kind` once more today; then it is counted. */
bool budget_take(const struct run *run, enum budget kind, gint64 player, gint64 about);

/* How often a day a player may do `kind`. */
int budget_most(enum budget kind);

/*
 * ---- commands and answers ----
 *
 * Commands that are carried out are always answered. A day (UTC) has LIMIT_ACTS_A_DAY of them for
 * each player; moves are carried out even then. All other answers (errors, help, boards shown,
 * answers without proof) have a limit a day, too. Mails that prove their writer are counted apart
 * from those that do not, so that a forger of a player's address cannot use up the player's own
 * answers. One letter tells a player that they have reached a limit, and until when; until then
 * they get no more of these answers.
 */

/* True if one more answer may go to the player at that address; then it is counted. If not, the
 * player is told, once. `proven`: the mail it answers proves that the player wrote it. */
bool rate_limit_answer(struct run *run, gint64 player, const char *address, bool proven);

/* rate_limit_act is true if one more command may be carried out for the player today, and always
 * for a program; if not, it tells the player, once. rate_limit_acted counts a command. */
bool rate_limit_act(struct run *run, const struct player *who);
void rate_limit_acted(struct run *run, const struct player *who);

#endif
