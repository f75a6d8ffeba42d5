/*
 * cells.h: sets of cells, and the men on them.
 *
 * A cell is a number from 0 to CELLS_MAX - 1; grid.h and the like say what it means on a
 * board. Sets are values. Everything here is called millions of times a second, so it is
 * inline in the header.
 */
#ifndef POSTMOVE_GAMES_CELLS_H
#define POSTMOVE_GAMES_CELLS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CELLS_MAX = 256,
    CELLS_WORDS = CELLS_MAX / 64,
    OWNERS_MAX = 7, /* six sets of men, and men that belong to nobody */
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

/* The cells in `a` or `b`; in both; in `a` but not in `b`. */
static inline struct cells cells_or(struct cells a, struct cells b)
{
    for (int i = 0; i < CELLS_WORDS; i++) {
        a.word[i] |= b.word[i];
    }
    return a;
}

static inline struct cells cells_and(struct cells a, struct cells b)
{
    for (int i = 0; i < CELLS_WORDS; i++) {
        a.word[i] &= b.word[i];
    }
    return a;
}

static inline struct cells cells_less(struct cells a, struct cells b)
{
    for (int i = 0; i < CELLS_WORDS; i++) {
        a.word[i] &= ~b.word[i];
    }
    return a;
}

/* The set of all cells. */
static inline struct cells cells_all(void)
{
    struct cells set;
    for (int i = 0; i < CELLS_WORDS; i++) {
        set.word[i] = ~(uint64_t)0;
    }
    return set;
}

static inline bool cells_empty(const struct cells *set)
{
    uint64_t any = 0;
    for (int i = 0; i < CELLS_WORDS; i++) {
        any |= set->word[i];
    }
    return any == 0;
}

/* True if all cells of `inner` are in `outer` too. */
static inline bool cells_within(const struct cells *inner, const struct cells *outer)
{
    uint64_t beyond = 0;
    for (int i = 0; i < CELLS_WORDS; i++) {
        beyond |= inner->word[i] & ~outer->word[i];
    }
    return beyond == 0;
}

static inline int cells_count(const struct cells *set)
{
    int count = 0;
    for (int i = 0; i < CELLS_WORDS; i++) {
        /* Each round removes the lowest bit: as portable as a built-in, and without the
         * library call that some processors need for one. */
        for (uint64_t rest = set->word[i]; rest != 0; rest &= rest - 1) {
            count++;
        }
    }
    return count;
}

/* The lowest cell of the set from `from` on; -1 if there is none. To visit a set:
 *
 *     for (int cell = cells_next(&set, 0); cell >= 0; cell = cells_next(&set, cell + 1)) */
static inline int cells_next(const struct cells *set, int from)
{
    for (int i = from >> 6; i < CELLS_WORDS; i++) {
        uint64_t rest = set->word[i];
        if (i == from >> 6) {
            rest &= ~(uint64_t)0 << (from & 63);
        }
        if (rest != 0) {
            return i * 64 + __builtin_ctzll(rest);
        }
    }
    return -1;
}

/* Men on a board, kept in three ways that always agree. Owners count from 1, so that all zeros
 * is an empty board. */
struct men {
    struct cells of[OWNERS_MAX]; /* the men of owner n are at n - 1 */
    struct cells taken;          /* cells with a man */
    uint8_t owner[CELLS_MAX];    /* of the man on each cell; 0: the cell is empty */
};

/* Puts a man on an empty cell. */
static inline void men_put(struct men *men, int cell, int owner)
{
    men->owner[cell] = (uint8_t)owner;
    cells_add(&men->of[owner - 1], cell);
    cells_add(&men->taken, cell);
}

/* Removes the man from a cell. */
static inline void men_lift(struct men *men, int cell)
{
    cells_drop(&men->of[men->owner[cell] - 1], cell);
    cells_drop(&men->taken, cell);
    men->owner[cell] = 0;
}

#endif
