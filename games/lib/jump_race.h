/*
 * jump_race.h: men that step and jump from yard to goal: all that Halma and Chinese Checkers
 * share.
 *
 * The two differ in their board, their options and a few rules; these are in a struct
 * race_ground and in the rules of the position. Here are the two judges, playing, the
 * text of moves, and the men of a drawing, as functions for the game's table. Such a game adds
 * its boards, its options, set-up, position text and drawing.
 *
 * Moves are those of race.h. A move that ends on an opposing man changes places with it:
 * that man goes to the origin.
 */
#ifndef POSTMOVE_GAMES_JUMP_RACE_H
#define POSTMOVE_GAMES_JUMP_RACE_H

#include <stddef.h>

#include "games/game.h"

#include "games/lib/race.h"

/* When men may change places with opposing men in their goal. */
enum jump_race_swap {
    JUMP_RACE_SWAP_NEVER,
    JUMP_RACE_SWAP_FULL, /* while it is full of own and opposing men */
    JUMP_RACE_SWAP_LAST, /* while exactly one own man is outside */
};

/* Fills in the areas of a ground from their cells, once its `jumps` are set. */
void jump_race_ground_finish(struct race_ground *);

/* For the game's table, beside the functions of race.h. */
size_t jump_race_moves(const struct position *, struct move *, size_t cap);
bool jump_race_check(const struct position *, const struct move *, struct note *);
void jump_race_apply(struct position *, const struct move *);
size_t jump_race_warn(const struct position *, int seat, struct note *, size_t cap);
int jump_race_distance(const struct position *, int seat);
int jump_race_standing(const struct position *, int seat);
enum parsed jump_race_parse(const struct position *, struct scan *, struct move *, struct note *);
void jump_race_route(const struct position *, const struct move *, struct text *);

/* Adds to a drawing of the empty board men, yards, the last move and, as a caption, each
 * seat's steps to go: the fewest that bring all its men home if nobody else is on the board. A
 * swap has the caption "swapped": a man of {{1}} went from {{2}} to {{3}}. */
void jump_race_draw(const struct position *, const struct move *last, size_t count,
                    struct figures *);

#endif
