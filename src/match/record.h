/*
 * record.h: how the record of a match grows.
 *
 * Private to src/match.
 */
#ifndef POSTMOVE_RECORD_H
#define POSTMOVE_RECORD_H

#include "match/match.h"
#include "match/turn.h"

/* Puts a new match, which has no record yet, at its first position. */
void record_begin(struct match *match);

/* Adds the decisions of a trial to the record. `counted`: repetition and the ply limit may end
 * the match; otherwise only the rules of the game can. A half-played turn is never counted. */
void record_trial(struct match *match, const struct trial *trial, bool counted);

/* Gives a match, whose members for them are unset, empty lists of turns and of positions; frees
 * them. */
void record_lists_init(struct match *match);
void record_lists_clear(struct match *match);

/* How often the position has been on the board. */
int record_times_seen(const struct match *match, const struct position *position);

#endif
