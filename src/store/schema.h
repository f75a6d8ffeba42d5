/*
 * schema.h: compares the tables of a database with those of schema.sql, and finds what somebody
 * has added to them. For the store alone.
 */
#ifndef POSTMOVE_SCHEMA_H
#define POSTMOVE_SCHEMA_H

#include <glib.h>

#include "store/db.h"

/* How a schema differs from ours. */
struct schema_changes {
    GPtrArray *added; /* indexes, triggers, views and tables that are not ours and can be left out
                         of a copy, each as "index its_name" */
    char *altered;    /* "table players is missing": the first thing of ours that is missing or is
                         another, or an addition that cannot be left out; NULL: none */
};

/* Compares the schema with ours. Runs no trigger or view of the database. A failure to read is kept
 * in the handle. */
void schema_compare(struct db *db, struct schema_changes *changes);
void schema_changes_clear(struct schema_changes *changes);

typedef struct schema_changes SchemaChanges;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SchemaChanges, schema_changes_clear)

/* Drops what was added, in the current transaction. If something cannot be dropped, the
 * handle keeps the error. */
void schema_leave_out(struct db *db, const GPtrArray *added);

#endif
