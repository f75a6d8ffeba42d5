/*
 * outbox.h: letters that are to go out.
 *
 * A row holds the final bytes, made with their Message-ID when it is
 * inserted. It goes queued, sending (with a lease), sent; or, after failures
 * at growing distances, parked.
 */
#ifndef POSTMOVE_OUTBOX_H
#define POSTMOVE_OUTBOX_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

struct outbox_letter {
    gint64 id;
    char *sender;    /* envelope */
    char *recipient; /* envelope */
    GBytes *bytes;   /* RFC 5322, LF lines */
    int attempts;    /* made so far, this one not counted */
    gint64 queued;
};

/* Queues a letter: written to `player` (0: no player), in answer to the mail
 * `inbox` (0: none; `answer` says it is the one answer to its sender). Gives
 * its id. */
gint64 outbox_add(struct db *db, gint64 player, gint64 inbox, bool answer, const char *sender,
                  const char *recipient, GBytes *bytes, gint64 now);

/* Queues a copy of the answer(s) that mail got, bytes and all. False if there
 * is none or its bytes are gone. */
bool outbox_repeat(struct db *db, gint64 inbox, gint64 now);

/* Takes at most `limit` letters that are due, marking them as being sent with
 * a lease of 15 minutes; a lease that ran out is due again. In order of id;
 * struct outbox_letter. They may be sent once that is committed, not before. */
GPtrArray *outbox_take(struct db *db, gint64 now, int limit);

/* What came of one. A failure is tried again after 1, 5, 15, 60 minutes, then
 * every 4 hours, and parked 3 days after it was queued; true if it was parked
 * now. */
void outbox_sent(struct db *db, gint64 id, gint64 now);
bool outbox_failed(struct db *db, gint64 id, const char *reason, gint64 now);

/* Letters not yet sent: waiting, and parked. */
int outbox_waiting(struct db *db);
int outbox_parked(struct db *db);

/* Forgets letters sent 30 days ago, bytes and all. */
void outbox_expire(struct db *db, gint64 now);

#endif
