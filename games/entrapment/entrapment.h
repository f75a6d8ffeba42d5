/*
 * entrapment.h: the position of Entrapment, roamers and barriers on a board with edges, and
 * what an action itself changes.
 *
 * The board has seven files of six or seven ranks. A square is a number, eight times its file
 * plus its rank, both counted from 0; so a set of squares is one word, a step is a shift of
 * it, and bits that are shifted over the rim belong to no square. Between every two neighbours
 * is an edge. It is named after the square below it or left of it: the flat edge of a square
 * is above it, called d3h, the upright one to its right, d3v. Its number is the square's, with
 * EDGES_UPRIGHT added if it is upright.
 *
 * An action is one move of game.h, made of numbers of squares and edges:
 *
 *     ACTION_PLACE     square                 a roamer comes onto the board
 *     ACTION_MOVE      from, to               a roamer moves
 *     ACTION_BARRIER   edge                   a barrier from the supply
 *     ACTION_RELOCATE  from, to               an own barrier to another edge
 *
 * and, after these, the squares of the roamers that the mover gives up if there is a choice,
 * in order. This file does not know who is captured: see force.h.
 */
#ifndef POSTMOVE_GAMES_ENTRAPMENT_H
#define POSTMOVE_GAMES_ENTRAPMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

/* ---- squares and edges ---- */

enum {
    EDGES_OFF = -1,
    EDGES_FILES = 7,
    EDGES_RANKS_MAX = 7,
    EDGES_FILE = 8, /* added to a square, the next one on its rank */
    EDGES_SQUARES = 64,
    EDGES_UPRIGHT = 64,
    EDGES_NUMBERS = 128,
};

/* Ways to go, clockwise. */
enum edges_way { WAY_NORTH, WAY_EAST, WAY_SOUTH, WAY_WEST, WAYS };

/* The two directions of edges. */
enum edges_lie { EDGES_FLAT, EDGES_UP, EDGES_LIES };

static inline int edges_step(int lie)
{
    return lie == EDGES_FLAT ? 1 : EDGES_FILE;
}

/* A set of edges, each at the bit of its square. */
struct edges {
    uint64_t at[EDGES_LIES];
};

static inline uint64_t edges_bit(int number)
{
    return (uint64_t)1 << (number & 63);
}

static inline bool edges_has(const struct edges *set, int edge)
{
    return (set->at[edge / EDGES_UPRIGHT] & edges_bit(edge)) != 0;
}

static inline void edges_add(struct edges *set, int edge)
{
    set->at[edge / EDGES_UPRIGHT] |= edges_bit(edge);
}

static inline void edges_drop(struct edges *set, int edge)
{
    set->at[edge / EDGES_UPRIGHT] &= ~edges_bit(edge);
}

/* How many squares a set has; edges_several: true if it has two or more. */
int edges_count(uint64_t set);

static inline bool edges_several(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

/* The first square of a set that is not empty. */
static inline int edges_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* The squares and the edges of the board with so many ranks. */
uint64_t edges_squares(int ranks);
struct edges edges_all(int ranks);

/* The square of that file and rank; EDGES_OFF beyond the board. */
int edges_square(int ranks, int file, int rank);

/* The next square that way, and the edge in between; EDGES_OFF at the rim of the board. */
int edges_ahead(int ranks, int square, int way);
int edges_beside(int ranks, int square, int way);

/* ---- names ---- */

struct argument edges_square_argument(int square);
struct argument edges_argument(int edge);

/* ---- positions ---- */

enum { ENTRAPMENT_SEATS = 2, ENTRAPMENT_ROAMERS_MAX = 4, ENTRAPMENT_BARRIERS_MAX = 60 };

enum action_kind { ACTION_PLACE, ACTION_MOVE, ACTION_BARRIER, ACTION_RELOCATE, ACTION_KINDS };

/* What is to be done: place a roamer, a turn's single action, or the first or second of two. */
enum action_phase { PHASE_SETTING_UP, PHASE_SINGLE, PHASE_FIRST, PHASE_SECOND };

/* Why a match is over although both have roamers. */
enum entrapment_end { END_NONE, END_CAPTURE, END_LEFT };

struct entrapment {
    uint64_t roamers[ENTRAPMENT_SEATS];     /* on the board */
    struct edges resting[ENTRAPMENT_SEATS]; /* barriers by owner */
    struct edges standing;                  /* barriers on end, which belong to nobody any more */
    uint8_t hand[ENTRAPMENT_SEATS];         /* roamers still to place */
    uint8_t supply[ENTRAPMENT_SEATS];       /* barriers not on the board */
    uint8_t turn;  /* the seat to act; if `end` is set, the one that has lost */
    uint8_t phase; /* enum action_phase */
    uint8_t end;   /* enum entrapment_end */
    uint8_t ranks;
    uint8_t roamers_each, barriers_each;
    uint8_t fast;      /* the first capture decides */
    uint8_t selfforce; /* a second own roamer may come into force */
    uint8_t unused[4]; /* zeros, to fill the last word */
};

/* Whose roamer stands on a square, and whose barrier is in an edge: a seat, OWNER_NOBODY for none,
 * or OWNER_STANDING for a barrier on end. */
enum { OWNER_STANDING = ENTRAPMENT_SEATS, OWNER_NOBODY };
int entrapment_roamer(const struct entrapment *, int square);
int entrapment_barrier(const struct entrapment *, int edge);

/* True if a seat has no roamer on the board and none to place. */
bool entrapment_is_out(const struct entrapment *, int seat);

/* The seat that has lost, or -1. */
int entrapment_loser(const struct entrapment *);

/* How many squares or edges come before the roamers that are given up. */
size_t action_places(enum action_kind);

/* The set of the roamers that an action gives up; and the action with others in their place. */
uint64_t action_victims(const struct move *);
struct move action_naming(const struct move *, uint64_t victims);

/* Carries out a legal action: moves what moves, and puts what is jumped on end. Returns the
 * square of the roamer that moved, as a set; the empty set if none did. */
uint64_t entrapment_change(struct entrapment *, const struct move *);

/* Makes it the other seat's turn, or the next action of this one. */
void entrapment_pass_on(struct entrapment *);

#endif
