/*
 * think.h: a program's choice of a turn, at five strengths.
 *
 * It works for every game and number of seats, by looking ahead (search.h). The effort is a number
 * of positions, not a time, so that the same position, level and seed give the same turn, unless
 * time runs out. Times are those of the processor; by the clock it takes at most THINK_TIME_WIDE
 * times as long.
 *
 * A level means the same in all games and with any number of seats, since it is how far it looks
 * and how much it misses.
 *
 * If nobody in a race has come nearer to their goal for some rounds, it looks a little further
 * ahead with each round, and its own gains count more, so that the race ends.
 */
#ifndef POSTMOVE_THINK_H
#define POSTMOVE_THINK_H

#include <glib.h>
#include <stdbool.h>

#include "match/match.h"

enum {
    THINK_LEVELS = 5,
    THINK_TIME_MOST = 4000000, /* microseconds; a guard for slow machines */
    THINK_TIME_WIDE = 5,
    THINK_EVEN = 100, /* a score up to this, about what a good move gains, is about even */
};

struct thought {
    char *turn;    /* canonical text of the whole turn. Free with g_free */
    int score;     /* how much better the seat to move stands than the others (game->standing) */
    bool won;      /* it wins for sure, */
    bool lost;     /* or loses for sure, if the other side finds the way */
    bool costly;   /* the turn must be confirmed with a `!` (game->costly) */
    guint64 nodes; /* positions that were looked at */
};

/*
 * Chooses a turn for the seat to move of a match that is not over; level 1 to THINK_LEVELS. The
 * seed varies it among turns that are about as good. After `time` microseconds (0: no limit) it
 * takes the best so far.
 */
void think_turn(const struct match *match, int level, guint64 seed, gint64 time,
                struct thought *thought);

/* Chooses a turn as the highest level does, but with so many positions. */
void think_well(const struct match *match, guint64 nodes, gint64 time, struct thought *thought);

#endif
