/*
 * html_css.h: the text of style sheets and style attributes as declarations.
 *
 * Reads in one pass, as browsers do: comments, strings, escapes and brackets are understood, names
 * come in lower case. What the properties mean is html_look.h's.
 */
#ifndef POSTMOVE_HTML_CSS_H
#define POSTMOVE_HTML_CSS_H

#include <glib.h>
#include <stdbool.h>

enum {
    CSS_RULES_MAX = 256,        /* of all sheets of a mail; one selector each */
    CSS_BLOCKS_MAX = 8,         /* blocks within each other */
    CSS_CONDITIONS_MAX = 8,     /* classes and ids of a selector */
    CSS_VALUE_MAX = 400,        /* bytes of a value; a longer one is cut */
    CSS_DECLARATIONS_MAX = 512, /* that matter, of all sheets, or of one attribute */
};

struct css_declaration {
    int property; /* as html_property_find has it */
    char *value;  /* lower case, escapes resolved, single blanks, no comments */
    bool important;
};

/* Declarations as in a style attribute; struct css_declaration, free with g_array_unref. *cut is
 * set to true if there were more than CSS_DECLARATIONS_MAX, and left alone otherwise. */
GArray *css_declarations(const char *text, bool *cut);

/* Which elements a rule is for: the last part of its selector. */
struct css_selector {
    char *tag;        /* lower case; NULL: any */
    GPtrArray *names; /* of classes and ids, with `.` or `#` before each */
    bool certain;     /* this is all of the selector, and the rule holds under no condition */
    int weight;       /* the higher one decides */
};

struct css_rule {
    struct css_selector selector;
    GArray *declarations;
};

/* All style sheets of a mail. */
struct css_sheets {
    GPtrArray *rules;   /* struct css_rule *; in the order in which they decide */
    guint declarations; /* of all rules */
    bool confusing;     /* there is more than is read here, or it is not understood */
};

void css_sheets_init(struct css_sheets *sheets);
void css_sheets_clear(struct css_sheets *sheets);

/* Adds the rules of a <style> element that have a declaration which matters. `media` is its
 * attribute; NULL: none. `certain`: the sheet holds wherever its media do. */
void css_sheets_add(struct css_sheets *sheets, const char *text, const char *media, bool certain);

/* Whether a sheet of that address, as <link> or @import names it, may lie in the mail itself.
 * Others are out in the world, and mail programs do not fetch them. */
bool css_is_within_mail(const char *address);

#endif
