/*
 * json.h: values as JSON (RFC 8259).
 *
 * A value is built with GVariant: a vardict is an object, in the order of its entries; an
 * array or tuple is an array; strings, int64 and booleans are themselves; an empty maybe is
 * null.
 */
#ifndef POSTMOVE_BASE_JSON_H
#define POSTMOVE_BASE_JSON_H

#include <glib.h>
#include <stdbool.h>

/* Appends the value, on one line, to `text`. Takes `value` if it is floating. */
void json_append(GString *text, GVariant *value);

/* Each adds a member to an object (a builder of a{sv}). json_text adds null for a NULL text;
 * json_positive adds null for 0 or less: a time that never was, or a seat (counted from 1)
 * that nobody has. */
void json_text(GVariantBuilder *object, const char *name, const char *text);
void json_number(GVariantBuilder *object, const char *name, gint64 number);
void json_switch(GVariantBuilder *object, const char *name, bool on);
void json_positive(GVariantBuilder *object, const char *name, gint64 positive);

#endif
