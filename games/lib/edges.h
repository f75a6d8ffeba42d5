/*
 * edges.h: a board of squares with an edge between every two neighbours.
 *
 * There are seven files of six or seven ranks. A square is a number, eight
 * times its file plus its rank, both counted from 0; so a set of squares is
 * one word, to go a step is to shift it, and what is shifted over the rim
 * falls on bits that are no squares.
 *
 * An edge is named after the square below it or left of it: the flat edge
 * of a square lies above it, called d3h, the upright one to its right, d3v. Its
 * number is the square's, with EDGES_UPRIGHT added if it is upright.
 */
#ifndef POSTMOVE_GAMES_EDGES_H
#define POSTMOVE_GAMES_EDGES_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

enum {
    EDGES_OFF = -1,
    EDGES_FILES = 7,
    EDGES_RANKS_MAX = 7,
    EDGES_FILE = 8, /* from a square to the next one on its rank */
    EDGES_SQUARES = 64,
    EDGES_UPRIGHT = 64,
    EDGES_NUMBERS = 128,
};

/* Ways to go, clockwise. */
enum edges_way { WAY_NORTH, WAY_EAST, WAY_SOUTH, WAY_WEST, WAYS };

/* The two ways an edge lies, and how far a square is from the one behind such an edge. */
enum edges_lie { EDGES_FLAT, EDGES_UP, EDGES_LIES };

static inline int edges_step(int lie)
{
    return lie == EDGES_FLAT ? 1 : EDGES_FILE;
}

/* A set of edges, each at the bit of its square. */
struct edges {
    uint64_t at[EDGES_LIES];
};

static inline uint64_t edges_bit(int number)
{
    return (uint64_t)1 << (number & 63);
}

static inline bool edges_has(const struct edges *set, int edge)
{
    return (set->at[edge / EDGES_UPRIGHT] & edges_bit(edge)) != 0;
}

static inline void edges_add(struct edges *set, int edge)
{
    set->at[edge / EDGES_UPRIGHT] |= edges_bit(edge);
}

static inline void edges_drop(struct edges *set, int edge)
{
    set->at[edge / EDGES_UPRIGHT] &= ~edges_bit(edge);
}

/* How many squares a set has, and whether it has two or more. */
int edges_count(uint64_t set);

static inline bool edges_several(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

/* The first square of a set that is not empty. */
static inline int edges_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* The squares and the edges of the board with so many ranks. */
uint64_t edges_squares(int ranks);
struct edges edges_all(int ranks);

/* The square of that file and rank; EDGES_OFF beyond the board. */
int edges_square(int ranks, int file, int rank);

/* The next square that way, and the edge in between; EDGES_OFF at the rim of the board. */
int edges_ahead(int ranks, int square, int way);
int edges_beside(int ranks, int square, int way);

/* ---- names ---- */

void edges_square_name(int square, struct text *);
void edges_name(int edge, struct text *);
struct argument edges_square_argument(int square);
struct argument edges_argument(int edge);

#endif
