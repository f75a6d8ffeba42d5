/*
 * grid.h: boards of squares, and the names of their squares.
 *
 * Files are letters from the left, ranks numbers from the bottom: a1 is the lower left. A
 * cell's number grows by letter, then by number, so the order of cells is the order of moves
 * in every list.
 *
 * On another board, such as star.h, a letter need not have all numbers: `line` says which it
 * has. There a letter is a row from the top, and a number may run down the board at a slant.
 */
#ifndef POSTMOVE_GAMES_GRID_H
#define POSTMOVE_GAMES_GRID_H

#include <stdbool.h>

#include "games/game.h"

#include "games/lib/cells.h"
#include "games/lib/jump.h"
#include "games/lib/notes.h"

enum {
    GRID_OFF = -1,
    GRID_NUMBER_MAX = 999, /* larger numbers are not read as names of squares */
};

/* The squares of one letter: the number of the first, the cell of the first, how many there
 * are. */
struct grid_line {
    uint8_t first, cell, length;
};

struct grid {
    int files, ranks;             /* at most 26, and CELLS_MAX cells in all */
    const struct grid_line *line; /* for each letter; NULL: each has the numbers 1 to `ranks` */
};

int grid_cells(const struct grid *);
int grid_cell(const struct grid *, int file, int rank); /* counted from 0; GRID_OFF */
int grid_file(const struct grid *, int cell);
int grid_rank(const struct grid *, int cell);

/* ---- names ---- */

/* A square as it was typed; it may be off the board. */
struct grid_square {
    char letter;     /* a to z */
    uint16_t number; /* 0 to GRID_NUMBER_MAX; boards begin at 1 */
};

/* Takes a letter and the number right behind it, or nothing. */
bool grid_scan(struct scan *, struct grid_square *);

/* True if the scanner is at a row of a drawn board, one hole between its labels: "a1 X a1",
 * "a1 , a1". Such a row is a move in no game. */
bool grid_is_drawn(struct scan);

struct argument grid_square_argument(struct grid_square);

/* The cell of that name, or GRID_OFF. */
int grid_find(const struct grid *, struct grid_square);

void grid_name(const struct grid *, int cell, struct text *);
struct argument grid_argument(const struct grid *, int cell);

/* Refusals as in notes.h, with one, two or three cells. In refuse_three, GRID_OFF stands for a
 * cell that is not needed. */
bool refuse_cell(const struct grid *, struct note *, const char *key, int cell);
bool refuse_cells(const struct grid *, struct note *, const char *key, int first, int second);
bool refuse_three(const struct grid *, struct note *, const char *key, int first, int second,
                  int third);

/* ---- men as text, the first field of a position text ----
 *
 * Rows as they are printed, from the top, joined by `/`: `.` is an empty cell, a digit a man
 * of that owner, `0` a man that belongs to nobody. */

enum { ROWS_NEUTRAL = OWNERS_MAX }; /* the owner that is written 0 */

/* Begins with no men on the board, and stops behind the last row. Bit n of `digits` is set if
 * the digit n is allowed on this board, from 0 to OWNERS_MAX - 1. On a fault the note has a
 * key: "position-rows" (there must be {{1}} rows, of {{2}} squares if all are alike),
 * "position-row" (rank {{1}} has only {{2}} squares; or the row that begins on {{1}} has only
 * {{2}} of its {{3}}), "position-square" ({{1}}: the square). */
bool grid_read_men(const struct grid *, struct scan *, unsigned digits, struct men *,
                   struct note *);
void grid_write_men(const struct grid *, const struct men *, struct text *);

/* ---- tables, drawing ---- */

/* Makes the table of jumps in such directions, given by how much a step changes file and rank. */
void grid_jumps(const struct grid *, int directions, const int8_t way[][2], struct jump_board *);

/* Draws the empty board: its size, a label for every file and rank at both ends, and one empty
 * point a cell, in the order of cells. */
void grid_draw(const struct grid *, struct figures *);

/* Adds an empty point with the name of its cell; adds a label, whose text the caller writes. */
struct point *grid_add_point(const struct grid *, int cell, int x, int y, struct figures *);
struct text grid_add_label(struct figures *, int x, int y);

#endif
