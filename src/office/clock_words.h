/*
 * clock_words.h: what the clocks of a match show, in words.
 */
#ifndef POSTMOVE_OFFICE_CLOCK_WORDS_H
#define POSTMOVE_OFFICE_CLOCK_WORDS_H

#include "office/desk.h"

/* Until when the seat to move has time, for a reader in `seat` (-1: an onlooker); ""
 * where nothing was agreed to, or the match at the desk is not as it is stored. The
 * caller's. */
char *clock_words_deadline(const struct desk *desk, int seat);

/* What all have left, and what was not counted of their last turns and why, a line
 * each; "" if there is nothing of it. The caller's. */
char *clock_words_times(const struct desk *desk);

#endif
