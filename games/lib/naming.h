/*
 * naming.h: what a cell is called, whatever board it is on.
 *
 * A board is a grid, or the star, for which `grid` is NULL.
 */
#ifndef POSTMOVE_GAMES_NAMING_H
#define POSTMOVE_GAMES_NAMING_H

#include "games/game.h"

#include "grid.h"

/* The cell of that name, or GRID_OFF. */
int naming_find(const struct grid *, struct grid_square);

/* The last cell of the board. */
int naming_last(const struct grid *);

/* Cells as arguments of notes; naming_refuse takes GRID_OFF for one that is
 * not needed, and returns false. */
struct argument naming_argument(const struct grid *, int cell);
bool naming_refuse(const struct grid *, struct note *, const char *key, int first, int second,
                   int third);

#endif
