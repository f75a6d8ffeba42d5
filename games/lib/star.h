/*
 * star.h: the six-pointed board of 121 holes, and how its holes are called.
 *
 * Rows are letters from the top, A to Q; a number names a line that runs down
 * to the left: down-left keeps it, down-right adds 1, sideways too. A cell's
 * number grows by letter, then by number: A5 is 0, Q13 is 120. Holes print in
 * lower case.
 *
 * The six triangles of ten holes are counted from 0, clockwise from the top;
 * rules and position texts call them 1 to 6. (chinese-checkers C1 and its
 * section on coordinates.)
 */
#ifndef POSTMOVE_GAMES_STAR_H
#define POSTMOVE_GAMES_STAR_H

#include <stdbool.h>

#include "games/game.h"

#include "cells.h"
#include "grid.h"
#include "jump.h"

enum {
    STAR_OFF = GRID_OFF,
    STAR_CELLS = 121,
    STAR_ROWS = 17,
    STAR_TRIANGLES = 6,
    STAR_TRIANGLE_CELLS = 10,
};

/* ---- triangles ---- */

struct cells star_triangle_cells(int triangle);

/* The triangle that faces it. */
int star_opposite(int triangle);

/* So many sixths, counter-clockwise, bring the triangle to the bottom:
 * `turn` of figures. */
int star_turn(int triangle);

/* ---- names: as typed, they are taken by grid_scan ---- */

/* The cell of that name, or STAR_OFF; and the name of a cell. */
int star_find(struct grid_square);
struct grid_square star_square(int cell);

/* ---- tables, drawing, position text ---- */

/* The table of jumps in the six directions, clockwise from the upper right:
 * directions d and d + 3 are opposite. */
void star_jumps(struct jump_board *);

/* The empty board: one empty point a cell, in the order of cells, none of
 * them marked. It has no labels: who turns it knows where they stand. */
void star_draw(struct figures *);

/* Men as rows from the top, as in grid.h, each from its left end. Of `digits`,
 * bit n is set if the digit n may stand on the board; 0 is a man of owner
 * ROWS_NEUTRAL. On a fault the note has a key: "position-rows" ({{1}} rows are
 * wanted), "position-row" (the row that begins on {{1}} has only {{2}} of its {{3}}
 * holes), "position-square" ({{1}}: the hole). */
bool star_read_men(struct scan *, unsigned digits, struct men *, struct note *);
void star_write_men(const struct men *, struct text *);

#endif
