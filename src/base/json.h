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

/* Appends the value, on one line, to `text`. Takes `value` if it is floating. */
void json_append(GString *text, GVariant *value);

#endif
