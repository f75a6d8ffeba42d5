/*
 * cells.h: sets of cells, and who stands on them.
 *
 * A cell is a number from 0 to CELLS_MAX - 1; what it means on a board is
 * the business of grid.h and its like. Sets are values.
 */
#ifndef POSTMOVE_GAMES_CELLS_H
#define POSTMOVE_GAMES_CELLS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CELLS_MAX = 256,
    CELLS_WORDS = CELLS_MAX / 64,
    OWNERS_MAX = 7, /* six players, and men that are nobody's */
};

struct cells {
    uint64_t word[CELLS_WORDS];
};

static inline bool cells_has(const struct cells *set, int cell)
{
    return (set->word[cell >> 6] >> (cell & 63) & 1) != 0;
}

static inline void cells_add(struct cells *set, int cell)
{
    set->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static inline void cells_drop(struct cells *set, int cell)
{
    set->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

/* Those of `a` or `b`; of both; of `a` but not of `b`. */
struct cells cells_or(struct cells a, struct cells b);
struct cells cells_and(struct cells a, struct cells b);
struct cells cells_less(struct cells a, struct cells b);

/* All there are. */
struct cells cells_all(void);

int cells_count(const struct cells *);
bool cells_empty(const struct cells *);

/* The lowest cell of the set, from `from` on; -1 if there is none. So a
 * walk over a set is
 *     for (int cell = cells_next(&set, 0); cell >= 0; cell = cells_next(&set, cell + 1)) */
int cells_next(const struct cells *, int from);

/* Men on a board, kept in two ways that always agree. Owners count from 1,
 * so that a board of zeros is an empty one. */
struct men {
    struct cells of[OWNERS_MAX]; /* where owner n stands is at n - 1 */
    uint8_t owner[CELLS_MAX];    /* whose man stands there; 0: the cell is empty */
};

void men_put(struct men *, int cell, int owner); /* onto an empty cell */
void men_lift(struct men *, int cell);           /* from a taken one */
void men_clear(struct men *, int owner);         /* all men of one owner leave */

#endif
