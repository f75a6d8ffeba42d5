/*
 * given.h: the time that a seat gets by the time control, counted without the clocks.
 */
#ifndef POSTMOVE_TEST_GIVEN_H
#define POSTMOVE_TEST_GIVEN_H

#include "match/timing.h"

/* All the time that a seat got until it has played `turns` turns. With a total it is the time
 * that its turns used and the time that is left. */
static inline gint64 given_by(const struct timing *timing, int turns)
{
    return timing->per_move > 0 ? timing->per_move * ((gint64)turns + 1)
                                : timing->total + timing->increment * turns;
}

#endif
