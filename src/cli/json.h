/*
 * json.h: values as JSON (RFC 8259) on stdout, for --json.
 */
#ifndef POSTMOVE_JSON_H
#define POSTMOVE_JSON_H

#include <glib.h>
#include <stdbool.h>

/* Prints a value and a line end. The value is made of a{sv}, arrays, strings s, numbers x,
 * booleans b, and maybes (nothing is printed as null). A floating value is sunk. */
void json_print(GVariant *value);

/* Ends a list or an object (a builder of aa{sv} or a{sv}) and prints it; does nothing for NULL. */
void json_print_list(GVariantBuilder *list);

/* Each adds a member to an object (a builder of a{sv}). json_text adds null for a NULL text;
 * json_positive adds null for 0 or less: a time that never was, or a seat (counted from 1)
 * that nobody has. */
void json_text(GVariantBuilder *object, const char *name, const char *text);
void json_number(GVariantBuilder *object, const char *name, gint64 number);
void json_switch(GVariantBuilder *object, const char *name, bool on);
void json_positive(GVariantBuilder *object, const char *name, gint64 positive);

#endif
