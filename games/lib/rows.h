/*
 * rows.h: the men of a board as text, the first field of a position text.
 *
 * Rows as they are printed, from the top, joined by `/`: `.` is an empty
 * cell, a digit a man of that owner, `0` a man who is nobody's.
 */
#ifndef POSTMOVE_GAMES_ROWS_H
#define POSTMOVE_GAMES_ROWS_H

#include <stdint.h>

#include "cells.h"
#include "scan.h"
#include "text.h"

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

#endif
