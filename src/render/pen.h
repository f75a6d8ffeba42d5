/*
 * pen.h: shapes and words in sixteen colors, drawn with cairo, as a PNG.
 *
 * Cairo draws smooth edges in any color; when the drawing ends, each pixel becomes the nearest of
 * the sixteen.
 */
#ifndef POSTMOVE_RENDER_PEN_H
#define POSTMOVE_RENDER_PEN_H

#include <glib.h>
#include <stdbool.h>

enum { PEN_COLORS = 16 };

struct color {
    unsigned char red, green, blue;
};

enum paint {
    PAINT_PAPER, /* around the board */
    PAINT_INK,   /* outlines and words; also the men of the second seat */
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
    PAINT_DARK, /* these three only make edges smooth */
    PAINT_MIDDLE,
    PAINT_PALE,
};

extern const struct color paints[PEN_COLORS];

/* Ink or white, whichever is easier to read on a color. */
enum paint paint_on(enum paint paint);

struct place {
    double x, y; /* pixels */
};

struct pen;

/* Begins to draw on an empty sheet of paper. End with pen_png. */
struct pen *pen_new(int width, int height);

/* Frees the pen, and gives what it has drawn; the same drawing gives the same bytes. NULL and
 * POSTMOVE_ERROR_LATER if cairo failed. Free with g_bytes_unref. */
GBytes *pen_png(struct pen *pen, GError **error);

/* Each of these adds to the path, */
void pen_move(struct pen *pen, struct place to);
void pen_line(struct pen *pen, struct place to);
void pen_circle(struct pen *pen, struct place middle, double radius);
void pen_ellipse(struct pen *pen, struct place middle, double radius, double flatness);
void pen_box(struct pen *pen, double x, double y, double width, double height);
void pen_close(struct pen *pen);

/* and each of these uses it up. Lines are `width` pixels wide. */
void pen_fill(struct pen *pen, enum paint paint);
void pen_stroke(struct pen *pen, enum paint paint, double width);
void pen_fill_outlined(struct pen *pen, enum paint paint, enum paint outline, double width);
void pen_stroke_dashed(struct pen *pen, enum paint paint, double width, double dash);

/* Lines end flat from now on, or round, as they do at first. */
void pen_end_flat(struct pen *pen, bool flat);

/* Writes a word (letters, digits and signs of ASCII) around its middle, in the font that cairo
 * brings along, so that no machine needs one. `height` is that of a digit, in pixels. */
void pen_word(struct pen *pen, struct place middle, double height, enum paint paint,
              const char *word);

/* The width of such a word, in pixels. */
double pen_word_width(struct pen *pen, double height, const char *word);

#endif
