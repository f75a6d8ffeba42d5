/*
 * star.h: the six-pointed board of 121 holes, and the names of its holes.
 *
 * Rows are letters from the top, A to Q; a number names a line that runs down to the left: a
 * step down-left keeps the number; one down-right or to the right adds 1. A cell's number
 * grows by letter, then by number: A5 is 0, Q13 is 120. Holes print in lower case.
 *
 * The six triangles of ten holes are counted from 0, clockwise from the top; rules and
 * position texts call them 1 to 6. (chinese-checkers C1 and its section on coordinates.)
 */
#ifndef POSTMOVE_GAMES_STAR_H
#define POSTMOVE_GAMES_STAR_H

#include <stdbool.h>

#include "games/game.h"

#include "games/lib/cells.h"
#include "games/lib/grid.h"
#include "games/lib/jump.h"

enum {
    STAR_OFF = GRID_OFF,
    STAR_CELLS = 121,
    STAR_ROWS = 17,
    STAR_TRIANGLES = 6,
    STAR_TRIANGLE_CELLS = 10,
};

/* The board, for the functions of grid.h. */
extern const struct grid star_grid;

/* ---- triangles ---- */

struct cells star_triangle_cells(int triangle);

/* The triangle opposite to it. */
int star_opposite(int triangle);

/* How many sixths, counter-clockwise, bring the triangle to the bottom: `turn` of figures. */
int star_turn(int triangle);

/* ---- tables, drawing ---- */

/* The table of jumps in the six directions, clockwise from the upper right:
 * directions d and d + 3 are opposite. */
void star_jumps(struct jump_board *);

/* Draws the empty board: one empty point a cell, in the order of cells, none of them marked.
 * It has no labels: the renderer places them after it has turned the board. */
void star_draw(struct figures *);

#endif
