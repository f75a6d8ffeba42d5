/*
 * force.h: which roamers an action captures, by sets of squares; and all legal
 * actions.
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

#include "entrapment.h"

enum { FORCE_ENDINGS_MAX = 128 }; /* of one action; more than any has */

struct force {
    uint64_t open;                     /* squares with an open side, whoever stands there */
    uint64_t narrow;                   /* roamers with at most one open side */
    uint64_t forced[ENTRAPMENT_SEATS]; /* roamers in force */
    uint64_t entrapped;                /* of both sides */
};

void force_look(const struct entrapment *, struct force *);

/* What must be known of the position before an action to judge it. */
struct force_before {
    uint64_t forced[ENTRAPMENT_SEATS]; /* who was in force already */
    uint64_t relieve;                  /* the own one that a roamer move must relieve; or empty */
};

void force_before(const struct entrapment *, struct force_before *);

/* The position after an action before anybody in force is captured: the
 * entrapped are gone, the roamer that moved first of all (T17). */
struct force_after {
    struct entrapment now;
    struct force force;
    uint64_t roamers[ENTRAPMENT_SEATS]; /* with the entrapped */
    bool doubled, own_doubled;          /* two in force on some side, on the mover's */
};

void force_act(const struct entrapment *, const struct move *, struct force_after *);

/* The sets of roamers that may be captured then, each once, as far as they
 * leave nobody unrelieved who has to be; at least one if the action is legal. */
struct force_endings {
    size_t count;
    uint64_t captured[FORCE_ENDINGS_MAX];
};

void force_endings(const struct force_after *, const struct move *, const struct force_before *,
                   struct force_endings *);

/* Whether it leaves nobody unrelieved where nobody is captured for force. */
bool force_relieves(const struct entrapment *, uint64_t open, const struct move *,
                    const struct force_before *);

/* Plays a legal action to its end; `gone` are the roamers it captured. */
void force_play(struct entrapment *, const struct move *, uint64_t gone[ENTRAPMENT_SEATS]);

/* All legal actions of a position, quickly: roamer moves are carried out one by
 * one. A barrier closes one side of the two squares beside it, so it captures
 * nobody and forces nobody who has two open sides: only edges beside a roamer
 * with one open side or none are looked at (T17 to T24). */

/* The actions of the side to act, ascending by bytes, of which at most `cap`
 * are written; gives how many there are. While the match lasts it is one at
 * least. */
size_t actions_list(const struct entrapment *, struct move *, size_t cap);

#endif
