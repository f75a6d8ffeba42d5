/*
 * hop.h: stepping and hopping, for every game whose men do both.
 *
 * A step goes to a neighbouring empty cell. A hop goes over one neighbouring
 * man, whosever it is, to the empty cell right behind it; a far hop goes over
 * the first man in line at any distance and lands as far behind it, all
 * other cells of that stretch being empty. A chain is one or more hops of
 * one man; while it lasts the cell it began on counts as empty: it may be
 * landed on in passing, and cannot be hopped over. No chain ends where it
 * began.
 *
 * A board is a table of neighbours, made once by grid_hops or its like. What
 * else a game forbids it says with sets: `keep` here, cells that a man who
 * has landed in them does not leave again; `onto`, taken cells that a step
 * or the last hop may land on all the same; and where a move may end, which
 * the game cuts out of what these functions return.
 *
 * Near hops shift a man by two cells, so that a chain sees only a part of
 * the board: those whose row and column are as even or odd as where it began.
 * There are four such parts of at most 64 cells, each one word. A man's whole
 * reach is a flood within one word, with a table that turns "from here one
 * can hop in these directions" into the landing cells at once.
 */
#ifndef POSTMOVE_GAMES_HOP_H
#define POSTMOVE_GAMES_HOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cells.h"

enum {
    HOP_DIRECTIONS_MAX = 8,
    HOP_HALF = 4, /* the table of landings takes the directions in two halves */
    HOP_MASKS = 1 << HOP_HALF,
    HOP_NONE = -1,
    HOP_PATH_MAX = CELLS_MAX, /* cells of a chain that lands nowhere twice */
};

/* A hop that becomes possible or impossible when a cell is taken or left:
 * the one from `place` in the direction of `way`, which needs `other` too. */
struct hop_touch {
    uint8_t place;
    uint8_t way; /* one bit */
    uint8_t other;
};

/* Hops over a cell, and hops that land on it. */
struct hop_touches {
    uint8_t overs, lands;
    struct hop_touch over[HOP_DIRECTIONS_MAX]; /* `other` must be empty */
    struct hop_touch land[HOP_DIRECTIONS_MAX]; /* `other` must be taken */
};

struct hop_board {
    int cells;
    int directions;
    int16_t step[CELLS_MAX][HOP_DIRECTIONS_MAX]; /* the neighbour, HOP_NONE at the edge */

    /* What hop_board_finish adds. A place is a cell's number in its part of
     * the board: part * 64 + bit. */
    struct cells near[CELLS_MAX];        /* the neighbours */
    uint8_t steps[CELLS_MAX][CELLS_MAX]; /* from one to the other, were there nobody else */
    uint8_t place[CELLS_MAX];
    uint8_t cell[CELLS_MAX];                   /* of a place */
    uint64_t landing[CELLS_MAX][2][HOP_MASKS]; /* by place: the bits of its part */
    uint64_t below[CELLS_WORDS][CELLS_MAX];    /* of a part: the bits of cells below the cell */
    struct hop_touches touch[CELLS_MAX];
};

/* Fills the rest once `cells`, `directions` and `step` are set. Two hops in
 * a row must lead nowhere that their sum of steps does not lead, which is so
 * on every lattice, and the parts must be four at most, of 64 cells at most;
 * false if they are not. */
bool hop_board_finish(struct hop_board *);

/* Part of a position: for each place, in which directions one can hop from
 * there. Follows from the men, and is kept up to date beside them. */
struct hop_ways {
    uint8_t at[CELLS_MAX];
};

void hop_ways_find(const struct hop_board *, const struct men *, struct hop_ways *);

/* The cell has been taken or left. */
void hop_ways_change(const struct hop_board *, const struct men *, int cell, struct hop_ways *);

/* A set of cells, and the same as bits of each part. */
struct hop_area {
    struct cells cells;
    uint64_t part[CELLS_WORDS];
};

struct hop_area hop_area_of(const struct hop_board *, const struct cells *);

/* What holds during one man's chain. */
struct hop_chain {
    const struct hop_board *board;
    const struct men *men;
    const struct hop_ways *ways;
    int from;                    /* where the man began */
    bool far;                    /* far hops too */
    const struct hop_area *keep; /* once landed in it, a man lands only in it; NULL: nothing */
    struct cells onto;           /* taken cells where the move may end all the same */
};

/* Where a step leads to. */
struct cells hop_steps(const struct hop_chain *);

/* All cells, but the one it began on, that the chain can come to. */
struct cells hop_reach(const struct hop_chain *);

/* The same for near hops that end on empty cells, much faster: bits of the
 * part of the board that `from` lies in. */
uint64_t hop_reach_near(const struct hop_board *, const struct hop_ways *, int from,
                        const struct hop_area *keep);

/* What is wrong with one hop. */
enum hop_fault {
    HOP_GOOD,
    HOP_STEP,         /* the cells are neighbours: a step, not a hop */
    HOP_CROOKED,      /* no single hop covers that stretch */
    HOP_LAND_TAKEN,   /* somebody stands where it would land */
    HOP_OVER_NOTHING, /* nobody stands in the middle */
    HOP_OVER_ORIGIN,  /* the middle is where the chain began */
    HOP_OBSTACLE,     /* one more man stands on the stretch */
    HOP_KEPT,         /* it leaves `keep` */
    HOP_FAULTS
};

/* Judges the hop from a cell on the chain's way to `to`. `cell_in_question`
 * becomes the middle, or the obstacle's cell, or HOP_NONE where there is none. */
enum hop_fault hop_judge(const struct hop_chain *, int cell, int to, int *cell_in_question);

/* A shortest chain to `to`: writes its cells, both ends included, and
 * returns how many they are; 0 if no chain leads there. Does not look at
 * `ways`. */
size_t hop_path(const struct hop_chain *, int to, uint8_t path[HOP_PATH_MAX]);

#endif
