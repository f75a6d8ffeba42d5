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

/*
 * Outages do not count for what lapses after some time, such as a challenge: what
 * nobody could answer is still open when the server goes on, and a clock that jumps
 * forward ends nothing. The same is true of what is deleted when it is old.
 *
 * SQL for the moment at which something lapses that began at `since` and would lapse at
 * `until` without outages. Both are SQL expressions of the row, and moments. What is stored
 * is never changed, so nothing is lost when the clock is put back.
 */
#define OUTAGES_LAPSE(since, until) "(" until " + (" OUTAGES_SECONDS(since) "))"

/* SQL for how many seconds since then were outages. */
#define OUTAGES_SECONDS(since)                                                                     \
    "SELECT COALESCE(SUM(ended - MAX(begun, " since ")), 0) FROM outages WHERE ended > " since

/* What OUTAGES_LAPSE gives, for two moments as numbers. */
gint64 outages_lapse(struct db *db, gint64 since, gint64 until);

/* How many seconds of the time between two moments the server served; 0 if `to` is
 * not after `from`. */
gint64 outages_served(struct db *db, gint64 from, gint64 to);

struct attendance {
    gint64 served;  /* all mail that had reached us by then was processed; 0: not known */
    gint64 fetched; /* all mailboxes were emptied of what was there then; 0: not known */
    bool quiet;     /* the server stood still before this run: in it nobody is out of time */
    gint64 held;    /* since when it is in maintenance; 0: it is not */
};

/* attendance_write leaves `held` as it is. */
struct attendance attendance_read(struct db *db);
void attendance_write(struct db *db, const struct attendance *attendance);

/*
 * Maintenance: mail is kept, nothing is played or sent, and the time counts against nobody.
 * hold_since gives when it began, 0 if the server is not in maintenance.
 */
gint64 hold_since(struct db *db);
void hold_begin(struct db *db, gint64 now);
void hold_end(struct db *db);

/* True the first time it is asked in a maintenance: then a run logs it. */
bool hold_is_news(struct db *db);

#endif
