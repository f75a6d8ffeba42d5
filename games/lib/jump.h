/*
 * jump.h: stepping and jumping, for every game whose men do both.
 *
 * A step goes to a neighbouring empty cell. A jump goes over one neighbouring man of any owner
 * to the empty cell right behind it. A far jump goes over the first man in line at any
 * distance and lands as far behind it; all other cells in between must be empty. A chain is
 * one or more jumps of one man. While it lasts the cell it began on counts as empty: the man
 * may land on it in passing, and cannot jump over it. No chain ends where it began.
 *
 * A board is a table of neighbours, made once by grid_jumps or the like. A game says with sets
 * what else it forbids: `keep`, cells that a man does not leave again after it has landed in
 * them; `onto`, taken cells that a step or the last jump may still land on. Where a move may
 * end is also up to the game, which takes the forbidden cells out of what these functions
 * return.
 *
 * Near jumps shift a man by two cells, so that a chain sees only a part of the board: those
 * cells whose row and column are both as even or odd as where it began. There are four such
 * parts of at most 64 cells, each one word. All cells that a man can reach are found by a
 * flood within one word, with a table that turns "from here one can jump in these directions"
 * into the landing cells at once.
 */
#ifndef POSTMOVE_GAMES_JUMP_H
#define POSTMOVE_GAMES_JUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/lib/cells.h"

enum {
    JUMP_DIRECTIONS_MAX = 8,
    JUMP_HALF = 4, /* the table of landings has the directions in two halves */
    JUMP_MASKS = 1 << JUMP_HALF,
    JUMP_NONE = -1,
    JUMP_PATH_MAX = CELLS_MAX, /* cells of a chain that lands nowhere twice */
};

/* A jump that becomes possible or impossible when a cell is taken or left: the one from
 * `place` in the direction of `way`, which depends on `other` too. */
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

    /* Set by jump_board_finish. A place is a cell's number in its part of the board: part * 64
     * + bit. */
    struct cells near[CELLS_MAX];        /* the neighbours */
    uint8_t steps[CELLS_MAX][CELLS_MAX]; /* from one to the other, on an empty board */
    uint8_t place[CELLS_MAX];
    uint8_t cell[CELLS_MAX];                    /* of each place */
    uint64_t landing[CELLS_MAX][2][JUMP_MASKS]; /* by place: bits of its part */
    uint64_t below[CELLS_WORDS][CELLS_MAX];     /* for each part: bits of the cells below that
                                                   cell */
    struct jump_touches touch[CELLS_MAX];
};

/* Fills in the rest once `cells`, `directions` and `step` are set. The board must fit: two jumps in
 * a row must lead only where the sum of their steps leads, as on every lattice, and there must be
 * at most four parts of at most 64 cells. */
void jump_board_finish(struct jump_board *);

/* Part of a position: for each place, the directions in which one can jump from there. It
 * follows from the men, and must be updated with them. */
struct jump_ways {
    uint8_t at[CELLS_MAX];
};

void jump_ways_find(const struct jump_board *, const struct men *, struct jump_ways *);

/* Updates the ways; call it after the cell was taken or left. */
void jump_ways_change(const struct jump_board *, const struct men *, int cell, struct jump_ways *);

/* A set of cells, and the same as bits of each part. */
struct jump_area {
    struct cells cells;
    uint64_t part[CELLS_WORDS];
};

struct jump_area jump_area_of(const struct jump_board *, const struct cells *);

/* What stays the same during one man's chain. */
struct jump_chain {
    const struct jump_board *board;
    const struct men *men;
    int from;                     /* where the man began */
    bool far;                     /* far jumps too */
    const struct jump_area *keep; /* once it has landed there, a man lands only there; NULL: no
                                     such cells */
    struct cells onto;            /* taken cells where the move may still end */
};

/* All cells that a step or the chain can reach, except the one it began on. */
struct cells jump_ends(const struct jump_chain *);

/* All cells that near jumps which end on empty cells can reach, much faster: bits of the part of
 * the board that `from` is in. */
uint64_t jump_reach_near(const struct jump_board *, const struct jump_ways *, int from,
                         const struct jump_area *keep);

/* What is wrong with one jump. */
enum jump_fault {
    JUMP_GOOD,
    JUMP_STEP,         /* the cells are neighbours: a step, not a jump */
    JUMP_CROOKED,      /* no single jump covers that stretch */
    JUMP_LAND_TAKEN,   /* there is a man on the cell where it would land */
    JUMP_OVER_NOTHING, /* there is no man in the middle */
    JUMP_OVER_ORIGIN,  /* the middle is where the chain began */
    JUMP_OBSTACLE,     /* there is another man on the way */
    JUMP_KEPT,         /* it leaves `keep` */
    JUMP_FAULTS
};

/* Judges the jump from a cell on the chain's way to `to`. Sets *cell_in_question to the middle
 * or to the obstacle's cell, or to JUMP_NONE. */
enum jump_fault jump_judge(const struct jump_chain *, int cell, int to, int *cell_in_question);

/* Finds a shortest chain to `to`: writes its cells, including both ends, and returns their
 * number; 0 if no chain leads there. */
size_t jump_path(const struct jump_chain *, int to, uint8_t path[JUMP_PATH_MAX]);

/*
 * ---- a place for each man, at the least total cost ----
 *
 * Each of some men gets a place of its own, so that the sum of the costs of all pairs is as
 * small as possible (the assignment problem, solved by shortest augmenting paths).
 */

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
