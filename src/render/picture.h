/*
 * picture.h: a position as a picture, a PNG.
 *
 * What a printed book of the game would show: the board from the reader's side, men in colors with
 * the same signs that the drawing in characters has, homes and goals tinted, the way of the last
 * turn as an arrow, captured men as ghosts, walls and barriers as lines, columns as stacks that
 * show who lies in them, coordinates on all sides, and below the board a man of each seat, of
 * which that of the seat to move stands out.
 *
 * It is drawn from the figures of games/game.h alone: a new game needs nothing here. The same
 * diagram gives the same bytes.
 */
#ifndef POSTMOVE_RENDER_PICTURE_H
#define POSTMOVE_RENDER_PICTURE_H

#include "render/diagram.h"
#include "render/pen.h"

enum {
    PICTURE_WIDTH_MAX = 640, /* pixels; phones show it at half of that */
    PICTURE_WIDTH_CROWDED =
        520, /* of boards with more than PICTURE_CROWD points: for their bytes */
    PICTURE_CROWD = 100,
    PICTURE_SEAT_HEIGHT = 60, /* of the row of men below the board */
};

/* The picture of a diagram, whose form does not matter. NULL and POSTMOVE_ERROR_LATER if cairo
 * fails. Free with g_bytes_unref. */
GBytes *picture_png(const struct diagram *diagram, GError **error);

/* Where a point lies in the picture, in pixels of one that is shown `width` of them wide. */
struct picture_spot {
    char name[sizeof((struct point *)NULL)->name + 1];
    int x, y, radius;
};

/* Those of all points, struct picture_spot. Free with g_array_unref. */
GArray *picture_spots(const struct diagram *diagram, int width);

/* The color of a seat's men; of one of its sets if `set` is not 0. PAINT_NOBODY for seat -1. */
enum paint men_paint(int owner, int set);

#endif
