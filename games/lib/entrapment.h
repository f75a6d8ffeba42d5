/*
 * entrapment.h: the position of Entrapment, roamers and barriers on a board with
 * edges, and what an action itself changes.
 *
 * An action is one move of game.h, made of numbers of squares and edges:
 *
 *     ACTION_PLACE     square                 a roamer comes onto the board
 *     ACTION_MOVE      from, to               a roamer goes
 *     ACTION_BARRIER   edge                 a barrier from the supply
 *     ACTION_RELOCATE  from, to               an own barrier to another edge
 *
 * and behind these the squares of the roamers that the mover lets go where he
 * has a choice, in order. Who is captured is not known here: see force.h and,
 * told plainly, surround.h.
 */
#ifndef POSTMOVE_GAMES_ENTRAPMENT_H
#define POSTMOVE_GAMES_ENTRAPMENT_H

#include "games/game.h"

#include "edges.h"

enum { ENTRAPMENT_SEATS = 2, ENTRAPMENT_ROAMERS_MAX = 4, ENTRAPMENT_BARRIERS_MAX = 60 };

enum action_kind { ACTION_PLACE, ACTION_MOVE, ACTION_BARRIER, ACTION_RELOCATE, ACTION_KINDS };

/* What is to be done: place a roamer, the turn of a single action, or the
 * first or second of two. */
enum action_phase { PHASE_SETTING_UP, PHASE_SINGLE, PHASE_FIRST, PHASE_SECOND };

/* Why a match is over though both have roamers. */
enum entrapment_end { END_NONE, END_CAPTURE, END_LEFT };

struct entrapment {
    uint64_t roamers[ENTRAPMENT_SEATS];     /* on the board */
    struct edges resting[ENTRAPMENT_SEATS]; /* barriers by owner */
    struct edges standing;                  /* barriers on end, nobody's any more */
    uint8_t hand[ENTRAPMENT_SEATS];         /* roamers still to place */
    uint8_t supply[ENTRAPMENT_SEATS];       /* barriers not on the board */
    uint8_t turn;  /* the seat to act; with an end, the one that has lost */
    uint8_t phase; /* enum action_phase */
    uint8_t end;   /* enum entrapment_end */
    uint8_t ranks;
    uint8_t roamers_each, barriers_each;
    uint8_t fast;      /* the first capture decides */
    uint8_t selfforce; /* a second own roamer may come into force */
    uint8_t unused[4]; /* zeros: they fill up the last word */
};

/* Whoever has no roamer on the board and none to place is out. */
bool entrapment_is_out(const struct entrapment *, int seat);

/* The seat that has lost, or -1. */
int entrapment_loser(const struct entrapment *);

/* How many squares or edges come before the roamers let go. */
size_t action_places(enum action_kind);

/* The set of the roamers let go, and the action with these instead. */
uint64_t action_victims(const struct move *);
struct move action_naming(const struct move *, uint64_t victims);

/* Carries out a legal action: what moves is moved, what is jumped stands on
 * end. Gives the square of the roamer that moved, as a set; the empty set if
 * none did. */
uint64_t entrapment_change(struct entrapment *, const struct move *);

/* Passes the right to act on. */
void entrapment_pass_on(struct entrapment *);

#endif
