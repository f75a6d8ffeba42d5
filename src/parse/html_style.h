/*
 * html_style.h: what the styles of an HTML mail do to its words.
 *
 * Nothing is laid out. Declarations are searched for values that hide, move or replace words; what
 * cannot be read counts as doubtful.
 */
#ifndef POSTMOVE_HTML_STYLE_H
#define POSTMOVE_HTML_STYLE_H

#include <glib.h>
#include <stdbool.h>

#include "parse/html_color.h"

/* What styles do to an element, as bits. */
enum html_effect {
    /* The elements within it inherit these. */
    HTML_DOUBTFUL = 1 << 0,  /* words may be hidden, moved or replaced */
    HTML_TINY = 1 << 1,      /* words are not seen, unless an element within says otherwise */
    HTML_INVISIBLE = 1 << 2, /* the same */
    HTML_FLAT = 1 << 3,      /* a box has no width or height ... */
    HTML_CLIPS = 1 << 4,     /* ... and what does not fit into a box is not seen */
    HTML_PRE = 1 << 5,       /* line ends and blanks are kept */
    HTML_TURNS = 1 << 6,     /* text runs from right to left */
    HTML_INHERITED = (1 << 7) - 1,
    /* For this element alone: */
    HTML_HIDES = 1 << 7,   /* nothing of it is seen */
    HTML_COVERS = 1 << 8,  /* it may be laid over other words */
    HTML_INSERTS = 1 << 9, /* words are put before or behind the element, if that is what the style
                              is for */
    HTML_TIGHT = 1 << 10,  /* its box may be too small for its words */
};

/* How an element is shown. */
struct html_style {
    unsigned effects;
    bool inked, grounded;          /* these were set, here or around it: */
    struct html_color ink, ground; /* the colours of letters and behind them */
};

/* Makes a sheet or a `style` plain: lower case without comments and escapes; of a string remains
 * "a" if it has a letter or digit, of an address "url()". Free with g_free. */
char *html_style_plain(const char *css);

/* Appends a sign of a name as it stands in plain text: in lower case, or, if it means something in
 * a sheet, as a private sign, which does not. */
void html_style_append(GString *plain, gunichar sign);

/* Adds the custom properties among plain declarations to a table of values, by name, whose keys and
 * values g_free frees. */
void html_style_collect(const char *declarations, GHashTable *variables);

/* Reads plain declarations. `style` is that of the element around, and becomes that of the element.
 */
void html_style_read(const char *declarations, GHashTable *variables, struct html_style *style);

#endif
