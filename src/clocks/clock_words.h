/*
 * clock_words.h: what the clocks of a match show, in words. Free the strings with g_free.
 */
#ifndef POSTMOVE_CLOCKS_CLOCK_WORDS_H
#define POSTMOVE_CLOCKS_CLOCK_WORDS_H

#include "play/session.h"

/* The deadline of the seat to move, for a reader in `seat` (-1: an onlooker). "" if no time
 * control was agreed to, or if the session does not show the match as it is stored. */
char *clock_words_deadline(const struct session *session, int seat);

/* What each player has left, and which time of their last turn did not count and why, a line each;
 * "" if there is nothing to say. */
char *clock_words_times(const struct session *session);

#endif
