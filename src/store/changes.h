/*
 * changes.h: what one commit changes in the tables, as bytes, and doing the same to a copy.
 *
 * The bytes are a changeset of SQLite's session extension. It knows the values from before, too, so
 * it is refused by any copy that is not exactly as the database was; one of these values is the
 * number of the commit before. It does not have the number (AUTOINCREMENT) of a row that is gone
 * again when its transaction ends: a copy may give this number once more, and nobody has seen it.
 */
#ifndef POSTMOVE_CHANGES_H
#define POSTMOVE_CHANGES_H

#include <glib.h>

#include "store/db.h"

/* A log that takes what each commit changes. */
struct changes_log {
    void *data;
    /* All of the commit `number` is done but the commit itself. If it returns false, with the
     * error, nothing is committed. */
    bool (*write)(void *data, gint64 number, const guint8 *bytes, gsize length, GError **error);
    /* A transaction has ended. If it was written and is not committed, it must leave the log. */
    void (*ended)(void *data, bool committed);
    /* The handle is closed. */
    void (*close)(void *data);
};

/* From now on each commit of a database that is open to write goes to the log. Outside of a
 * transaction. A failure sticks to the handle. */
void changes_watch(struct db *db, struct changes_log log);

/* Changes the tables of a database in the same way, in the transaction at hand: from the commit
 * before `number` to that one. A failure sticks; what does not fit this database is
 * POSTMOVE_ERROR_NO, and the caller undoes what was changed until then. */
void changes_apply(struct db *db, gint64 number, const guint8 *bytes, gsize length);

#endif
