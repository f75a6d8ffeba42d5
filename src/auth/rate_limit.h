/*
 * rate_limit.h: how many commands and answers a player gets.
 *
 * Commands that are carried out are always answered. A day (UTC) has LIMIT_ACTS_A_DAY of them for
 * each player; moves are carried out even then. All other answers (errors, help, boards shown,
 * answers without proof) have a limit a day, too. Mails that prove their writer are counted apart
 * from those that do not, so that a forger of a player's address cannot use up the player's own
 * answers. One letter tells a player that they have reached a limit, and until when; until then
 * they get no more of these answers.
 */
#ifndef POSTMOVE_AUTH_RATE_LIMIT_H
#define POSTMOVE_AUTH_RATE_LIMIT_H

#include "letters/run.h"
#include "store/players.h"

/* True if one more answer may go to the player at that address; then it is counted. If not, the
 * player is told, once. `proven`: the mail it answers proves that the player wrote it. */
bool rate_limit_answer(struct run *run, gint64 player, const char *address, bool proven);

/* rate_limit_act is true if one more command may be carried out for the player today; if not,
 * it tells the player, once. rate_limit_acted counts a command. */
bool rate_limit_act(struct run *run, const struct player *who);
void rate_limit_acted(struct run *run, const struct player *who);

#endif
