/*
 * jump_race.h: men who step and jump from yard to goal: all that Halma and
 * Chinese Checkers share.
 *
 * The two differ in their board, their options and a few rules; those stand
 * in a struct jump_race_ground and in the rules of the position. Here are the
 * two judges, playing, the text of moves, and the men of a drawing: functions
 * that stand in the game's table as they are. What such a game adds is its
 * boards, its options, set-up, position text and drawing.
 *
 * Moves are those of race_move.h. A move that ends on an opposing man changes
 * places with him: he goes to the origin.
 */
#ifndef POSTMOVE_GAMES_JUMP_RACE_H
#define POSTMOVE_GAMES_JUMP_RACE_H

#include <stddef.h>

#include "games/game.h"

#include "grid.h"
#include "jump.h"
#include "race.h"

/* When men may change places with opposing men in their goal. */
enum jump_race_swap {
    JUMP_RACE_SWAP_NEVER,
    JUMP_RACE_SWAP_FULL, /* while it is full of own and opposing men */
    JUMP_RACE_SWAP_LAST, /* while exactly one own man is outside */
};

/* A board and all that follows from it; no part of the position. */
struct jump_race_ground {
    struct race_ground race;
    const struct jump_board *jumps;
    struct jump_area goal[SEATS_MAX], yard[SEATS_MAX], shut[SEATS_MAX]; /* those of `race` */
    bool several; /* some seat has more sets than one */
    const struct grid *grid;
};

/* Fills the areas from the other fields. */
void jump_race_ground_finish(struct jump_race_ground *);

/* A position of such a game, whole. */
struct jump_race {
    uint8_t ground; /* the number of its board */
    struct jump_ways ways;
    bool far;     /* far jumps */
    uint8_t swap; /* enum jump_race_swap */
    struct race race;
};

/* `identity` of the game's table: all but the counters. */
enum { JUMP_RACE_IDENTITY = offsetof(struct jump_race, race) + offsetof(struct race, made) };

/* Boards are found by number, so that a position can name its own; here the
 * numbers of each kind begin. */
enum { JUMP_RACE_SQUARES = 0, JUMP_RACE_STARS = 8, JUMP_RACE_GROUNDS = 24 };

struct jump_race *jump_race(struct position *);
const struct jump_race *jump_race_const(const struct position *);

/* The board of that number. Its game makes it before the first use, when
 * `jumps` is NULL, and nobody changes it again. */
struct jump_race_ground *jump_race_ground(int number);

/* That of a position. */
const struct jump_race_ground *jump_race_board(const struct jump_race *);

/* Sets all men up, or takes what stands behind the rows of a position text
 * (race_read), on a board that holds what else there is. */
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
enum parsed jump_race_parse(const struct position *, struct scan *, struct move *, struct note *);
void jump_race_print(const struct position *, const struct move *, struct text *);
void jump_race_route(const struct position *, const struct move *, struct text *);
void jump_race_encode(const struct position *, struct text *);

/* Adds to a drawing of the empty board men, yards, the last move and, as a
 * caption, each seat's steps to go: the least that bring all its men home on
 * a board without others. A swap has the caption "swapped": a man of {{1}} went
 * from {{2}} to {{3}}. */
void jump_race_draw(const struct position *, const struct move *last, size_t count,
                    struct figures *);

#endif
