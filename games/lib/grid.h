/*
 * grid.h: boards of squares, and how their squares are called.
 *
 * Files are letters from the left, ranks numbers from the bottom: a1 is the
 * lower left. A cell's number grows by letter, then by number, so the order
 * of cells is the order of moves in every list.
 */
#ifndef POSTMOVE_GAMES_GRID_H
#define POSTMOVE_GAMES_GRID_H

#include <stdbool.h>

#include "games/game.h"

#include "cells.h"
#include "jump.h"

enum {
    GRID_OFF = -1,
    GRID_NUMBER_MAX = 999, /* what is larger is no number of a square that anybody means */
};

struct grid {
    int files, ranks; /* at most 26, and CELLS_MAX cells in all */
};

int grid_cells(const struct grid *);
int grid_cell(const struct grid *, int file, int rank); /* counted from 0; GRID_OFF */
int grid_file(const struct grid *, int cell);
int grid_rank(const struct grid *, int cell);

/* ---- names ---- */

/* A square as it was typed; it may lie beyond the board, which may be of
 * another kind, such as star.h. */
struct grid_square {
    char letter;     /* a to z */
    uint16_t number; /* 0 to GRID_NUMBER_MAX; boards begin at 1 */
};

/* Takes a letter and the number right behind it, or nothing. */
bool grid_scan(struct scan *, struct grid_square *);

/* Whether a row of a drawn board stands there, one hole between its labels:
 * "a1  X  a1", "a1  ,  a1". Such a row is no move, whatever the game. */
bool grid_is_drawn(struct scan);

void grid_square_name(struct grid_square, struct text *);
struct argument grid_square_argument(struct grid_square);

/* The cell of that name, or GRID_OFF. */
int grid_find(const struct grid *, struct grid_square);

struct grid_square grid_square_of(const struct grid *, int cell);
void grid_name(const struct grid *, int cell, struct text *);

/* ---- men as text, the first field of a position text ----
 *
 * Rows as they are printed, from the top, joined by `/`: `.` is an empty
 * cell, a digit a man of that owner, `0` a man who is nobody's. */

enum {
    ROWS_MAX = 26,
    ROWS_NEUTRAL = OWNERS_MAX, /* the owner that is written 0 */
};

/* The cells of a board in the order they are written. */
struct rows {
    int count;
    uint8_t length[ROWS_MAX]; /* of each row, from the top */
    uint8_t cell[CELLS_MAX];  /* of all rows, one behind the other */
};

enum rows_fault {
    ROWS_GOOD,
    ROWS_END,   /* the row ends before its last cell */
    ROWS_SIGN,  /* that sign stands for no man who may be here */
    ROWS_SLASH, /* no `/` behind a row that is not the last */
};

/* Where reading stopped, counted from 0. */
struct rows_place {
    int row;
    int column;
    int cell; /* ROWS_END, ROWS_SIGN: what was to stand there */
};

/* Reads men onto an empty board and stops behind the last row. Of `digits`,
 * bit n is set if the digit n may stand on this board, 0 to OWNERS_MAX - 1. */
enum rows_fault rows_read(const struct rows *, struct scan *, unsigned digits, struct men *,
                          struct rows_place *);
void rows_write(const struct rows *, const struct men *, struct text *);

/* ---- tables, drawing, the men of a grid ---- */

/* The table of jumps in all eight directions. */
void grid_jumps(const struct grid *, struct jump_board *);

/* The empty board: its measures, a label for every file and rank at both
 * ends, and one empty point a cell, in the order of cells. */
void grid_draw(const struct grid *, struct figures *);

/* Men as rows from the top, joined by `/`: `.` is empty, a digit the owner.
 * Reading begins with no men on the board and takes owners 1 to `owners`; on
 * a fault the note has a key: "position-rows" ({{1}} ranks of {{2}} squares are
 * wanted), "position-row" (rank {{1}} has only {{2}} squares), "position-square"
 * ({{1}}: the square). */
bool grid_read_men(const struct grid *, struct scan *, int owners, struct men *, struct note *);
void grid_write_men(const struct grid *, const struct men *, struct text *);

/* ---- seats at the corners ----
 *
 * Corners are counted clockwise from the lower right: 0 to 3. A corner's
 * number is also how many quarter turns bring it there. */

enum { CORNERS = 4, CORNER_RANKS = 5 };

/* Two seats face each other; more of them sit side by side. */
int corner_of(int seats, int seat);

int corner_opposite(int corner);

/* The yard in that corner: so many squares on each rank, from the edge inwards. */
struct cells corner_yard(const struct grid *, const uint8_t ranks[CORNER_RANKS], int corner);

#endif
