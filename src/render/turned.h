/*
 * turned.h: the figures of a position as they lie for their reader.
 *
 * A game draws its board one way (games/game.h). Readers see their own side at the bottom, so the
 * board is turned for them by halves, quarters or sixths. Both drawings, the one in characters
 * (render/diagram.h) and the one in colours (render/picture.h), are laid out from here.
 */
#ifndef POSTMOVE_RENDER_TURNED_H
#define POSTMOVE_RENDER_TURNED_H

#include "render/diagram.h"

/* A place on the grid of half cells, relative to the first point; y grows downwards. */
struct spot {
    int x, y;
};

struct range {
    struct spot least, most;
};

struct turned {
    struct figures figures;
    int turns; /* counter-clockwise: sixths, where the board turns by these, or else quarters */
    struct spot spot[POINTS_MAX]; /* of each point */
    struct range points;          /* the points alone */
    struct range all;             /* with frame, bars and labels */
};

/* Lets the game draw the position of the diagram, and turns it for its reader. */
void turned_draw(const struct diagram *diagram, struct turned *turned);

/* Where the place x, y of the figures lies. */
struct spot turned_spot(const struct turned *turned, int x, int y);

/* True if the board turns by sixths. */
bool turned_by_sixths(const struct turned *turned);

/* True if what lies flat in the figures stands upright, and the other way round. */
bool turned_is_laid_down(const struct turned *turned);

/* True if the bar stands upright as it lies now. */
bool turned_is_upright(const struct turned *turned, const struct bar *bar);

/* True if no other point of its row lies further to the left (side -1) or right (1). */
bool turned_ends_row(const struct turned *turned, int point, int side);

#endif
