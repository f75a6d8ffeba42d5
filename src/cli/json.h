/*
 * json.h: what a command tells: as JSON (RFC 8259) with --json, else as lines for people.
 */
#ifndef POSTMOVE_JSON_H
#define POSTMOVE_JSON_H

#include <glib.h>
#include <stdbool.h>

#include "base/json.h"

/* Prints a value and a line end. The value is made of a{sv}, arrays, strings s, numbers x,
 * booleans b, and maybes (nothing is printed as null). A floating value is sunk. */
void json_print(GVariant *value);

/* Table that are put together in both forms; one is printed. */
struct table {
    bool json;
    GVariantBuilder list, object; /* the rows that are done; the one at hand */
    GString *line;                /* the one at hand, for people */
};

struct table table_new(bool json);
void table_clear(struct table *table);
typedef struct table Table;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Table, table_clear)

/* Each adds a value to the row at hand: a member `name` of the object (NULL: none), and in the
 * line, behind `before` (NULL: people do not see it), in at least `width` columns, on the left if
 * it is negative. People do not see a NULL text or the moment 0, which are null in JSON. */
void row_text(struct table *table, const char *name, const char *before, int width,
              const char *text);
void row_number(struct table *table, const char *name, const char *before, int width,
                gint64 number);
void row_moment(struct table *table, const char *name, const char *before, gint64 time);

/* Ends the row at hand. */
void table_next(struct table *table);

/* Prints all rows as a list, or the row at hand alone; lines of rows that are done are printed
 * already. */
void table_print(struct table *table);
void row_print(struct table *table);

#endif
