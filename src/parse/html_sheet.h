/*
 * html_sheet.h: could the style sheets of an HTML mail hide, move or replace the writer's words?
 *
 * No sheet is computed: its rules are searched, and a rule counts as soon as the names in its
 * selectors (tags, classes, ids, attributes) are there.
 */
#ifndef POSTMOVE_HTML_SHEET_H
#define POSTMOVE_HTML_SHEET_H

#include <glib.h>
#include <stdbool.h>

#include "parse/html_style.h"

struct html_sheets {
    GPtrArray *sheets;     /* their text, plain (html_style.h) */
    GHashTable *variables; /* the values of their custom properties, by name */
    GHashTable *all;       /* names in the mail: "p", ".class", "#id", "[attribute" */
    GHashTable *worded;    /* those of elements that hold words of the writer */
    GArray *colors;        /* struct html_sheets_color */
    bool inked, grounded;  /* a rule that fits sets such a colour */
    bool flat, clips;      /* as in struct html_style, of words of the writer */
    bool doubtful;         /* some may be hidden, moved or replaced */
};

struct html_sheets_color {
    struct html_color color;
    bool ground; /* it is behind letters */
    bool alone;  /* the other one is set elsewhere */
};

void html_sheets_init(struct html_sheets *sheets);
void html_sheets_clear(struct html_sheets *sheets);

/* Adds the text of a <style>, with its `media` (NULL: none). */
void html_sheets_add(struct html_sheets *sheets, const char *css, const char *media);

/* Adds a name of an element. */
void html_sheets_add_name(GHashTable *names, char sign, const char *name);

/* Adds a colour of words of the writer that a `style` or an attribute sets, if none sets the other
 * one. */
void html_sheets_add_color(struct html_sheets *sheets, struct html_color color, bool ground);

/* True if a rule may hide, move or replace words of the writer, or cannot be read. Called once,
 * when all names are known. */
bool html_sheets_doubt(struct html_sheets *sheets);

#endif
