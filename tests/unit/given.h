/*
 * given.h: the time that terms give to a seat, counted apart from the clocks.
 */
#ifndef POSTMOVE_TEST_GIVEN_H
#define POSTMOVE_TEST_GIVEN_H

#include "match/timing.h"

/* All that a seat was given by the time it has played `turns` turns. Under a total
 * it is what its turns used together with what is left. */
static inline gint64 given_by(const struct timing *timing, int turns)
{
    return timing->per_move > 0 ? timing->per_move * ((gint64)turns + 1)
                                : timing->total + timing->increment * turns;
}

#endif
