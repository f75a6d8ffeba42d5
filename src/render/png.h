/*
 * png.h: a sheet of few colors as a PNG.
 */
#ifndef POSTMOVE_RENDER_PNG_H
#define POSTMOVE_RENDER_PNG_H

#include <glib.h>

enum { PNG_COLORS = 16 /* two pixels a byte */ };

struct color {
    unsigned char red, green, blue;
};

/* Encodes `height` rows of `width` pixels, each a number below PNG_COLORS, in the colors of
 * `palette`. Equal pixels give equal bytes. Free with g_bytes_unref. */
GBytes *png_encode(const unsigned char *pixels, int width, int height,
                   const struct color palette[PNG_COLORS]);

#endif
