/*
 * health.h: what can be asked of a database about its own state.
 *
 * Each is a query on a handle that reads; none changes anything. A failure to
 * read sticks to the handle, as everywhere in the store.
 */
#ifndef POSTMOVE_HEALTH_H
#define POSTMOVE_HEALTH_H

#include <glib.h>

#include "store/db.h"

/* What SQLite's quick_check finds, one line a fault (at most a few), or the
 * failure to read in its place; empty if all is well. Unref it. */
GPtrArray *health_faults(struct db *db);

/* The version of its schema. */
gint64 health_schema(struct db *db);

/* The journal's mode, "wal" as a rule, and the version of SQLite, "3.40.1";
 * "" after a failure. Free with g_free. */
char *health_journal(struct db *db);
char *health_sqlite(struct db *db);

/* The latest moment of which the database tells: that it was made, that a mail
 * was processed, that a letter was written. Seconds since 1970. */
gint64 health_newest(struct db *db);

/* How many players have their mail kept back, since letters to them came back; the name
 * of one, NULL if there is none, and the code of RFC 3463 with which theirs did ("": not
 * known). Free both with g_free. */
char *health_kept_back(struct db *db, gint64 *count, char **status);

/* The letters that are not sent. */
struct health_outbox {
    gint64 waiting; /* letters that are to be tried */
    gint64 oldest;  /* time the first of them was written; 0: none waits */
    char *reason;   /* why a letter that waits could not be sent; NULL: none has failed */
    gint64 parked;  /* letters that were given up */
    gint64 failing; /* those of `waiting` that could not be sent yet */
    gint64 failing_newest, parked_newest; /* when the last of each was written; 0: none */
    gint64 sent;                          /* when a letter was sent last; 0: never */
};

void health_outbox(struct db *db, struct health_outbox *outbox);
void health_outbox_clear(struct health_outbox *outbox);

#endif
