/*
 * picture.h: a position as a picture, a PNG.
 *
 * What a printed book of the game would show: the board from the reader's side in a dark frame, men
 * in colors with the same signs that the drawing in characters has, homes and goals tinted, walls
 * and barriers as lines, columns as stacks that show who lies in them, and at the ends of lines
 * what names of squares on them have in common, as moves write them. What the last turn did is
 * marked: an arrow shows its way, a cross what it took, and what it changed is yellow. Below the
 * board stand the men and the name of each seat, and an arrow before those of the seat to move.
 *
 * It is drawn from the figures of games/game.h alone: a new game needs nothing here. The same
 * diagram gives the same bytes.
 */
#ifndef POSTMOVE_RENDER_PICTURE_H
#define POSTMOVE_RENDER_PICTURE_H

#include "render/diagram.h"
#include "render/pen.h"
#include "render/sign.h"

enum {
    PICTURE_WIDTH_MAX = 610, /* pixels; phones show it at half of that */
    PICTURE_WIDTH_CROWDED =
        520, /* of boards with more than PICTURE_CROWD points: for their bytes */
    PICTURE_CROWD = 100,
};

/* How a board lies on its picture. */
struct picture_layout {
    struct turned board;
    int width, height; /* of the picture, in pixels */
    int unit, row;     /* pixels of a half cell to the right, and downwards */
    double left, top;  /* where the first point lies */
    int seat;          /* radius of the men below the board */
    double seats;      /* where these begin */
};

/* Lays out the picture of a diagram, whose form does not matter. */
void picture_lay_out(const struct diagram *diagram, struct picture_layout *layout);

/* Where the middle of a spot of the board lies on the picture, in pixels. */
struct place picture_place(const struct picture_layout *layout, struct spot spot);

/* The picture of a diagram, whose form does not matter. `words` gives the names of the seats (NULL:
 * they have none). NULL and POSTMOVE_ERROR_LATER if cairo fails. Free with g_bytes_unref. */
GBytes *picture_png(const struct diagram *diagram, const struct words *words, GError **error);

/* The color of a seat's men; of one of its sets if `set` is not 0. PAINT_NOBODY for seat -1. */
enum paint men_paint(const struct game *, int owner, int set);

/* The color of the line around men of that color. */
enum paint men_outline(enum paint paint);

#endif
