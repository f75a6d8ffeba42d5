/*
 * html_color.h: colours as style sheets and HTML attributes write them.
 */
#ifndef POSTMOVE_HTML_COLOR_H
#define POSTMOVE_HTML_COLOR_H

#include <stdbool.h>

/* A bit of a colour of which is only known how light it is: the lowest byte. */
enum { HTML_COLOR_LIGHT = 1 << 24 };

struct html_color {
    unsigned rgb; /* 0xrrggbb */
    double alpha; /* from 0 (transparent) to 1 */
};

/* Reads the first colour among the words of a value in lower case: a name, "#f00", "f00" as in an
 * attribute, "rgb(255 0 0 / 50%)"; of "hsl(0, 100%, 50%)", "oklch(...)" and the like only how light
 * it is. False if no colour is known here. */
bool html_color_read(const char *value, struct html_color *color);

/* True if nobody can tell one from the other, or if one may be like the other. */
bool html_color_alike(unsigned one, unsigned other);

#endif
