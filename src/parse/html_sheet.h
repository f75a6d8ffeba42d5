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
    GPtrArray *rules;
    size_t bytes;          /* of these rules */
    GHashTable *variables; /* the values of their custom properties, by name */
    GHashTable *all;       /* names in the mail: "p", ".class", "#id", "[attribute" */
    GHashTable *worded;    /* those of elements that hold words of the writer */
    GHashTable *colors;    /* of words of the writer, and behind them */
    bool inked, grounded;  /* a rule that fits sets such a colour */
    unsigned effects;      /* of enum html_effect, on words of the writer */
};

void html_sheets_init(struct html_sheets *sheets);
void html_sheets_clear(struct html_sheets *sheets);

/* Adds the text of a <style>, with its `media` (NULL: none). */
void html_sheets_add(struct html_sheets *sheets, const char *css, const char *media);

/* Adds a name of an element. */
void html_sheets_add_name(GHashTable *names, char sign, const char *name);

/* Notes that words of the writer look like this, by styles and attributes. */
void html_sheets_add_look(struct html_sheets *sheets, const struct html_style *look);

/* True if a rule may hide, move or replace words of the writer, or cannot be read. Called once,
 * when all names are known. */
bool html_sheets_doubt(struct html_sheets *sheets);

#endif
