/*
 * json.h: values as JSON (RFC 8259) on stdout, for --json.
 */
#ifndef POSTMOVE_JSON_H
#define POSTMOVE_JSON_H

#include <glib.h>
#include <stdbool.h>

/* Writes a value made of a{sv}, arrays, strings s, numbers x, switches b, and
 * maybes (nothing is null), and a line end. A floating value is sunk. */
void json_print(GVariant *value);

/* Prints rows: each as `print` does it, or with `json` all of them as one array, each as
 * the value (floating or not, of a{sv}) that `value` gives. */
void json_print_rows(const GPtrArray *rows, bool json, void (*print)(gpointer row),
                     GVariant *(*value)(gpointer row));

/* The value of a row that is one itself. */
GVariant *json_row(gpointer row);

#endif
