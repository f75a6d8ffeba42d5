/*
 * force.h: which roamers an action captures, by sets of squares.
 *
 * All sides of all roamers are looked at together, with shifts (T16): a side
 * is open if there is no barrier and an empty square behind it, penetrable if
 * there is an own resting barrier before an empty square, or a friend and no
 * barrier. A roamer without an open side is in force (T18), one without a
 * penetrable side either is entrapped (T17).
 *
 * An action ends in one or more ways: where two roamers of a side come into
 * force, the mover may have the choice who goes (T21 to T23).
 */
#ifndef POSTMOVE_GAMES_FORCE_H
#define POSTMOVE_GAMES_FORCE_H

#include "trap.h"

enum { FORCE_ENDINGS_MAX = 128 }; /* of one action; more than any has */

struct force {
    uint64_t open;               /* squares with an open side, whoever stands there */
    uint64_t narrow;             /* roamers with at most one open side */
    uint64_t forced[TRAP_SEATS]; /* roamers in force */
    uint64_t entrapped;          /* of both sides */
};

void force_look(const struct trap *, struct force *);

/* What must be known of the position before an action to judge it. */
struct force_before {
    uint64_t forced[TRAP_SEATS]; /* who was in force already */
    uint64_t relieve;            /* the own one that a roamer move must relieve; or empty */
};

void force_before(const struct trap *, struct force_before *);

/* The position after an action before anybody in force is captured: the
 * entrapped are gone, the roamer that moved first of all (T17). */
struct force_after {
    struct trap trap;
    struct force force;
    uint64_t roamers[TRAP_SEATS]; /* with the entrapped */
    bool doubled, own_doubled;    /* two in force on some side, on the mover's */
};

void force_act(const struct trap *, const struct move *, struct force_after *);

/* The sets of roamers that may be captured then, each once, as far as they
 * leave nobody unrelieved who has to be; at least one if the action is legal. */
struct force_endings {
    size_t count;
    uint64_t captured[FORCE_ENDINGS_MAX];
};

void force_endings(const struct force_after *, const struct move *, const struct force_before *,
                   struct force_endings *);

/* Whether it leaves nobody unrelieved where nobody is captured for force. */
bool force_relieves(const struct trap *, uint64_t open, const struct move *,
                    const struct force_before *);

/* Plays a legal action to its end; `gone` are the roamers it captured. */
void force_play(struct trap *, const struct move *, uint64_t gone[TRAP_SEATS]);

#endif
