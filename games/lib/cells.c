#include "cells.h"

struct cells cells_or(struct cells a, struct cells b)
{
    for (int i = 0; i < CELLS_WORDS; i++) {
        a.word[i] |= b.word[i];
    }
    return a;
}

struct cells cells_and(struct cells a, struct cells b)
{
    for (int i = 0; i < CELLS_WORDS; i++) {
        a.word[i] &= b.word[i];
    }
    return a;
}

struct cells cells_less(struct cells a, struct cells b)
{
    for (int i = 0; i < CELLS_WORDS; i++) {
        a.word[i] &= ~b.word[i];
    }
    return a;
}

struct cells cells_all(void)
{
    struct cells set;
    for (int i = 0; i < CELLS_WORDS; i++) {
        set.word[i] = ~(uint64_t)0;
    }
    return set;
}

int cells_count(const struct cells *set)
{
    int count = 0;
    for (int i = 0; i < CELLS_WORDS; i++) {
        /* Each round takes the lowest bit away: as portable as a built-in, and
         * without the library call that some processors need for one. */
        for (uint64_t rest = set->word[i]; rest != 0; rest &= rest - 1) {
            count++;
        }
    }
    return count;
}

bool cells_empty(const struct cells *set)
{
    return cells_next(set, 0) < 0;
}

int cells_next(const struct cells *set, int from)
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

void men_put(struct men *men, int cell, int owner)
{
    men->owner[cell] = (uint8_t)owner;
    cells_add(&men->of[owner - 1], cell);
}

void men_lift(struct men *men, int cell)
{
    cells_drop(&men->of[men->owner[cell] - 1], cell);
    men->owner[cell] = 0;
}

void men_clear(struct men *men, int owner)
{
    const struct cells all = men->of[owner - 1];
    for (int cell = cells_next(&all, 0); cell >= 0; cell = cells_next(&all, cell + 1)) {
        men_lift(men, cell);
    }
}
