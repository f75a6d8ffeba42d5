/*
 * race.h: from yard to yard: what the race games share beside their moves.
 *
 * Every set of men has a yard, where it begins, and a goal, where all of it
 * must come to. Most seats have one set, and set and seat are the same
 * number; on a star a seat may have several. This module knows whose turn it
 * is, who has left, who has won, and the second half of the position text.
 * How men move is the game's.
 *
 * After a move, in this order: the mover's side may have won, then the other
 * sides in turn order; a mover with a man left in his yard past the limit is
 * out; the turn passes on; when all in a row have passed it is a draw. A side
 * is a seat, or with `teams` the two seats that face each other.
 *
 * How a game ended is nowhere written down: it follows from the position.
 * Keys of results: "home", "filled", "vacate", "last", "passed".
 */
#ifndef POSTMOVE_GAMES_RACE_H
#define POSTMOVE_GAMES_RACE_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

#include "cells.h"
#include "grid.h"

/* Leaving the goal: no landing outside, no move that ends outside, free. */
enum race_lock { RACE_LOCK_JUMP, RACE_LOCK_END, RACE_LOCK_OFF };

/* What the options of the match decide. */
struct race_rules {
    uint8_t seats;
    bool by_set;      /* sets move in turn, not seats */
    uint8_t lock;     /* enum race_lock */
    bool noland;      /* no move ends in the own yard */
    bool noreturn;    /* no move comes back to it */
    bool teams;       /* seats that face each other are partners */
    bool fill;        /* a goal full of own and opposing men is reached too */
    uint8_t fill_own; /* so many of them must be own; 0: more than half */
    uint8_t vacate;   /* own moves after which no man may stand in the own yard; 0: no limit */
};

/* The yards of a board; no part of the position. */
struct race_ground {
    uint8_t sets;               /* their numbers are below this one */
    int16_t seat_of[SEATS_MAX]; /* whose set; -1: it does not play */
    struct cells yard[SEATS_MAX];
    struct cells goal[SEATS_MAX];
    struct cells shut[SEATS_MAX]; /* where else no move of the set's men may end */
};

/* Part of a position: the last part, since it ends with the counters that
 * repetition does not compare. All its bytes must be set. */
struct race {
    struct men men; /* of owner set + 1; those of the last owner are nobody's */
    struct race_rules rules;
    uint8_t turn;            /* seat or set to move; after a win, the one that moved */
    uint8_t gone[SEATS_MAX]; /* 0: plays; else 1 for the first who had to leave, and so on */

    uint16_t made[SEATS_MAX]; /* own moves made, passes included */
    uint8_t passes;           /* passes in a row */
    bool over;                /* follows from all the others */
};

/* ---- seats at the corners of a grid ----
 *
 * Corners are counted clockwise from the lower right: 0 to 3. A corner's
 * number is also how many quarter turns bring it there. */

enum { CORNERS = 4, CORNER_RANKS = 5 };

/* The corner of a seat: two seats face each other; more of them sit side by side. */
int race_corner(int seats, int seat);

/* A ground whose sets and seats are the same numbers, each with the yard in its
 * corner and the goal in the opposite one: so many squares on each rank, from the
 * edge inwards. */
void race_corners(struct race_ground *, const struct grid *, const uint8_t ranks[CORNER_RANKS],
                  int seats);

/* ---- playing ---- */

/* Whether the rules go together on this ground; if not, the note's key is
 * "teams-few", "fillmin-many" ({{1}}: squares of a yard) or "noreturn-idle". */
bool race_agree(const struct race_rules *, const struct race_ground *, struct note *);

/* Puts every set into its yard, on a board without them; the first is to move. */
void race_begin(struct race *, const struct race_ground *);

/* The seat to move, or -1 when the game is over. */
int race_actor(const struct race *, const struct race_ground *);

/* The seat whose turn it is, be the game over or not. */
int race_mover(const struct race *, const struct race_ground *);

/* Whose man stands on a taken cell; -1: nobody's. */
int race_seat_on(const struct race *, const struct race_ground *, int cell);

/* The seats that are out, in the order they left, and how many they are; and what
 * `gone` is of the last that left, 0 if none has. */
int race_gone_in_order(const struct race *, uint8_t seats[SEATS_MAX]);
int race_last_gone(const struct race *);

/* The men that may move now, as far as it is their turn. */
struct cells race_movers(const struct race *, const struct race_ground *);

/* What yard and goal say about where a move may end. */
struct race_bounds {
    bool in_goal;  /* in the set's goal alone */
    bool off_yard; /* not in its yard */
};

struct race_bounds race_bounds_of(const struct race *, const struct race_ground *, int from);

/* Where a move of the man on `from` may end, as far as yards and goals say. */
struct cells race_ends(const struct race *, const struct race_ground *, int from);

/* Why it may not end on `to`: "locked", "noland", "noreturn", "no-rest" (it
 * is shut), or NULL. */
const char *race_bars(const struct race *, const struct race_ground *, int from, int to);

/* Men of seats that are neither the set's own nor a partner's. */
struct cells race_opponents(const struct race *, const struct race_ground *, int set);

/* Whether the set's goal is full of its own and opposing men, with as many of
 * its own among them as the rules ask for. */
bool race_goal_full(const struct race *, const struct race_ground *, int set);

/* The seat to move has moved its man, or passed: all the tests. True if men
 * have left the board. */
bool race_moved(struct race *, const struct race_ground *, bool passed);

/* A seat leaves between two turns, and its partner with it. With more than
 * two seats their men leave too: where they stand is somebody's goal. True
 * if they have. */
bool race_leave(struct race *, const struct race_ground *, int seat);

void race_result(const struct race *, const struct race_ground *, struct result *);

/* Warns of men who must leave the yard soon: "warn-vacate" ({{1}} men are left
 * there, {{2}} own moves to clear it). Returns how many notes it wrote. */
size_t race_warn(const struct race *, const struct race_ground *, int seat, struct note *,
                 size_t cap);

/* The position text behind the rows: seat (or set) to move, moves made, passes in a
 * row, seats out in the order they left. Reading takes all that is left of
 * the scanner, each field or none from the end on, and judges it against the
 * men on the board; the note's key is one of "position-men" ({{1}} has more
 * than {{2}} men), "position-seat", "position-set", "position-made", "position-passes",
 * "position-out" ({{1}}: how many there may be), "position-gone" (seat {{1}} is
 * out, yet to move or on the board), "position-end". */
bool race_read(struct race *, const struct race_ground *, struct scan *, struct note *);
void race_write(const struct race *, struct text *);

#endif
