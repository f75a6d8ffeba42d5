/*
 * men.h: men, stacks and walls in a picture (render/picture.h).
 */
#ifndef POSTMOVE_RENDER_MEN_H
#define POSTMOVE_RENDER_MEN_H

#include "games/game.h"
#include "render/pen.h"

/* The color of a seat's men; of one of its sets if `set` is not 0. PAINT_NOBODY for seat -1. */
enum paint men_paint(int owner, int set);

/* Draws a single man. */
void men_draw(struct pen *pen, struct place at, double radius, enum paint paint, char sign);

/* Draws men one upon the other; the lowest are prisoners. `unit` is half a square, in pixels. */
void men_draw_stack(struct pen *pen, struct place at, const struct point *point, int unit);

/* Draws a wall, or two that cross; `laid_down`: one that lies flat in the figures stands upright,
 * and the other way round. */
void men_draw_wall(struct pen *pen, struct place at, const struct point *point, bool laid_down,
                   int unit);

/* Draws where a man with that sign stood, which the last turn took. */
void men_draw_ghost(struct pen *pen, struct place at, char sign, int unit);

/* Draws the sign of a piece that needs attention. */
void men_draw_forced(struct pen *pen, struct place at, int unit);

#endif
