/*
 * strokes.h: the letters, digits and signs of pictures, as strokes.
 *
 * A picture needs no font, so that it is the same on every machine. A character is a few strokes
 * on a grid of its own, which the pen follows with round ends.
 */
#ifndef POSTMOVE_RENDER_STROKES_H
#define POSTMOVE_RENDER_STROKES_H

#include <stdbool.h>

enum {
    STROKES_HEIGHT = 9, /* of capitals and digits, on that grid; y grows downwards from 0 */
    STROKES_X_TOP = 3,  /* where small letters without ascenders begin */
    STROKES_POINTS_MAX = 12,
};

struct stroke {
    bool curved; /* the pen goes through the points in a smooth curve */
    int count;   /* of points */
    struct {
        int x, y;
    } point[STROKES_POINTS_MAX];
};

/* Reads the next stroke of a character; *at is NULL at first. False if there is none (any more),
 * or there is no such character. */
bool strokes_next(char character, const char **at, struct stroke *stroke);

/* The width of a character on the grid; 0 if there is no such character. */
int strokes_width(char character);

#endif
