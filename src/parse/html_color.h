/*
 * html_color.h: colours as style sheets and HTML attributes write them.
 */
#ifndef POSTMOVE_HTML_COLOR_H
#define POSTMOVE_HTML_COLOR_H

#include <stdbool.h>

/* Red, green and blue from 0 to 255; alpha from 0 (transparent) to 1. */
struct html_color {
    double red, green, blue, alpha;
};

enum html_color_kind {
    HTML_COLOR_NONE,    /* the text is no colour, or "currentcolor" */
    HTML_COLOR_KNOWN,   /* *color is set */
    HTML_COLOR_UNKNOWN, /* a colour that cannot be computed here: "color-mix(...)" */
};

/* Reads lower case text: a name, "#f00", "f00" as in an attribute, "rgb(255 0 0 / 50%)", "hsl(0,
 * 100%, 50%)"; of "oklch(...)" and the like only how light it is. */
enum html_color_kind html_color_read(const char *text, struct html_color *color);

/* True if nobody can tell one from the other; alpha is ignored. */
bool html_color_alike(struct html_color one, struct html_color other);

#endif
