/*
 * clock_words.h: what the clocks of a match show, in words.
 */
#ifndef POSTMOVE_CLOCKS_CLOCK_WORDS_H
#define POSTMOVE_CLOCKS_CLOCK_WORDS_H

#include "play/session.h"

/* Until when the seat to move has time, for a reader in `seat` (-1: an onlooker); ""
 * where nothing was agreed to, or the match at the desk is not as it is stored. The
 * caller's. */
char *clock_words_deadline(const struct session *session, int seat);

/* What all have left, and what was not counted of their last turns and why, a line
 * each; "" if there is nothing of it. The caller's. */
char *clock_words_times(const struct session *session);

#endif
