/*
 * pen.h: what cairo draws, in sixteen colors, as a PNG.
 *
 * Cairo draws smooth edges in any color; when the drawing ends, each pixel becomes the nearest of
 * the sixteen.
 */
#ifndef POSTMOVE_RENDER_PEN_H
#define POSTMOVE_RENDER_PEN_H

#include <cairo.h>
#include <glib.h>

enum { PEN_COLORS = 16 };

struct color {
    unsigned char red, green, blue;
};

enum paint {
    PAINT_FRAME, /* around the board */
    PAINT_INK,   /* outlines, and the men of the second seat */
    PAINT_SQUARE,
    PAINT_LINE, /* between squares */
    PAINT_YARD, /* somebody's home or goal */
    PAINT_NEW,  /* what the last turn changed */
    PAINT_ARROW,
    PAINT_NOBODY,
    PAINT_WHITE,
    PAINT_ORANGE,
    PAINT_BLUE,
    PAINT_YELLOW,
    PAINT_GREEN,
    PAINT_DARK, /* shadows, and lines on the frame */
    PAINT_MIDDLE,
    PAINT_PALE, /* words on the frame */
};

extern const struct color paints[PEN_COLORS];

/* Ink or white, whichever is easier to read on a color. */
enum paint paint_on(enum paint paint);

struct place {
    double x, y; /* pixels */
};

/* Begins to draw on the color of the frame, with lines that end round. End with pen_png. */
cairo_t *pen_new(int width, int height);

/* Frees the pen, and gives what it has drawn; the same drawing gives the same bytes. NULL and
 * POSTMOVE_ERROR_LATER if cairo failed. Free with g_bytes_unref. */
GBytes *pen_png(cairo_t *pen, GError **error);

/* Adds a circle to the path. */
void pen_circle(cairo_t *pen, struct place middle, double radius);

/* Adds a line to the path, whose middle and, from there, whose end is given. */
void pen_line(cairo_t *pen, struct place middle, double x, double y);

/* Each of these uses up the path. Lines are `width` pixels wide. */
void pen_fill(cairo_t *pen, enum paint paint);
void pen_stroke(cairo_t *pen, enum paint paint, double width);
void pen_fill_outlined(cairo_t *pen, enum paint paint, enum paint outline, double width);

/* Writes a word around its middle, in the system's font; if that is missing, in the one that cairo
 * brings along, which has ASCII alone. `height` is that of a digit, in pixels. */
void pen_word(cairo_t *pen, struct place middle, double height, enum paint paint, const char *word);

/* The width of such a word, in pixels. */
double pen_word_width(cairo_t *pen, double height, const char *word);

#endif
