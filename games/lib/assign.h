/*
 * assign.h: who goes where at the least cost in all.
 *
 * Each of some men gets a place of his own, so that the sum of what the
 * pairs cost is as small as can be (the assignment problem, solved by
 * shortest augmenting paths; cubic in the number of men).
 */
#ifndef POSTMOVE_GAMES_ASSIGN_H
#define POSTMOVE_GAMES_ASSIGN_H

#include <stdint.h>

enum { ASSIGN_MAX = 24 };

struct assign_costs {
    uint8_t of[ASSIGN_MAX][ASSIGN_MAX]; /* of a man in a place */
};

/* At most ASSIGN_MAX places, and no more men than places. */
int assign_least(int men, int places, const struct assign_costs *);

#endif
