/*
 * columns.h: the diamond, a board of 41 or 25 squares that stands on a corner; and pieces on
 * it that are columns of men.
 *
 * A square is in a grid of 9x9 (7x7) and has the name that grid.h gives it: the letter is its
 * row from the top, the number its column. Of that grid only the squares at most four (three)
 * steps from the centre are on the board. Cells are those of the grid, so the order of cells
 * is that of names.
 *
 * A set of squares is a word of 64 bits. Each of the four ways is a shift by the same number
 * of places from every square, and a step off the board leads to a place that belongs to no
 * square. This is also true of two steps, if the first one leads to a square.
 *
 * A column is caps, men of its owner, over prisoners, men of the other seat; it may have many
 * of both, but has at least one cap. Captures add prisoners at the bottom and take caps from
 * the top, so every column stays of this kind (Emergo E4).
 */
#ifndef POSTMOVE_GAMES_COLUMNS_H
#define POSTMOVE_GAMES_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "games/lib/grid.h"

/* ---- the diamond ---- */

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
    uint8_t place[DIAMOND_CELLS_MAX];    /* of each cell; of a cell off the board 0, which is no
                                            square's place */
    uint8_t cell[DIAMOND_PLACES];        /* of each place */
};

/* The board of that side, DIAMOND_LARGE or DIAMOND_SMALL. */
const struct diamond *diamond_of(int side);

/* True if the cell is a square of the board; takes any number. */
bool diamond_has(const struct diamond *, int cell);

/* The square in the middle. */
int diamond_centre(const struct diamond *);

/* How many places away the next square that way is. */
static inline int diamond_by(int way)
{
    static const int8_t by[DIAMOND_WAYS] = { 5, -6, 6, -5 };
    return by[way];
}

/* The places one step that way from those of the set. */
static inline uint64_t diamond_shift(uint64_t set, int way)
{
    const int by = diamond_by(way);
    return by > 0 ? set << by : set >> -by;
}

static inline uint64_t diamond_bit(int place)
{
    return (uint64_t)1 << place;
}

/* The next square that way; GRID_OFF at the edge. */
int diamond_step(const struct diamond *, int cell, int way);

/* The way that leads from `from` to `to` in so many steps; DIAMOND_WAYS: none does. */
int diamond_way(const struct diamond *, int from, int to, int steps);

/* Draws the empty board: one empty point a square, in the order of squares, named in capitals;
 * letters at the left, numbers above. Lines between the rows are open. */
void diamond_draw(const struct diamond *, struct figures *);

/* ---- columns ---- */

enum { COLUMNS_SEATS = 2 };

/* Part of a position. Everything about an empty place is 0. */
struct columns {
    uint64_t of[COLUMNS_SEATS]; /* places of each seat's columns */
    uint8_t caps[DIAMOND_PLACES];
    uint8_t prisoners[DIAMOND_PLACES];
};

static inline uint64_t columns_vacant(const struct columns *columns, const struct diamond *diamond)
{
    return diamond->all & ~(columns->of[0] | columns->of[1]);
}

/* The owner of the column there, 0 or 1; -1 if the place is empty. */
static inline int columns_owner(const struct columns *columns, int place)
{
    return (columns->of[0] >> place & 1) != 0 ? 0 : (columns->of[1] >> place & 1) != 0 ? 1 : -1;
}

/* Puts a column on a vacant place; removes one from a taken place. */
void columns_put(struct columns *, int place, int seat, int caps, int prisoners);
void columns_lift(struct columns *, int place);

/* Moves a column to a vacant place, or leaves it where it is if the places are the same. */
void columns_move(struct columns *, int from, int to);

/* Takes the top man away: the rest belongs to its new top man; without a rest the place is
 * vacant. */
void columns_take(struct columns *, int place);

/* The seat's men on the board, including prisoners. */
int columns_men(const struct columns *, int seat);

/* The letter of a seat. columns_take_sign takes such a letter, in any case, and returns the
 * seat, or -1. */
char columns_sign(int seat);
int columns_take_sign(struct scan *);

/* ---- text: "d4=XXO e4=O", top man first, in the order of squares; "-": no column ---- */

/* Reads columns onto an empty board, in any order, and stops behind the last. On a fault the
 * note has a key: "position-square" ({{1}} is no square of the board), "position-twice" ({{1}}
 * is named twice), "position-column" (the column on {{1}} is not possible), "position-form"
 * (anything else). */
bool columns_read(struct columns *, const struct diamond *, struct scan *, struct note *);
void columns_write(const struct columns *, const struct diamond *, struct text *);

#endif
