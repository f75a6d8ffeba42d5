/*
 * playout.h: plays a match by chance.
 */
#ifndef POSTMOVE_PLAYOUT_H
#define POSTMOVE_PLAYOUT_H

#include <glib.h>

#include "match/match.h"

/* Plays on until the match is over, with each legal turn equally likely. Chance is that of
 * base/random.h. Never returns if no rule, no repetition and no limit of turns ends the match.
 * Returns the most turns that a seat had to choose from, 0 if the match was over. */
guint playout(struct match *match);

#endif
