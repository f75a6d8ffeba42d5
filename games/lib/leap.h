/*
 * leap.h: men who step and hop from yard to goal: all that Halma and Chinese
 * Checkers share.
 *
 * The two differ in their board, their options and a few rules; those stand
 * in a struct leap_ground and in the rules of the position. Here are the two
 * judges, playing, the text of moves, and the men of a drawing.
 *
 * A move is the pair of cells it begins and ends on: two bytes, origin and
 * destination. A forced pass is one byte, LEAP_PASS. A move that ends on an
 * opposing man changes places with him: he goes to the origin.
 */
#ifndef POSTMOVE_GAMES_LEAP_H
#define POSTMOVE_GAMES_LEAP_H

#include "games/game.h"

#include "grid.h"
#include "hop.h"
#include "race.h"

enum { LEAP_PASS = 0 };

/* When men may change places with opposing men in their goal. */
enum leap_swap {
    LEAP_SWAP_NEVER,
    LEAP_SWAP_FULL, /* while it is full of own and opposing men */
    LEAP_SWAP_LAST, /* while exactly one own man is outside */
};

/* A board and all that follows from it; no part of the position. */
struct leap_ground {
    struct race_ground race;
    const struct hop_board *hops;
    struct hop_area goal[SEATS_MAX], yard[SEATS_MAX], shut[SEATS_MAX]; /* those of `race` */
    bool several;            /* some seat has more sets than one */
    const struct grid *grid; /* NULL: the star */
};

/* Fills the areas from the other fields. */
void leap_ground_finish(struct leap_ground *);

/* Part of a position, at its end: the counters of `race` come last. */
struct leap {
    struct hop_ways ways;
    bool far;     /* far hops */
    uint8_t swap; /* enum leap_swap */
    struct race race;
};

/* Sets all men up, or takes what stands behind the rows of a position text
 * (race_read), on a board that holds what else there is. */
void leap_begin(struct leap *, const struct leap_ground *);
bool leap_read(struct leap *, const struct leap_ground *, struct scan *, struct note *);

/* What the functions of the game's table do, on this ground. */
size_t leap_moves(const struct leap *, const struct leap_ground *, struct move *, size_t cap);
bool leap_check(const struct leap *, const struct leap_ground *, const struct move *,
                struct note *);
void leap_apply(struct leap *, const struct leap_ground *, const struct move *);
void leap_leave(struct leap *, const struct leap_ground *, int seat);
size_t leap_warn(const struct leap *, const struct leap_ground *, int seat, struct note *,
                 size_t cap);
enum parsed leap_parse(const struct leap *, const struct leap_ground *, struct scan *,
                       struct move *, struct note *);
void leap_print(const struct leap_ground *, const struct move *, struct text *);
void leap_route(const struct leap *, const struct leap_ground *, const struct move *,
                struct text *);

/* Adds to a drawing of the empty board men, yards, the last move and, as a
 * caption, each seat's steps to go: the least that bring all its men home on
 * a board without others. A swap has the caption "swapped": a man of {{1}} went
 * from {{2}} to {{3}}. */
void leap_draw(const struct leap *, const struct leap_ground *, const struct move *last,
               size_t count, struct figures *);

#endif
