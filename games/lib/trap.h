/*
 * trap.h: the position of Entrapment, roamers and barriers on a board with
 * grooves, and what an action itself changes.
 *
 * An action is one move of game.h, made of numbers of squares and grooves:
 *
 *     TRAP_PLACE     square                 a roamer comes onto the board
 *     TRAP_MOVE      from, to               a roamer goes
 *     TRAP_BARRIER   groove                 a barrier from the supply
 *     TRAP_RELOCATE  from, to               an own barrier to another groove
 *
 * and behind these the squares of the roamers that the mover lets go where he
 * has a choice, in order. Who is captured is not known here: see force.h and,
 * told plainly, surround.h.
 */
#ifndef POSTMOVE_GAMES_TRAP_H
#define POSTMOVE_GAMES_TRAP_H

#include "games/game.h"

#include "grooves.h"

enum { TRAP_SEATS = 2, TRAP_ROAMERS_MAX = 4, TRAP_BARRIERS_MAX = 60 };

enum trap_kind { TRAP_PLACE, TRAP_MOVE, TRAP_BARRIER, TRAP_RELOCATE, TRAP_KINDS };

/* What is to be done: place a roamer, the turn of a single action, or the
 * first or second of two. */
enum trap_phase { TRAP_SETTING_UP, TRAP_SINGLE, TRAP_FIRST, TRAP_SECOND };

/* Why a match is over though both have roamers. */
enum trap_end { TRAP_NO_END, TRAP_CAPTURE, TRAP_LEFT };

struct trap {
    uint64_t roamers[TRAP_SEATS];       /* on the board */
    struct grooves resting[TRAP_SEATS]; /* barriers by owner */
    struct grooves standing;            /* barriers on end, nobody's any more */
    uint8_t hand[TRAP_SEATS];           /* roamers still to place */
    uint8_t supply[TRAP_SEATS];         /* barriers not on the board */
    uint8_t turn;                       /* the seat to act; with an end, the one that has lost */
    uint8_t phase;                      /* enum trap_phase */
    uint8_t end;                        /* enum trap_end */
    uint8_t ranks;
    uint8_t roamers_each, barriers_each;
    uint8_t fast;      /* the first capture decides */
    uint8_t selfforce; /* a second own roamer may come into force */
    uint8_t unused[4]; /* zeros: they fill up the last word */
};

/* Whoever has no roamer on the board and none to place is out. */
bool trap_is_out(const struct trap *, int seat);

/* The seat that has lost, or -1. */
int trap_loser(const struct trap *);

/* How many squares or grooves come before the roamers let go. */
size_t trap_places(enum trap_kind);

/* The set of the roamers let go, and the action with these instead. */
uint64_t trap_victims(const struct move *);
struct move trap_naming(const struct move *, uint64_t victims);

/* Carries out a legal action: what moves is moved, what is jumped stands on
 * end. Gives the square of the roamer that moved, as a set; the empty set if
 * none did. */
uint64_t trap_change(struct trap *, const struct move *);

/* Passes the right to act on. */
void trap_pass_on(struct trap *);

#endif
