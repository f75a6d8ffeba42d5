/*
 * record.h: how the record of a match grows.
 *
 * Private to this room.
 */
#ifndef POSTMOVE_RECORD_H
#define POSTMOVE_RECORD_H

#include "match/match.h"
#include "match/trial.h"

/* Puts a match at its first position, with an empty record. */
void record_begin(struct match *match);

/* Adds what was tried to the record. `counted`: repetition and the ply limit
 * may end the match; otherwise the rules of the game alone. A turn half
 * played is not counted in any case. */
void record_trial(struct match *match, const struct trial *trial, bool counted);

/* Whether a line of the record is one of its endings rather than a turn. */
bool record_is_ending(const char *text);

/* Of a position's GBytes, for the table of those that have been on the board. */
guint record_hash(gconstpointer bytes);

#endif
