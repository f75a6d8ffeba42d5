/*
 * grooves.h: a board of squares with a groove between every two neighbours.
 *
 * There are seven files of six or seven ranks. A square is a number, eight
 * times its file plus its rank, both counted from 0; so a set of squares is
 * one word, to go a step is to shift it, and what is shifted over the edge
 * falls on bits that are no squares.
 *
 * A groove is named after the square below it or left of it: the flat groove
 * of a square lies above it, called d3h, the upright one to its right, d3v. Its
 * number is the square's, with GROOVES_UPRIGHT added if it is upright.
 */
#ifndef POSTMOVE_GAMES_GROOVES_H
#define POSTMOVE_GAMES_GROOVES_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

enum {
    GROOVES_OFF = -1,
    GROOVES_FILES = 7,
    GROOVES_RANKS_MAX = 7,
    GROOVES_FILE = 8, /* from a square to the next one on its rank */
    GROOVES_SQUARES = 64,
    GROOVES_UPRIGHT = 64,
    GROOVES_NUMBERS = 128,
};

/* Ways to go, clockwise. */
enum grooves_way { WAY_NORTH, WAY_EAST, WAY_SOUTH, WAY_WEST, WAYS };

/* A set of grooves, each at the bit of its square. */
struct grooves {
    uint64_t flat, upright;
};

static inline uint64_t grooves_bit(int number)
{
    return (uint64_t)1 << (number & 63);
}

static inline bool grooves_has(const struct grooves *set, int groove)
{
    const uint64_t word = groove < GROOVES_UPRIGHT ? set->flat : set->upright;
    return (word & grooves_bit(groove)) != 0;
}

static inline void grooves_add(struct grooves *set, int groove)
{
    *(groove < GROOVES_UPRIGHT ? &set->flat : &set->upright) |= grooves_bit(groove);
}

static inline void grooves_drop(struct grooves *set, int groove)
{
    *(groove < GROOVES_UPRIGHT ? &set->flat : &set->upright) &= ~grooves_bit(groove);
}

/* How many squares a set has, and whether it has two or more. */
int grooves_count(uint64_t set);

static inline bool grooves_several(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

/* The squares and the grooves of the board with so many ranks. */
uint64_t grooves_squares(int ranks);
struct grooves grooves_all(int ranks);

/* The square of that file and rank; GROOVES_OFF beyond the board. */
int grooves_square(int ranks, int file, int rank);

/* The next square that way, and the groove in between; GROOVES_OFF at the edge. */
int grooves_ahead(int ranks, int square, int way);
int grooves_beside(int ranks, int square, int way);

/* ---- names ---- */

void grooves_square_name(int square, struct text *);
void grooves_name(int groove, struct text *);
struct argument grooves_square_argument(int square);
struct argument grooves_argument(int groove);

#endif
