/*
 * race.h: from yard to goal: what the race games share besides their moves.
 *
 * Every set of men has a yard, where it begins, and a goal, where all of it must arrive. Most
 * seats have one set, and set and seat are the same number; on a star a seat may have several.
 * This module knows whose turn it is, who has left, who has won, and the second half of the
 * position text. How men move is up to the game.
 *
 * After a move, in this order: the mover's side may have won, then the other sides in turn
 * order; a mover with a man left in its yard past the limit is out; the turn passes on; if all
 * in a row have passed it is a draw. A side is a seat or, with `teams`, the two seats that
 * face each other.
 *
 * How a game ended is not stored: it follows from the position. Keys of results: "home",
 * "filled", "vacate", "last", "passed".
 */
#ifndef POSTMOVE_GAMES_RACE_H
#define POSTMOVE_GAMES_RACE_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

#include "games/lib/cells.h"
#include "games/lib/grid.h"

/* Leaving the goal: no landing outside, no move that ends outside, free. */
enum race_lock { RACE_LOCK_JUMP, RACE_LOCK_END, RACE_LOCK_OFF };

/* What the options of the match set. */
struct race_rules {
    uint8_t seats;
    bool by_set;      /* sets move in turn, not seats */
    uint8_t lock;     /* enum race_lock */
    bool noland;      /* no move ends in the own yard */
    bool noreturn;    /* no move returns to it */
    bool teams;       /* seats that face each other are partners */
    bool fill;        /* a goal that is full of own and opposing men counts as reached, too */
    uint8_t fill_own; /* so many of them must be own men; 0: more than half */
    uint8_t vacate;   /* number of own moves after which no man may be in its own yard; 0: no
                         limit */
};

/* The yards of a board; they are no part of the position. */
struct race_ground {
    uint8_t sets;               /* numbers of sets are below this */
    int16_t seat_of[SEATS_MAX]; /* the seat that has the set; -1: the set does not play */
    struct cells yard[SEATS_MAX];
    struct cells goal[SEATS_MAX];
    struct cells shut[SEATS_MAX]; /* further cells where no move of the set's men may end */
};

/* Part of a position: the last part, since at its end are the counters, which repetition does
 * not compare. All its bytes must be set. */
struct race {
    struct men men; /* of owner set + 1; those of the last owner belong to nobody */
    struct race_rules rules;
    uint8_t turn;            /* seat or set to move; after a win, the one that moved */
    uint8_t gone[SEATS_MAX]; /* 0: it plays; else 1 for the first that had to leave, and so on */

    uint16_t made[SEATS_MAX]; /* own moves made, including passes */
    uint8_t passes;           /* passes in a row */
    bool over;                /* follows from all the others */
};

/* ---- seats at the corners of a grid ----
 *
 * Corners are counted clockwise from the lower right: 0 to 3. A corner's number is also the
 * number of quarter turns that bring it there. */

enum { CORNERS = 4, CORNER_RANKS = 5 };

/* The corner of a seat: two seats face each other; more of them sit side by side. */
int race_corner(int seats, int seat);

/* Makes a ground on which sets and seats have the same numbers, each with the yard in its
 * corner and the goal in the opposite one. `ranks` is the number of squares on each rank of a
 * yard, from the edge inwards. */
void race_corners(struct race_ground *, const struct grid *, const uint8_t ranks[CORNER_RANKS],
                  int seats);

/* ---- playing ---- */

/* True if the rules fit each other on this ground; if not, the note's key is "teams-few",
 * "fillmin-many" ({{1}}: squares of a yard) or "noreturn-idle". */
bool race_agree(const struct race_rules *, const struct race_ground *, struct note *);

/* Puts every set into its yard, on a board without them. The first seat is to move. */
void race_begin(struct race *, const struct race_ground *);

/* True if two seats win together. */
bool race_partners(const struct race *, int seat, int other);

/* The seat to move, or -1 when the game is over. */
int race_actor(const struct race *, const struct race_ground *);

/* The seat whose turn it is, even if the game is over. */
int race_mover(const struct race *, const struct race_ground *);

/* The seat of the man on a taken cell; -1: it belongs to nobody. */
int race_seat_on(const struct race *, const struct race_ground *, int cell);

/* race_gone_in_order finds the seats that are out, in the order they left, and returns their
 * number. race_last_gone is `gone` of the last that left, 0 if none has. */
int race_gone_in_order(const struct race *, uint8_t seats[SEATS_MAX]);
int race_last_gone(const struct race *);

/* The men of the seat or set whose turn it is: those that may move now. */
struct cells race_movers(const struct race *, const struct race_ground *);

/* The limits that yard and goal set for the end of a move. */
struct race_bounds {
    bool in_goal;  /* only in the set's goal */
    bool off_yard; /* not in its yard */
};

struct race_bounds race_bounds_of(const struct race *, const struct race_ground *, int from);

/* The cells where a move of the man on `from` may end, as far as yards and goals are
 * concerned. */
struct cells race_ends(const struct race *, const struct race_ground *, int from);

/* Why it may not end on `to`: "locked", "noland", "noreturn", "no-rest" (the cell is in
 * `shut`), or NULL. */
const char *race_bars(const struct race *, const struct race_ground *, int from, int to);

/* The men of seats other than the set's own and its partner's. */
struct cells race_opponents(const struct race *, const struct race_ground *, int set);

/* True if the set's goal is full of its own and opposing men, with as many own men among them
 * as the rules need. */
bool race_goal_full(const struct race *, const struct race_ground *, int set);

/* Call it after the seat to move has moved its man, or passed: makes all the tests. True if
 * men have left the board. */
bool race_moved(struct race *, const struct race_ground *, bool passed);

/* A seat leaves between two turns, and its partner with it. With more than two seats their men
 * leave too, since they stand in somebody's goal. True if men have left. */
bool race_leave(struct race *, const struct race_ground *, int seat);

void race_result(const struct race *, const struct race_ground *, struct result *);

/* Warns of men that must leave the yard soon: "warn-vacate" ({{1}} men are left there, {{2}}
 * own moves to clear it). Returns how many notes it wrote. */
size_t race_warn(const struct race *, const struct race_ground *, int seat, struct note *,
                 size_t cap);

/* The position text behind the rows: seat (or set) to move, moves made, passes in a row, seats
 * out in the order they left. Reading takes all the rest of the scanner; fields may be missing
 * from the end. It checks the fields against the men on the board; the note's key is one of
 * "position-men" ({{1}} has more than {{2}} men), "position-seat", "position-set",
 * "position-made", "position-passes", "position-out" ({{1}}: how many there may be),
 * "position-gone" (seat {{1}} is out, yet to move or on the board), "position-end". */
bool race_read(struct race *, const struct race_ground *, struct scan *, struct note *);
void race_write(const struct race *, struct text *);

#endif
