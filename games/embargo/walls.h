/*
 * walls.h: men that move like rooks, and the walls between them.
 *
 * A board of 9x9 points is looked at line by line: a line is a file or a rank, and a word of
 * nine bits shows what is on it. If two men of one owner are on a line with nobody between
 * them, the points between are a wall. A wall stops men of all owners that would cross it, but
 * not those that move along it. Walls are found anew from the men: they are not stored.
 *
 * A man tunnels when the next man ahead on its line has the same owner: then all walls across
 * its way, or some of them, do not stop it.
 */
#ifndef POSTMOVE_GAMES_WALLS_H
#define POSTMOVE_GAMES_WALLS_H

#include <stdint.h>

#include "games/lib/cells.h"

enum { WALLS_SIDE = 9 };

/* The two directions of lines. The place of a point on a file is its rank, on a rank its file,
 * counted from 0; files and ranks are numbered alike. */
enum walls_axis { WALLS_FILES, WALLS_RANKS };

/* How many walls one tunnel goes through. With TUNNEL_ONE a man may pass the first wall on its
 * way or stop on it, and the second wall stops it. */
enum walls_tunnel { TUNNEL_ANY, TUNNEL_ONE, TUNNEL_OFF };

/* A set of points: bit p of line[axis][n] is place p of the n-th line. */
struct lines {
    uint16_t line[2][WALLS_SIDE];
};

/* A set of cells, numbered file by file, as lines. */
struct lines lines_of(const struct cells *);

struct walls {
    struct lines men;
    struct lines own;    /* those of the owner that moves */
    struct lines across; /* places where a wall runs across the line */
};

/* Finds the walls of owners 1 to `owners`; `own` is the one that moves. Cells are numbered
 * file by file, as in grid.h. */
void walls_find(struct walls *, const struct men *, int owners, int own);

/* The places on the n-th line of that axis where a move of the own man at `place` can end, as
 * bits. */
unsigned walls_reach(const struct walls *, enum walls_axis, int line, int place, enum walls_tunnel);

#endif
