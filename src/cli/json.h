/*
 * json.h: values as JSON (RFC 8259) on stdout, for --json.
 */
#ifndef POSTMOVE_JSON_H
#define POSTMOVE_JSON_H

#include <glib.h>

/* Writes a value made of a{sv}, arrays, strings s, numbers x, switches b, and
 * maybes (nothing is null), and a line end. A floating value is sunk. */
void json_print(GVariant *value);

#endif
