/*
 * grid.h: boards of squares, and how their squares are called.
 *
 * Files are letters from the left, ranks numbers from the bottom: a1 is the
 * lower left. A cell's number grows by letter, then by number, so the order
 * of cells is the order of moves in every list.
 *
 * The letters of another board, such as star.h, need not have all numbers: its
 * `line` says which. There a letter is a row from the top, and a number may run
 * down the board aslant.
 */
#ifndef POSTMOVE_GAMES_GRID_H
#define POSTMOVE_GAMES_GRID_H

#include <stdbool.h>

#include "games/game.h"

#include "cells.h"
#include "jump.h"
#include "notes.h"

enum {
    GRID_OFF = -1,
    GRID_NUMBER_MAX = 999, /* larger numbers are not read as those of squares */
};

/* The squares of one letter: the number of the first, its cell, how many there are. */
struct grid_line {
    uint8_t first, cell, length;
};

struct grid {
    int files, ranks;             /* at most 26, and CELLS_MAX cells in all */
    const struct grid_line *line; /* of each letter; NULL: each has the numbers 1 to `ranks` */
};

int grid_cells(const struct grid *);
int grid_cell(const struct grid *, int file, int rank); /* counted from 0; GRID_OFF */
int grid_file(const struct grid *, int cell);
int grid_rank(const struct grid *, int cell);

/* ---- names ---- */

/* A square as it was typed; it may lie beyond the board. */
struct grid_square {
    char letter;     /* a to z */
    uint16_t number; /* 0 to GRID_NUMBER_MAX; boards begin at 1 */
};

/* Takes a letter and the number right behind it, or nothing. */
bool grid_scan(struct scan *, struct grid_square *);

/* Whether a row of a drawn board stands there, one hole between its labels:
 * "a1  X  a1", "a1  ,  a1". Such a row is no move, whatever the game. */
bool grid_is_drawn(struct scan);

struct argument grid_square_argument(struct grid_square);

/* The cell of that name, or GRID_OFF. */
int grid_find(const struct grid *, struct grid_square);

void grid_name(const struct grid *, int cell, struct text *);
struct argument grid_argument(const struct grid *, int cell);

/* Refusals as in notes.h, with one, two or three cells; of three, GRID_OFF is one
 * that is not needed. */
bool refuse_cell(const struct grid *, struct note *, const char *key, int cell);
bool refuse_cells(const struct grid *, struct note *, const char *key, int first, int second);
bool refuse_three(const struct grid *, struct note *, const char *key, int first, int second,
                  int third);

/* ---- men as text, the first field of a position text ----
 *
 * Rows as they are printed, from the top, joined by `/`: `.` is an empty
 * cell, a digit a man of that owner, `0` a man that belongs to nobody. */

enum { ROWS_NEUTRAL = OWNERS_MAX }; /* the owner that is written 0 */

/* Reading begins with no men on the board and stops behind the last row. Of
 * `digits`, bit n is set if the digit n may stand on this board, 0 to
 * OWNERS_MAX - 1. On a fault the note has a key: "position-rows" ({{1}} rows are
 * wanted, of {{2}} squares where all are alike), "position-row" (rank {{1}} has
 * only {{2}} squares; or the row that begins on {{1}} has only {{2}} of its {{3}}),
 * "position-square" ({{1}}: the square). */
bool grid_read_men(const struct grid *, struct scan *, unsigned digits, struct men *,
                   struct note *);
void grid_write_men(const struct grid *, const struct men *, struct text *);

/* ---- tables, drawing ---- */

/* The table of jumps in such directions: how much file and rank change by a step. */
void grid_jumps(const struct grid *, int directions, const int8_t way[][2], struct jump_board *);

/* The empty board: its measures, a label for every file and rank at both
 * ends, and one empty point a cell, in the order of cells. */
void grid_draw(const struct grid *, struct figures *);

/* One more empty point, with the name of its cell; and one more label, whose
 * text the caller writes. */
struct point *grid_add_point(const struct grid *, int cell, int x, int y, struct figures *);
struct text grid_add_label(struct figures *, int x, int y);

#endif
