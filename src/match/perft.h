/*
 * perft.h: counts the turns that can be played from a position, and plays by chance.
 *
 * Only the rules of the game count: repetition and the ply limit do not end a match here.
 */
#ifndef POSTMOVE_PERFT_H
#define POSTMOVE_PERFT_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"
#include "match/match.h"

/* How many sequences of `depth` turns there are (of decisions if `decisions` is set). Depth 0
 * is 1. From a half-played turn, depth 1 counts its completions. A finished game has none. */
guint64 perft(const struct game *game, const struct position *position, int depth, bool decisions);

/* A first turn and the number of sequences that begin with it. */
struct perft_share {
    char *turn;
    guint64 count;
};

/* The shares of all first turns (of `depth` 1 or more), in C order of their
 * text: an array of struct perft_share. Free with g_array_unref. */
GArray *perft_divide(const struct game *game, const struct position *position, int depth,
                     bool decisions);

/* Plays on until the match is over, with each legal turn equally likely. Chance is that of
 * base/random.h. Never returns if no rule, no repetition and no limit of turns ends the match.
 * Returns the most turns that a seat had to choose from, 0 if the match was over. */
guint playout(struct match *match);

#endif
