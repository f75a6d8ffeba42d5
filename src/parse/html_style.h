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

/* How an element is shown. */
struct html_style {
    /* The elements within it inherit this. */
    bool doubtful;                 /* words may be hidden, moved or replaced */
    bool tiny, invisible;          /* words are not seen, unless an element within says otherwise */
    bool flat;                     /* a box has no width or height ... */
    bool clips;                    /* ... and what does not fit into a box is not seen */
    bool pre;                      /* line ends and blanks are kept */
    bool turns;                    /* text runs from right to left */
    bool inked, grounded;          /* these were set: */
    struct html_color ink, ground; /* the colours of letters and behind them */
    /* For this element alone: */
    bool hides;   /* nothing of it is seen */
    bool covers;  /* it may be laid over other words */
    bool inserts; /* words are put before or behind the element, if that is what the style is for */
};

/* Makes a sheet or a `style` plain: lower case without comments and escapes; of a string remains
 * "a" if it has a letter or digit, of an address "url()", and an escaped sign is a private one.
 * Free with g_free. */
char *html_style_plain(const char *css);

/* A sign of a name in plain text as it stands in the HTML. */
gunichar html_style_unescaped(gunichar sign);

/* A new list of the values of custom properties, by name. Free with g_hash_table_unref. */
GHashTable *html_style_variables(void);

/* Adds the custom properties among plain declarations. */
void html_style_collect(const char *declarations, GHashTable *variables);

/* Reads plain declarations. `style` is that of the element around, and becomes that of the element.
 */
void html_style_read(const char *declarations, GHashTable *variables, struct html_style *style);

#endif
