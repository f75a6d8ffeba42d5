/*
 * outages.h: time that counts against nobody, and how far the server has come
 * with the mail that reaches it.
 */
#ifndef POSTMOVE_STORE_OUTAGES_H
#define POSTMOVE_STORE_OUTAGES_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

enum outage_kind {
    OUTAGE_STOOD_STILL = 1, /* no run for longer than the configuration allows */
    OUTAGE_HELD = 2,        /* the operator held the server */
};

struct outage {
    gint64 begin, end; /* `end` is the first second after it */
    enum outage_kind kind;
};

/* Nothing if `end` is not after `begin`. */
void outage_add(struct db *db, gint64 begin, gint64 end, enum outage_kind kind);

/* Those that end after a moment, in order of their ends; struct outage. The
 * caller's. */
GArray *outages_since(struct db *db, gint64 moment);

/* After the system's clock was put back: none reaches beyond `now`. */
void outages_drop_future(struct db *db, gint64 now);

struct attendance {
    gint64 served;  /* all mail that had reached us by then was processed; 0: not known */
    gint64 fetched; /* all mailboxes were emptied of what was there then; 0: not known */
    bool quiet;     /* the server stood still before this run: in it nobody is out of time */
};

struct attendance attendance_read(struct db *db);
void attendance_write(struct db *db, const struct attendance *attendance);

#endif
