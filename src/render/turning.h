/*
 * turning.h: how a board lies before its reader.
 *
 * The grid of half cells is turned by halves, quarters or sixths, as the game's
 * figures say (games/game.h), counter-clockwise.
 */
#ifndef POSTMOVE_RENDER_TURNING_H
#define POSTMOVE_RENDER_TURNING_H

#include "games/game.h"

/* Whether a reader has his own side at the bottom. */
enum flip {
    FLIP_USUAL, /* where the game knows such sides */
    FLIP_ON,    /* there, and where two seats share one side: the second sees the other way */
    FLIP_OFF,   /* never: all see the board as the game draws it */
};

/* A place on the grid of half cells, relative to the first point. */
struct spot {
    int x, y;
};

/* How many sixths, where the board turns by these, or else quarters, it is turned
 * for the reader in `seat` (-1: none; seats the figures do not know: none), one
 * of `seats`. */
int turning_for(const struct figures *figures, int seats, int seat, enum flip flip);

/* Where the place x, y of the figures comes to lie after so many turns. They are
 * about the first point, so that points fall on points. */
struct spot turning_spot(const struct figures *figures, int turns, int x, int y);

/* Whether what lay flat stands upright now, and the other way round. */
bool turning_lays_down(const struct figures *figures, int turns);

#endif
