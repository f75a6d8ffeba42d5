/*
 * jump_race.h: men that step and jump from yard to goal: all that Halma and Chinese Checkers
 * share.
 *
 * The two differ in their board, their options and a few rules; these are in a struct
 * jump_race_ground and in the rules of the position. Here are the two judges, playing, the
 * text of moves, and the men of a drawing, as functions for the game's table. Such a game adds
 * its boards, its options, set-up, position text and drawing.
 *
 * Moves are those of race_move.h. A move that ends on an opposing man changes places with it:
 * that man goes to the origin.
 */
#ifndef POSTMOVE_GAMES_JUMP_RACE_H
#define POSTMOVE_GAMES_JUMP_RACE_H

#include <stddef.h>

#include "games/game.h"

#include "games/lib/grid.h"
#include "games/lib/jump.h"
#include "games/lib/race.h"

/* When men may change places with opposing men in their goal. */
enum jump_race_swap {
    JUMP_RACE_SWAP_NEVER,
    JUMP_RACE_SWAP_FULL, /* while it is full of own and opposing men */
    JUMP_RACE_SWAP_LAST, /* while exactly one own man is outside */
};

/* A board and everything that follows from it; it is no part of the position. */
struct jump_race_ground {
    struct race_ground race;
    const struct jump_board *jumps;
    struct jump_area goal[SEATS_MAX], yard[SEATS_MAX], shut[SEATS_MAX]; /* those of `race` */
    bool several; /* some seat has more than one set */
    const struct grid *grid;
};

/* Fills the areas from the other fields. */
void jump_race_ground_finish(struct jump_race_ground *);

/* The whole position of such a game. */
struct jump_race {
    uint8_t ground; /* the number of its board */
    struct jump_ways ways;
    bool far;     /* far jumps */
    uint8_t swap; /* enum jump_race_swap */
    struct race race;
};

/* `identity` of the game's table: everything except the counters. */
enum { JUMP_RACE_IDENTITY = offsetof(struct jump_race, race) + offsetof(struct race, made) };

/* Boards are found by number, so that a position can name its own; the numbers of each kind
 * begin here. */
enum { JUMP_RACE_SQUARES = 0, JUMP_RACE_STARS = 8, JUMP_RACE_GROUNDS = 24 };

struct jump_race *jump_race(struct position *);
const struct jump_race *jump_race_const(const struct position *);

/* The board of that number. Its game makes it before the first use, when `jumps` is NULL; it
 * is never changed again. */
struct jump_race_ground *jump_race_ground(int number);

/* The board of a position. */
const struct jump_race_ground *jump_race_board(const struct jump_race *);

/* jump_race_begin sets up all men; jump_race_read reads the text behind the rows of a position
 * text (race_read). Everything else must be set on the board. */
void jump_race_begin(struct jump_race *);
bool jump_race_read(struct jump_race *, struct scan *, struct note *);

/* For the game's table. */
int jump_race_actor(const struct position *);
size_t jump_race_moves(const struct position *, struct move *, size_t cap);
bool jump_race_check(const struct position *, const struct move *, struct note *);
void jump_race_apply(struct position *, const struct move *);
void jump_race_leave(struct position *, int seat);
void jump_race_result(const struct position *, struct result *);
size_t jump_race_warn(const struct position *, int seat, struct note *, size_t cap);
int jump_race_distance(const struct position *, int seat);
int jump_race_standing(const struct position *, int seat);
bool jump_race_partners(const struct position *, int seat, int other);
enum parsed jump_race_parse(const struct position *, struct scan *, struct move *, struct note *);
void jump_race_print(const struct position *, const struct move *, struct text *);
void jump_race_route(const struct position *, const struct move *, struct text *);
void jump_race_encode(const struct position *, struct text *);

/* Adds to a drawing of the empty board men, yards, the last move and, as a caption, each
 * seat's steps to go: the fewest that bring all its men home if nobody else is on the board. A
 * swap has the caption "swapped": a man of {{1}} went from {{2}} to {{3}}. */
void jump_race_draw(const struct position *, const struct move *last, size_t count,
                    struct figures *);

#endif
