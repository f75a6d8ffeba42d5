/*
 * diamond.h: the board of 41 squares that stands on a corner, or of 25.
 *
 * A square lies in a grid of 9x9 (7x7) and is called as grid.h calls it: the
 * letter is its row from the top, the number its column. Of that grid only the
 * squares at most four (three) steps from the centre are on the board. Cells
 * are the grid's, so the order of cells is that of names.
 *
 * A set of squares is a word of 64 bits. The place of a square in it is such
 * that each of the four ways is a shift by the same number of places wherever
 * one stands, and that whoever steps off the board comes to a place which is no
 * square's. Two steps fit as well, if the first one leads to a square.
 */
#ifndef POSTMOVE_GAMES_DIAMOND_H
#define POSTMOVE_GAMES_DIAMOND_H

#include <stdbool.h>
#include <stdint.h>

#include "grid.h"

enum {
    DIAMOND_LARGE = 9, /* squares along its longest row: 41 in all */
    DIAMOND_SMALL = 7, /* 25 */
    DIAMOND_SQUARES_MAX = 41,
    DIAMOND_CELLS_MAX = DIAMOND_LARGE * DIAMOND_LARGE,
    DIAMOND_PLACES = 64,
};

/* In the order of the cells they lead to; `way` and 3 - `way` are opposite. */
enum diamond_way { DIAMOND_UP, DIAMOND_LEFT, DIAMOND_RIGHT, DIAMOND_DOWN, DIAMOND_WAYS };

struct diamond {
    struct grid grid;
    int squares;
    uint64_t all;                        /* places of all squares */
    uint8_t square[DIAMOND_SQUARES_MAX]; /* cells of the squares, ascending */
    uint8_t place[DIAMOND_CELLS_MAX];    /* of a cell; of one off the board 0, no square's */
    uint8_t cell[DIAMOND_PLACES];        /* of a place */
};

/* The board of that side, DIAMOND_LARGE or DIAMOND_SMALL. */
const struct diamond *diamond_of(int side);

/* Whether the cell is a square of the board; takes any number. */
bool diamond_has(const struct diamond *, int cell);

/* The square in the middle. */
int diamond_centre(const struct diamond *);

/* ---- sets ---- */

/* How many places further the next square that way is. */
static inline int diamond_by(int way)
{
    static const int8_t by[DIAMOND_WAYS] = { 5, -6, 6, -5 };
    return by[way];
}

/* What one comes to from the places of the set by a step that way. */
static inline uint64_t diamond_shift(uint64_t set, int way)
{
    const int by = diamond_by(way);
    return by > 0 ? set << by : set >> -by;
}

static inline uint64_t diamond_bit(int place)
{
    return (uint64_t)1 << place;
}

/* ---- square by square ---- */

/* The next square that way; GRID_OFF at the edge. */
int diamond_step(const struct diamond *, int cell, int way);

/* The way on which `to` is so many steps from `from`; DIAMOND_WAYS: on none. */
int diamond_way(const struct diamond *, int from, int to, int steps);

/* ---- drawing ---- */

/* The empty board: one empty point a square, in the order of squares, named in
 * capitals; letters at the left, numbers above. Lines between the rows are open. */
void diamond_draw(const struct diamond *, struct figures *);

#endif
