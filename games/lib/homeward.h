/*
 * homeward.h: how far the men still have to go.
 */
#ifndef POSTMOVE_GAMES_HOMEWARD_H
#define POSTMOVE_GAMES_HOMEWARD_H

#include "cells.h"
#include "hop.h"

/* The least steps in all that bring every man to a goal cell of his own, were
 * there nobody else on the board. At most ASSIGN_MAX goal cells, and no more
 * men than those. */
int homeward_steps(const struct hop_board *, const struct cells *men, const struct cells *goal);

#endif
