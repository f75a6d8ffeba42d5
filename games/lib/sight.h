/*
 * sight.h: looking along the files and ranks of a board, point by point.
 *
 * The plain counterpart of walls.h, for explaining and drawing: it knows
 * which men a wall stands between, and shares nothing with the other.
 */
#ifndef POSTMOVE_GAMES_SIGHT_H
#define POSTMOVE_GAMES_SIGHT_H

#include <stdbool.h>

#include "cells.h"
#include "grid.h"

/* Ways to look, clockwise; two further on is the opposite one. */
enum sight_way { SIGHT_UP, SIGHT_RIGHT, SIGHT_DOWN, SIGHT_LEFT, SIGHT_WAYS };

/* Which way leads from one point to another; SIGHT_WAYS if none does. */
int sight_way(const struct grid *, int from, int to);

/* The next point that way; GRID_OFF at the edge. */
int sight_step(const struct grid *, int cell, int way);

/* The first man that way, and the first of an owner, whoever stands before
 * him; or GRID_OFF. */
int sight_man(const struct grid *, const struct men *, int cell, int way);
int sight_man_of(const struct grid *, const struct men *, int cell, int way, int owner);

/* A wall: two men of one owner who see each other. */
struct sight_wall {
    int first, second; /* where they stand: the left or the lower one, and the other */
    int owner;
};

/* Whether a wall runs through the empty point along that way, or back. */
bool sight_wall(const struct grid *, const struct men *, int cell, int way, struct sight_wall *);

#endif
