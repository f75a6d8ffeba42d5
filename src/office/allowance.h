/*
 * allowance.h: how much a player may have of us.
 *
 * What is carried out for him is always answered, and limited at
 * OFFICE_ACTS_A_DAY alone. All other answers (errors, help, boards shown, what
 * nothing proves) are limited by the hour and the day, counted apart for mails
 * that proved their writer and for those that did not: who forges his address
 * cannot use up what is his. Where a limit is met he is told once, then there
 * is silence until it is past.
 */
#ifndef POSTMOVE_ALLOWANCE_H
#define POSTMOVE_ALLOWANCE_H

#include "office/visit.h"

/* Whether one more answer may go to the player; it is counted. */
bool allowance_answer(struct visit *visit, gint64 player, const char *address);

/* Whether something may be done for him, and that it was. */
bool allowance_act(struct office *office, const struct player *who);
void allowance_acted(struct office *office, const struct player *who);

#endif
