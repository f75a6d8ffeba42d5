/*
 * corner.h: seats that sit at the corners of a square board.
 *
 * Corners are counted clockwise from the lower right: 0 to 3. A corner's
 * number is also how many quarter turns bring it there.
 */
#ifndef POSTMOVE_GAMES_CORNER_H
#define POSTMOVE_GAMES_CORNER_H

#include "cells.h"
#include "grid.h"

enum { CORNERS = 4, CORNER_RANKS = 5 };

/* Two seats face each other; more of them sit side by side. */
int corner_of(int seats, int seat);

int corner_opposite(int corner);

/* The yard in that corner: so many squares on each rank, from the edge inwards. */
struct cells corner_yard(const struct grid *, const uint8_t ranks[CORNER_RANKS], int corner);

#endif
