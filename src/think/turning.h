/*
 * turning.h: the turning points of a match: the turns that lost most, and what was better.
 */
#ifndef POSTMOVE_TURNING_H
#define POSTMOVE_TURNING_H

#include <glib.h>

#include "match/match.h"

enum { TURNING_MOST = 3 /* turning points of a match */ };

struct turning_point {
    guint turn;   /* number in the record, from 0 */
    char *better; /* canonical text of the turn that was better. Freed with the array */
    int lost;     /* how much the seat stands worse than after that turn */
};

/*
 * Finds the turns of a match of two seats after which their seat stood much worse than after the
 * best turn, as far as the search sees; the worst ones, at most TURNING_MOST, in the order of the
 * record. The worst turn of the seat that has lost is among them even if it lost less. Looks at the
 * last 400 turns, and thinks for at most `time` microseconds in all. The array holds struct
 * turning_point; free with g_array_unref.
 */
GArray *turning_points(const struct match *match, gint64 time);

#endif
