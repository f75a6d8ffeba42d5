/*
 * accounts/export.h: all that is kept about a player, for himself, as JSON (RFC 8259).
 *
 * An object whose members are the parts of the table in accounts/export.c, each an array
 * of objects, a row a line. Times are texts as RFC 3339 has them, in UTC. No hash,
 * no token and nobody else's address is in it; others appear by their names alone,
 * at the boards they shared with him.
 */
#ifndef POSTMOVE_EXPORT_H
#define POSTMOVE_EXPORT_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* The text, LF lines. What would make it longer than about `most` bytes is left out,
 * and the parts that are not whole are named in its member "left_out"; *whole says
 * whether there are none. The caller's. */
char *export_json(struct db *db, gint64 player, gint64 now, gsize most, bool *whole);

#endif
