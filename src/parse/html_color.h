/*
 * html_color.h: colours as style sheets and HTML attributes write them.
 */
#ifndef POSTMOVE_HTML_COLOR_H
#define POSTMOVE_HTML_COLOR_H

#include <stdbool.h>

struct html_color {
    unsigned rgb; /* 0xrrggbb */
    double alpha; /* from 0 (transparent) to 1 */
};

enum html_color_kind {
    HTML_COLOR_NONE,    /* there is no colour, or "currentcolor" */
    HTML_COLOR_KNOWN,   /* *color is set */
    HTML_COLOR_UNKNOWN, /* a colour that cannot be computed here: "color-mix(...)" */
};

/* Reads the first colour among the words of a value in lower case: a name, "#f00", "f00" as in an
 * attribute, "rgb(255 0 0 / 50%)", "hsl(0, 100%, 50%)"; of "oklch(...)" and the like only how light
 * it is. */
enum html_color_kind html_color_read(const char *value, struct html_color *color);

/* True if nobody can tell one 0xrrggbb from the other. */
bool html_color_alike(unsigned one, unsigned other);

#endif
