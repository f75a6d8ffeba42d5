/*
 * changes.h: what one commit changes in the tables, as bytes, and doing the same to a copy.
 *
 * The bytes are the numbers that SQLite has given last in each table (AUTOINCREMENT), which its
 * session extension does not record, and that extension's changeset. A changeset knows the values
 * from before, too, so it is refused by any copy that is not exactly as the database was. For the
 * store alone.
 */
#ifndef POSTMOVE_CHANGES_H
#define POSTMOVE_CHANGES_H

#include <glib.h>

#include "store/db.h"

struct sqlite3_session;

/* Keeps SQLite ready to be watched as long as the connection lives: a statement that was prepared
 * when nobody watched could empty a table unseen later. A failure sticks, and NULL is returned. End
 * it with changes_forget. */
struct sqlite3_session *changes_prepare(struct db *db);

/* Begins to watch what the connection changes. A failure sticks to the handle, and NULL is
 * returned. End it with changes_forget. */
struct sqlite3_session *changes_watch(struct db *db);
void changes_forget(struct sqlite3_session *session);

/* What was changed since. Free with g_byte_array_unref. NULL after a failure, which sticks. */
GByteArray *changes_taken(struct db *db, struct sqlite3_session *session);

/* Changes the tables of a database in the same way, in the transaction at hand: from the commit
 * before `number` to that one. A failure sticks; what does not fit this database is
 * POSTMOVE_ERROR_NO, and the caller undoes what was changed until then. */
void changes_apply(struct db *db, gint64 number, const guint8 *bytes, gsize length);

#endif
