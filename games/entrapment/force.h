/*
 * force.h: which roamers an action captures, by sets of squares; and all legal actions.
 *
 * All sides of all roamers are looked at together, with shifts (T16): a side is open if there
 * is no barrier and an empty square behind it, penetrable if there is an own resting barrier
 * before an empty square, or a friend and no barrier. A roamer without an open side is in
 * force (T18); if it has no penetrable side either, it is entrapped (T17).
 *
 * An action has one or more endings: if two roamers of a side come into force, the mover may
 * choose which of them is captured (T21 to T23).
 */
#ifndef POSTMOVE_GAMES_FORCE_H
#define POSTMOVE_GAMES_FORCE_H

#include "games/entrapment/entrapment.h"

struct force {
    uint64_t open;                     /* squares with an open side, taken or not */
    uint64_t narrow;                   /* roamers with at most one open side */
    uint64_t forced[ENTRAPMENT_SEATS]; /* roamers in force */
    uint64_t entrapped;                /* of both sides */
};

void force_look(const struct entrapment *, struct force *);

enum { CHOICES_MAX = 128 }; /* of one action; more than any has */

/* The sets of roamers that may be captured after an action, each once. */
struct choices {
    size_t count;
    uint64_t victims[CHOICES_MAX];
};

/* Finds the endings of an action whose pieces can go there: none if it leaves a roamer in force
 * that it must relieve (T19, T20). Returns the mover's roamers that are in force after it, before
 * one of them is captured for that. */
uint64_t force_endings(const struct entrapment *, const struct move *, struct choices *);

/* True if some action puts no second own roamer into force (T24). */
bool force_has_harmless(const struct entrapment *);

/* Plays a legal action to its end; sets `gone` to the roamers that it captured. */
void force_play(struct entrapment *, const struct move *, uint64_t gone[ENTRAPMENT_SEATS]);

/* All legal actions of a position, quickly: roamer moves are carried out one by
 * one. A barrier closes one side of the two squares beside it, so it neither
 * captures nor forces a roamer with two open sides: only edges beside a roamer
 * with one open side or none are looked at (T17 to T24). */

/* Lists the actions of the side to act, ascending by bytes; writes at most `cap` and returns
 * how many there are: at least one while the match lasts. */
size_t actions_list(const struct entrapment *, struct move *, size_t cap);

#endif
