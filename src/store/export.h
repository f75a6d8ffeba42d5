/*
 * store/export.h: all that is kept about a player, for that player, as JSON (RFC 8259).
 *
 * An object whose members are the parts of the table in store/export.c. Each is an array of
 * objects, one row on each line. Times are texts in the form of RFC 3339, in UTC. It holds no
 * hash, no token and nobody else's address; others appear only by their names, at the boards
 * they shared with the player.
 */
#ifndef POSTMOVE_EXPORT_H
#define POSTMOVE_EXPORT_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* Returns the text, with LF line ends. Rows that would make it longer than about `most` bytes
 * are left out, and the parts that are not complete are named in its member "left_out"; *whole
 * is true if there are none. Free with g_free. */
char *export_json(struct db *db, gint64 player, gint64 now, gsize most, bool *whole);

#endif
