/*
 * table.h: the rows of a table, as text and as HTML.
 *
 * Two blanks or more in the first line of a row part its cells. If the second row ends with a
 * number, the first heads columns of numbers, which stand to the right; a button stands behind the
 * words of the first cell, or below them where there is no room. Otherwise what a row says stands
 * in one column, so that it fits a phone, and its button beside.
 */
#ifndef POSTMOVE_LETTERS_TABLE_H
#define POSTMOVE_LETTERS_TABLE_H

#include <glib.h>

/* The rows, up to a NULL, as text: cells stand below each other, and the lines behind a first one
 * further in. Free with g_free. */
char *table_text(char *const *rows);

/* Appends the rows as HTML. `buttons`: the link of each, as HTML; "" if it has none. */
void table_append(GString *out, char *const *rows, char *const *buttons);

#endif
