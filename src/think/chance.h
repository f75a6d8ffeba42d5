/*
 * chance.h: finds a good decision by playing on at random many times.
 *
 * This is plain UCT (upper confidence bounds applied to trees), for games with neither `standing`
 * nor `distance`; it needs nothing but the rules.
 */
#ifndef POSTMOVE_CHANCE_H
#define POSTMOVE_CHANCE_H

#include <glib.h>

#include "games/game.h"

struct chance_limits {
    guint64 nodes; /* decisions that are played at random, about; 0: no limit */
    guint64 seed;  /* of the random decisions */
    gint64 until;  /* g_get_monotonic_time at which it stops in any case; 0: never */
};

/* The best decision of the seat to move; the game is not over. Sets *score to the share of
 * games, in thousandths, that the seat won after that decision; a draw is half of one. */
struct move chance_best(const struct game *game, int seats, const struct position *position,
                        const struct chance_limits *limits, int *score);

#endif
