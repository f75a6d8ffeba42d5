/*
 * playout.h: a match played by chance.
 */
#ifndef POSTMOVE_PLAYOUT_H
#define POSTMOVE_PLAYOUT_H

#include <glib.h>

#include "match/match.h"

/* Plays on until the match is over; of the legal turns each is as likely as
 * any other. Chance is that of base/random.h. A match that no rule, no
 * repetition and no limit of turns would end never ends here. Gives the most
 * turns a seat had to choose from, 0 if the match was over. */
guint playout(struct match *match);

#endif
