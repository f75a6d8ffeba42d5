/*
 * rate_limit.h: how much a player may have of us.
 *
 * What is carried out for him is always answered, and limited at
 * LIMIT_ACTS_A_DAY alone. All other answers (errors, help, boards shown, what
 * nothing proves) are limited by the hour and the day, counted apart for mails
 * that proved their writer and for those that did not: who forges his address
 * cannot use up what is his. Where a limit is met he is told once, then there
 * is silence until it is past.
 */
#ifndef POSTMOVE_AUTH_RATE_LIMIT_H
#define POSTMOVE_AUTH_RATE_LIMIT_H

#include "letters/run.h"
#include "store/players.h"

/* True if one more answer may go to the player at that address; it is counted. `proven`: the mail
 * it answers proves that the player wrote it. */
bool rate_limit_answer(struct run *run, gint64 player, const char *address, bool proven);

/* Whether something may be done for him, and that it was. */
bool rate_limit_act(struct run *run, const struct player *who);
void rate_limit_acted(struct run *run, const struct player *who);

#endif
