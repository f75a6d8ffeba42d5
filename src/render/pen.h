/*
 * pen.h: shapes and words in sixteen colors, drawn with cairo.
 *
 * A sheet holds a number of a color for each pixel. A pen draws on a part of a sheet: cairo draws
 * smooth edges in any color, and each pixel then becomes the nearest of the sixteen.
 */
#ifndef POSTMOVE_RENDER_PEN_H
#define POSTMOVE_RENDER_PEN_H

#include <stdbool.h>

#include "render/cairo_library.h"
#include "render/png.h"

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

extern const struct color paints[PNG_COLORS];

/* Ink or white, whichever is easier to read on a color. */
enum paint paint_on(enum paint paint);

struct sheet {
    int width, height;
    unsigned char *pixels; /* rows of `width`, each an enum paint */
};

/* A sheet of one color. Clear with sheet_clear. */
struct sheet sheet_new(int width, int height, enum paint paint);
void sheet_clear(struct sheet *sheet);

/* Copies a smaller sheet to where its upper left corner is at x, y; `clear`: but what is
 * PAINT_PAPER in it. What lies outside is left out. */
void sheet_put(struct sheet *sheet, const struct sheet *part, int x, int y, bool clear);

struct place {
    double x, y; /* pixels of the sheet */
};

struct pen;

/* Begins to draw on the part of a sheet; what lies outside stays as it is. If
 * cairo fails, pen_end says so. */
struct pen *pen_begin(const struct cairo_library *cairo, struct sheet *sheet, int x, int y,
                      int width, int height);

/* Puts what was drawn on the sheet, and frees the pen. False if cairo failed: then the sheet is as
 * it was. */
bool pen_end(struct pen *pen);

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

/* Writes a word (letters, digits and a few signs) around its middle. `height` is that of a digit,
 * in pixels. */
void pen_word(struct pen *pen, struct place middle, double height, enum paint paint,
              const char *word);

/* The width of such a word, in pixels. */
double pen_word_width(double height, const char *word);

#endif
