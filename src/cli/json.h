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

/* Each adds a member to an object (a builder of a{sv}). A text of NULL is null, and so is a
 * `positive` of 0 or less: a moment that never was, or a seat that nobody has, from 1. */
void json_text(GVariantBuilder *object, const char *name, const char *text);
void json_number(GVariantBuilder *object, const char *name, gint64 number);
void json_switch(GVariantBuilder *object, const char *name, bool on);
void json_positive(GVariantBuilder *object, const char *name, gint64 positive);

#endif
