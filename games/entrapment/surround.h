/*
 * surround.h: roamers and what surrounds them, square by square and side by side.
 *
 * The plain counterpart of force.h, for explaining and drawing; the two share only the board
 * and the position.
 */
#ifndef POSTMOVE_GAMES_SURROUND_H
#define POSTMOVE_GAMES_SURROUND_H

#include "games/entrapment/entrapment.h"

enum { SURROUND_STANDING = ENTRAPMENT_SEATS, SURROUND_NOBODY };

/* The owner of the roamer on each square and of the barrier in each edge: a seat,
 * SURROUND_NOBODY for none, or SURROUND_STANDING for a barrier on end. */
struct surround {
    int ranks;
    uint64_t taken; /* squares with a roamer */
    uint8_t roamer[EDGES_SQUARES];
    uint8_t barrier[EDGES_NUMBERS];
};

void surround_read(const struct entrapment *, struct surround *);

/* Puts a roamer on an empty square, or removes it from its square. */
void surround_put(struct surround *, int square, int seat);
void surround_lift(struct surround *, int square);

/* How many sides of the roamer on that square are open (T16). */
int surround_open(const struct surround *, int square);

enum plight { PLIGHT_FREE, PLIGHT_FORCED, PLIGHT_ENTRAPPED };

/* The state of the roamer on that square (T17, T18). */
enum plight surround_plight(const struct surround *, int square);

/* The squares of all roamers of that seat with that plight. */
uint64_t surround_all(const struct surround *, int seat, enum plight);

#endif
