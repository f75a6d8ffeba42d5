/*
 * assign.h: gives each man a place, at the least total cost.
 *
 * Each of some men gets a place of its own, so that the sum of the costs of all pairs is as
 * small as possible (the assignment problem, solved by shortest augmenting paths; cubic in the
 * number of men).
 */
#ifndef POSTMOVE_GAMES_ASSIGN_H
#define POSTMOVE_GAMES_ASSIGN_H

#include "games/lib/cells.h"
#include "games/lib/jump.h"

enum { ASSIGN_MAX = 24 };

struct assign_costs {
    uint8_t of[ASSIGN_MAX][ASSIGN_MAX]; /* of a man in a place */
};

/* The least total cost. At most ASSIGN_MAX places, and no more men than places. */
int assign_least(int men, int places, const struct assign_costs *);

/* The least total of steps by which every man comes to a goal cell of its own, if nobody else
 * is on the board. At most ASSIGN_MAX goal cells, and no more men than those. */
int assign_steps(const struct jump_board *, const struct cells *men, const struct cells *goal);

#endif
