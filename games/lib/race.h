/*
 * race.h: from yard to goal: what the race games share besides their moves.
 *
 * Every set of men has a yard, where it begins, and a goal, where all of it must arrive. Most
 * seats have one set, and set and seat are the same number; on a star a seat may have several.
 * This module knows whose turn it is, who has left, who has won, and the position text. How men
 * move is up to the game, and to jump_race.h.
 *
 * After a move, in this order: the mover's side may have won, then the other sides in turn
 * order; a mover with a man left in its yard past the limit is out; the turn passes on; if all
 * in a row have passed it is a draw. A side is a seat or, with `teams`, the two seats that
 * face each other.
 *
 * A struct race is the whole position of such a game, or its beginning, so that functions that
 * take a position stand in the game's table.
 *
 * How a game ended is not stored: it follows from the position. Keys of results: "home",
 * "filled", "vacate", "last", "passed".
 */
#ifndef POSTMOVE_GAMES_RACE_H
#define POSTMOVE_GAMES_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/game.h"

#include "games/lib/cells.h"
#include "games/lib/grid.h"
#include "games/lib/jump.h"

/* Leaving the goal: no landing outside, no move that ends outside, free. */
enum race_lock { RACE_LOCK_JUMP, RACE_LOCK_END, RACE_LOCK_OFF };

/* What the options of the match set. */
struct race_rules {
    uint8_t ground; /* the number of the board */
    uint8_t far;    /* how men move, as the game has it: far jumps, tunnels */
    uint8_t swap;   /* of men that jump: enum jump_race_swap */
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

/* A board and everything that follows from it; it is no part of the position. */
struct race_ground {
    const struct grid *grid;
    const struct jump_board *jumps; /* NULL if men do not jump */
    uint8_t sets;                   /* numbers of sets are below this */
    bool several;                   /* some seat has more than one set */
    int16_t seat_of[SEATS_MAX];     /* the seat that has the set; -1: the set does not play */
    struct jump_area yard[SEATS_MAX];
    struct jump_area goal[SEATS_MAX];
    struct jump_area shut[SEATS_MAX]; /* further cells where no move of the set's men may end */
};

/* Boards are found by number, so that a position can name its own; the numbers of each kind
 * begin here. A game makes a board before its first use, when `grid` is NULL; it is never changed
 * again. */
enum { RACE_SQUARES = 0, RACE_STARS = 8, RACE_POINTS = 24, RACE_GROUNDS = 32 };

extern struct race_ground race_grounds[RACE_GROUNDS];

/* All its bytes must be set. */
struct race {
    struct men men; /* of owner set + 1; those of the last owner belong to nobody */
    struct race_rules rules;
    uint8_t turn;            /* seat or set to move; after a win, the one that moved */
    uint8_t gone[SEATS_MAX]; /* 0: it plays; else 1 for the first that had to leave, and so on */

    uint16_t made[SEATS_MAX]; /* own moves made, including passes */
    uint8_t passes;           /* passes in a row */
    bool over;                /* follows from all the others */
    struct jump_ways ways;    /* follows from the men; all 0 if they do not jump */
};

/* `identity` of the game's table: everything except the counters and what follows. */
enum { RACE_IDENTITY = offsetof(struct race, made) };

static inline struct race *race_of(struct position *position)
{
    return (struct race *)(void *)position->bytes;
}

static inline const struct race *race_in(const struct position *position)
{
    return (const struct race *)(const void *)position->bytes;
}

/* The board of a position. */
static inline const struct race_ground *race_ground(const struct race *race)
{
    return &race_grounds[race->rules.ground];
}

/* ---- seats at the corners of a grid ----
 *
 * Corners are counted clockwise from the lower right: 0 to 3. A corner's number is also the
 * number of quarter turns that bring it there. */

enum { CORNERS = 4, CORNER_RANKS = 5 };

/* The corner of a seat: two seats face each other; more of them sit side by side. */
int race_corner(int seats, int seat);

/* Makes a ground, whose `grid` is set, on which sets and seats have the same numbers, each with the
 * yard in its corner and the goal in the opposite one. `ranks` is the number of squares on each
 * rank of a yard, from the edge inwards. */
void race_corners(struct race_ground *, const uint8_t ranks[CORNER_RANKS], int seats);

/* ---- playing ---- */

/* True if the rules fit each other on their ground; if not, the note's key is "teams-few",
 * "fillmin-many" ({{1}}: squares of a yard) or "noreturn-idle". */
bool race_agree(const struct race *, struct note *);

/* Puts every set into its yard, on a board without them. The first seat is to move. */
void race_begin(struct race *);

/* True if two seats win together. */
bool race_partners(const struct position *, int seat, int other);

/* The seat to move, or -1 when the game is over. */
int race_actor(const struct position *);

/* The seat whose turn it is, even if the game is over. */
int race_mover(const struct race *);

/* The seat of the man on a taken cell; -1: it belongs to nobody. */
int race_seat_on(const struct race *, int cell);

/* Finds the seats that are out, in the order they left, and returns their
 * number. */
int race_gone_in_order(const struct race *, uint8_t seats[SEATS_MAX]);

/* The men of the seat or set whose turn it is: those that may move now. */
struct cells race_movers(const struct race *);

/* The limits that yard and goal set for the end of a move. */
struct race_bounds {
    bool in_goal;  /* only in the set's goal */
    bool off_yard; /* not in its yard */
};

struct race_bounds race_bounds_of(const struct race *, int from);

/* The cells where a move of the man on `from` may end, as far as yards and goals are
 * concerned. */
struct cells race_ends(const struct race *, int from);

/* Why it may not end on `to`: "locked", "noland", "noreturn", "no-rest" (the cell is in
 * `shut`), or NULL. */
const char *race_bars(const struct race *, int from, int to);

/* The men of seats other than the set's own and its partner's. */
struct cells race_opponents(const struct race *, int set);

/* True if the set's goal is full of its own and opposing men, with as many own men among them
 * as the rules need. */
bool race_goal_full(const struct race *, int set);

/* Call it after the seat to move has moved its man, or passed: makes all the tests. */
void race_moved(struct race *, bool passed);

/* A seat leaves between two turns, and its partner with it. With more than two seats their men
 * leave too, since they stand in somebody's goal. */
void race_leave(struct position *, int seat);

void race_result(const struct position *, struct result *);

/* Warns of men that must leave the yard soon: "warn-vacate" ({{1}} men are left there, {{2}}
 * own moves to clear it). Returns how many notes it wrote. */
size_t race_warn(const struct position *, int seat, struct note *, size_t cap);

/* The position text: rows, seat (or set) to move, moves made, passes in a row, seats
 * out in the order they left. Reading needs a board without men, takes all of the scanner and
 * allows these `digits`, as grid_read_rows has them; fields may be missing from the end. It checks
 * the fields against the men on the board; the note's key is one of those of grid_read_rows,
 * "position-men" ({{1}} has more than {{2}} men), "position-seat", "position-set",
 * "position-made", "position-passes", "position-out" ({{1}}: how many there may be),
 * "position-gone" (seat {{1}} is out, yet to move or on the board), "position-end". */
bool race_read(struct race *, unsigned digits, struct scan *, struct note *);
void race_encode(const struct position *, struct text *);

/*
 * ---- moves, in race_move.c ----
 *
 * A move is the pair of cells it begins and ends on: two bytes, origin and destination. A forced
 * pass is one byte, RACE_PASS.
 */

enum { RACE_PASS = 0 };

/* Ends the list, and returns the number of moves on it. A list without moves gets the pass. */
size_t race_list_end(struct move_list *);

/* How every `check` begins, after which the move is a pass or two cells: false with one of the
 * notes "match-over", "not-a-move", "pass-unforced", "must-pass". `moves` is that of the game. */
typedef size_t race_moves(const struct position *, struct move *, size_t cap);
bool race_check(const struct position *, race_moves *, const struct move *, struct note *);

/* Reads "pass", or a whole route as route_parse does: its first and last cell are the move.
 * `cell` and `count` are the cells of the whole route; for a pass `count` is 0. */
enum parsed race_parse(struct scan *, const struct grid *, struct move *, uint8_t cell[ROUTE_MAX],
                       size_t *count, struct note *);

/* Cells with `-` between them; and a move, "a1-b3" or "pass". */
void race_print_cells(const struct grid *, const uint8_t *cell, size_t count, struct text *);
void race_print(const struct position *, const struct move *, struct text *);

/* ---- men and yards, on a drawing of the empty board ---- */

void race_draw_men(const struct race *, struct figures *);

/* ---- the last move on the board, and the captions besides the steps to go ----
 *
 * With more than two seats a caption names the seats that are out, since their men are off the
 * board: "out" ({{1}}) or with partners "out-side" ({{1}} and {{2}}), and "limit" or
 * "limit-side" after the turn that broke the yard limit. Partners are named while they play:
 * "partners" ({{1}} and {{2}}). If sets move in turn, the one to move is named while the game
 * lasts: "set-to-move" ({{1}}: its number).
 *
 * The tally has "made" for each seat ({{1}}) and the moves that it has made ({{2}});
 * "passes-in-a-row" ({{1}}), if there are any; and "gone", the seats that are out, in the
 * order they left. */

/* Marks the cells that the last turn left and came to, and adds its captions after those that
 * the figures have, at most SEATS_MAX + 1. In `last` a length of 2 means two cells, from and
 * to, a length of 1 a pass. */
void race_draw_last(const struct race *, const struct move *last, size_t count, struct figures *);

#endif
