/*
 * walls.h: men who move like rooks, and the walls between them.
 *
 * A board of 9x9 points is looked at line by line: a line is a file or a rank,
 * and a word of nine bits says what stands on it. Two men of one owner on a
 * line with nobody between them make a wall of the points between. A wall
 * stops men of all owners that would cross it, but not those that move
 * along it. Walls are found anew from the men: nothing remembers them.
 *
 * A man tunnels when the next man ahead on his line has the same owner: the
 * walls across his way then do not stop him, or not all of them do.
 */
#ifndef POSTMOVE_GAMES_WALLS_H
#define POSTMOVE_GAMES_WALLS_H

#include <stdint.h>

#include "cells.h"

enum { WALLS_SIDE = 9 };

/* The two ways a line can run. The place of a point on a file is its rank, on
 * a rank its file, counted from 0; files and ranks are counted alike. */
enum walls_axis { WALLS_FILES, WALLS_RANKS };

/* How many walls one tunnel goes through. With TUNNEL_ONE the first wall on
 * the way may be passed or stopped on, and the second stops the man. */
enum walls_tunnel { TUNNEL_ANY, TUNNEL_ONE, TUNNEL_OFF };

/* A set of points: bit p of line[axis][n] is place p of the n-th line. */
struct lines {
    uint16_t line[2][WALLS_SIDE];
};

struct walls {
    struct lines men;
    struct lines own;    /* those of the owner who moves */
    struct lines across; /* where a wall runs across the line */
};

/* Looks at the men of owners 1 to `owners`, `own` being the one who moves.
 * Cells are numbered file by file, as grid.h does. */
void walls_find(struct walls *, const struct men *, int owners, int own);

/* The places on the n-th line of that axis where a move of the own man who
 * stands at `place` can end, as bits. */
unsigned walls_reach(const struct walls *, enum walls_axis, int line, int place, enum walls_tunnel);

#endif
