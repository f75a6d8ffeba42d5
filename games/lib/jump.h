/*
 * jump.h: stepping and jumping, for every game whose men do both.
 *
 * A step goes to a neighbouring empty cell. A jump goes over one neighbouring
 * man of any owner to the empty cell right behind it; a far jump goes over
 * the first man in line at any distance and lands as far behind it, all
 * other cells of that stretch being empty. A chain is one or more jumps of
 * one man; while it lasts the cell it began on counts as empty: it may be
 * landed on in passing, and cannot be jumped over. No chain ends where it
 * began.
 *
 * A board is a table of neighbours, made once by grid_jumps or its like. What
 * else a game forbids it says with sets: `keep` here, cells that a man who
 * has landed in them does not leave again; `onto`, taken cells that a step
 * or the last jump may land on all the same; and where a move may end, which
 * the game cuts out of what these functions return.
 *
 * Near jumps shift a man by two cells, so that a chain sees only a part of
 * the board: those whose row and column are as even or odd as where it began.
 * There are four such parts of at most 64 cells, each one word. A man's whole
 * reach is a flood within one word, with a table that turns "from here one
 * can jump in these directions" into the landing cells at once.
 */
#ifndef POSTMOVE_GAMES_JUMP_H
#define POSTMOVE_GAMES_JUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cells.h"

enum {
    JUMP_DIRECTIONS_MAX = 8,
    JUMP_HALF = 4, /* the table of landings takes the directions in two halves */
    JUMP_MASKS = 1 << JUMP_HALF,
    JUMP_NONE = -1,
    JUMP_PATH_MAX = CELLS_MAX, /* cells of a chain that lands nowhere twice */
};

/* A jump that becomes possible or impossible when a cell is taken or left:
 * the one from `place` in the direction of `way`, which needs `other` too. */
struct jump_touch {
    uint8_t place;
    uint8_t way; /* one bit */
    uint8_t other;
};

/* Jumps over a cell, and jumps that land on it. */
struct jump_touches {
    uint8_t overs, lands;
    struct jump_touch over[JUMP_DIRECTIONS_MAX]; /* `other` must be empty */
    struct jump_touch land[JUMP_DIRECTIONS_MAX]; /* `other` must be taken */
};

struct jump_board {
    int cells;
    int directions;
    int16_t step[CELLS_MAX][JUMP_DIRECTIONS_MAX]; /* the neighbour, JUMP_NONE at the edge */

    /* What jump_board_finish adds. A place is a cell's number in its part of
     * the board: part * 64 + bit. */
    struct cells near[CELLS_MAX];        /* the neighbours */
    uint8_t steps[CELLS_MAX][CELLS_MAX]; /* from one to the other, were there nobody else */
    uint8_t place[CELLS_MAX];
    uint8_t cell[CELLS_MAX];                    /* of a place */
    uint64_t landing[CELLS_MAX][2][JUMP_MASKS]; /* by place: the bits of its part */
    uint64_t below[CELLS_WORDS][CELLS_MAX];     /* of a part: the bits of cells below the cell */
    struct jump_touches touch[CELLS_MAX];
};

/* Fills the rest once `cells`, `directions` and `step` are set. Two jumps in
 * a row must lead nowhere that their sum of steps does not lead, which is so
 * on every lattice, and the parts must be four at most, of 64 cells at most;
 * false if they are not. */
bool jump_board_finish(struct jump_board *);

/* Part of a position: for each place, in which directions one can jump from
 * there. Follows from the men, and is kept up to date beside them. */
struct jump_ways {
    uint8_t at[CELLS_MAX];
};

void jump_ways_find(const struct jump_board *, const struct men *, struct jump_ways *);

/* The cell has been taken or left. */
void jump_ways_change(const struct jump_board *, const struct men *, int cell, struct jump_ways *);

/* A set of cells, and the same as bits of each part. */
struct jump_area {
    struct cells cells;
    uint64_t part[CELLS_WORDS];
};

struct jump_area jump_area_of(const struct jump_board *, const struct cells *);

/* What holds during one man's chain. */
struct jump_chain {
    const struct jump_board *board;
    const struct men *men;
    const struct jump_ways *ways; /* NULL: the men alone tell what is possible */
    int from;                     /* where the man began */
    bool far;                     /* far jumps too */
    const struct jump_area *keep; /* once landed in it, a man lands only in it; NULL: nothing */
    struct cells onto;            /* taken cells where the move may end all the same */
};

/* Where a step leads to. */
struct cells jump_steps(const struct jump_chain *);

/* All cells, but the one it began on, that the chain can come to. */
struct cells jump_reach(const struct jump_chain *);

/* The same for near jumps that end on empty cells, much faster: bits of the
 * part of the board that `from` lies in. */
uint64_t jump_reach_near(const struct jump_board *, const struct jump_ways *, int from,
                         const struct jump_area *keep);

/* What is wrong with one jump. */
enum jump_fault {
    JUMP_GOOD,
    JUMP_STEP,         /* the cells are neighbours: a step, not a jump */
    JUMP_CROOKED,      /* no single jump covers that stretch */
    JUMP_LAND_TAKEN,   /* somebody stands where it would land */
    JUMP_OVER_NOTHING, /* nobody stands in the middle */
    JUMP_OVER_ORIGIN,  /* the middle is where the chain began */
    JUMP_OBSTACLE,     /* one more man stands on the stretch */
    JUMP_KEPT,         /* it leaves `keep` */
    JUMP_FAULTS
};

/* Judges the jump from a cell on the chain's way to `to`. `cell_in_question`
 * becomes the middle, or the obstacle's cell, or JUMP_NONE where there is none. */
enum jump_fault jump_judge(const struct jump_chain *, int cell, int to, int *cell_in_question);

/* A shortest chain to `to`: writes its cells, both ends included, and
 * returns how many they are; 0 if no chain leads there. Does not look at
 * `ways`. */
size_t jump_path(const struct jump_chain *, int to, uint8_t path[JUMP_PATH_MAX]);

#endif
