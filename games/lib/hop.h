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
 * else a game forbids it says with two sets: `keep` here, cells that a man
 * who has landed in them does not leave again, and where a move may end,
 * which the game cuts out of what these functions return.
 */
#ifndef POSTMOVE_GAMES_HOP_H
#define POSTMOVE_GAMES_HOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cells.h"

enum {
    HOP_DIRECTIONS_MAX = 8,
    HOP_NONE = -1,
    HOP_PATH_MAX = CELLS_MAX, /* cells of a chain that lands nowhere twice */
};

/* One hop that the board allows if `over` is taken and `land` is empty. */
struct hop_leg {
    uint8_t over, land;
};

struct hop_board {
    int cells;
    int directions;
    int16_t step[CELLS_MAX][HOP_DIRECTIONS_MAX]; /* the neighbour, HOP_NONE at the edge */
    struct hop_leg leg[CELLS_MAX][HOP_DIRECTIONS_MAX];
    uint8_t legs[CELLS_MAX]; /* how many of them there are */
};

/* Fills `leg` once `cells`, `directions` and `step` are set. */
void hop_board_finish(struct hop_board *);

/* What holds during one man's chain. */
struct hop_chain {
    const struct hop_board *board;
    const struct men *men;
    int from;          /* where the man began */
    bool far;          /* far hops too */
    struct cells keep; /* once landed in it, a man lands only in it */
};

/* The empty neighbours of the cell. */
struct cells hop_steps(const struct hop_board *, const struct men *, int cell);

/* All cells, but the one it began on, that the chain can come to. */
struct cells hop_reach(const struct hop_chain *);

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
 * returns how many they are; 0 if no chain leads there. */
size_t hop_path(const struct hop_chain *, int to, uint8_t path[HOP_PATH_MAX]);

#endif
