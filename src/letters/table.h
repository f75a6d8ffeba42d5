/*
 * table.h: the rows of a table as HTML.
 *
 * If the second row ends with a number, the first heads columns of numbers, which stand to the
 * right; a button stands behind the words of the first cell, or below them where there is no room.
 * Otherwise what a row says stands in one column, so that it fits a phone, and its button beside.
 */
#ifndef POSTMOVE_LETTERS_TABLE_H
#define POSTMOVE_LETTERS_TABLE_H

#include <glib.h>

/* Appends the table of `rows` (words_table in render/speech.h), up to a NULL. `buttons`: the link
 * of each as HTML, "" if it has none. */
void table_append(GString *out, char *const *rows, char *const *buttons);

#endif
