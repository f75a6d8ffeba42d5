/*
 * html_css.h: the text of style sheets and style attributes as declarations.
 *
 * Reads in one pass, as browsers do: handles comments, strings, escapes and brackets; names
 * become lower case. What the properties mean is in html_look.h.
 */
#ifndef POSTMOVE_HTML_CSS_H
#define POSTMOVE_HTML_CSS_H

#include <glib.h>
#include <stdbool.h>

enum {
    CSS_RULES_MAX = 256,        /* of all sheets of a mail; one selector each */
    CSS_BLOCKS_MAX = 8,         /* blocks nested in each other */
    CSS_CONDITIONS_MAX = 8,     /* classes and ids of a selector */
    CSS_VALUE_MAX = 400,        /* bytes of a value; a longer one is cut */
    CSS_DECLARATIONS_MAX = 512, /* declarations that can hide something, of all sheets, or of one
                                   attribute */
};

struct css_declaration {
    int property; /* its number (html_property_find) */
    char *value;  /* lower case, escapes resolved, single blanks, no comments */
    bool important;
};

/* The declarations of a style attribute; struct css_declaration, free with g_array_unref. Sets
 * *cut to true if there were more than CSS_DECLARATIONS_MAX, else leaves it alone. */
GArray *css_declarations(const char *text, bool *cut);

/* The elements that a rule is for: the last part of its selector. */
struct css_selector {
    char *tag;        /* lower case; NULL: any */
    GPtrArray *names; /* of classes and ids, with `.` or `#` before each */
    bool certain;     /* the selector has no other part, and the rule holds under no condition */
    int weight;       /* the rule with the higher one decides */
};

struct css_rule {
    struct css_selector selector;
    GArray *declarations;
};

/* All style sheets of a mail. */
struct css_sheets {
    GPtrArray *rules;   /* struct css_rule *; a later one overrides an earlier one */
    guint declarations; /* of all rules */
    bool confusing;     /* some of it is not read here, or not understood */
};

void css_sheets_init(struct css_sheets *sheets);
void css_sheets_clear(struct css_sheets *sheets);

/* Adds those rules of a <style> element that have a declaration which can hide something.
 * `media` is its attribute; NULL: none. `certain`: the sheet holds for every device that
 * `media` allows. */
void css_sheets_add(struct css_sheets *sheets, const char *text, const char *media, bool certain);

/* True if a sheet of that address, as <link> or @import names it, may be in the mail itself.
 * Others are on the network, and mail programs do not fetch them. */
bool css_is_within_mail(const char *address);

#endif
