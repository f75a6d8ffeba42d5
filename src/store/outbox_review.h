/*
 * outbox_review.h: the operator looks through the outbox, and decides about
 * letters that could not be sent.
 */
#ifndef POSTMOVE_OUTBOX_REVIEW_H
#define POSTMOVE_OUTBOX_REVIEW_H

#include "store/outbox.h"

struct outbox_entry {
    gint64 id;
    enum outbox_state state;
    char *sender, *recipient; /* envelope */
    gint64 queued;            /* when it was written */
    gint64 due;               /* of one that waits: when it is tried */
    gint64 sent;              /* of one that was sent */
    gint64 attempts;
    char *reason;  /* why the last attempt failed; NULL: none did */
    char *receipt; /* what was said when it was taken; NULL: nothing */
};

void outbox_entry_free(struct outbox_entry *entry);

typedef struct outbox_entry OutboxEntry;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(OutboxEntry, outbox_entry_free)

/* All that are not sent, in order of id; struct outbox_entry. */
GPtrArray *outbox_unsent(struct db *db);

/* One of them, sent or not, and its bytes, the caller's; NULL if there is none
 * (any more). */
struct outbox_entry *outbox_entry(struct db *db, gint64 id, GBytes **bytes);

/* Has it tried anew, from now on, as if it had just been written. False if
 * there is none that is not sent. */
bool outbox_retry(struct db *db, gint64 id, gint64 now);

/* The same for all that are parked. Gives how many. */
int outbox_retry_parked(struct db *db, gint64 now);

/* Takes it away for good. False if there is none that is not sent. */
bool outbox_drop(struct db *db, gint64 id);

/* True if any letter is undeliverable. */
bool outbox_any_parked(struct db *db);

/* How many are parked of which the operator has not been told, but for letters
 * to himself (`operator`, his address). */
gint64 outbox_untold(struct db *db, const char *operator);

/* He knows of all that are parked. */
void outbox_told(struct db *db, gint64 now);

/* The id of the last letter written; 0: none was. */
gint64 outbox_newest(struct db *db);

#endif
