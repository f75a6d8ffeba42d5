#include "store/outbox_review.h"

#define ENTRY                                                                                      \
    "SELECT id, state, sender, recipient, queued, due, sent, attempts, reason, receipt, bytes"     \
    " FROM outbox"

static struct outbox_entry *entry_of_row(struct rows *rows)
{
    struct outbox_entry *entry = g_new(struct outbox_entry, 1);
    *entry = (struct outbox_entry){ .id = rows_int(rows, 0),
                                    .state = (enum outbox_state)rows_int(rows, 1),
                                    .sender = rows_dup(rows, 2),
                                    .recipient = rows_dup(rows, 3),
                                    .queued = rows_int(rows, 4),
                                    .due = rows_int(rows, 5),
                                    .sent = rows_int(rows, 6),
                                    .attempts = rows_int(rows, 7),
                                    .reason = rows_dup(rows, 8),
                                    .receipt = rows_dup(rows, 9) };
    return entry;
}

void outbox_entry_free(struct outbox_entry *entry)
{
    if (entry != NULL) {
        g_free(entry->sender);
        g_free(entry->recipient);
        g_free(entry->reason);
        g_free(entry->receipt);
        g_free(entry);
    }
}

GPtrArray *outbox_unsent(struct db *db)
{
    GPtrArray *entries = g_ptr_array_new_with_free_func((GDestroyNotify)outbox_entry_free);
    struct rows *rows = db_query(db, ENTRY " WHERE state IN (?, ?) ORDER BY id", "ii",
                                 (gint64)OUTBOX_QUEUED, (gint64)OUTBOX_PARKED);
    while (rows_next(rows)) {
        g_ptr_array_add(entries, entry_of_row(rows));
    }
    return entries;
}

struct outbox_entry *outbox_entry(struct db *db, gint64 id, GBytes **bytes)
{
    struct rows *rows = db_query(db, ENTRY " WHERE id = ?", "i", id);
    struct outbox_entry *entry = NULL;
    if (rows_next(rows)) {
        entry = entry_of_row(rows);
        *bytes = rows_bytes(rows, 10);
    }
    rows_end(rows);
    return entry;
}

bool outbox_retry(struct db *db, gint64 id, gint64 now)
{
    db_run(db,
           "UPDATE outbox SET state = ?, due = ?, queued = ?, attempts = 0, reason = NULL,"
           " refused = NULL"
           " WHERE id = ? AND state IN (?, ?)",
           "iiiiii", (gint64)OUTBOX_QUEUED, now, now, id, (gint64)OUTBOX_QUEUED,
           (gint64)OUTBOX_PARKED);
    return db_changes(db) > 0;
}

int outbox_retry_parked(struct db *db, gint64 now)
{
    db_run(db,
           "UPDATE outbox SET state = ?, due = ?, queued = ?, attempts = 0, reason = NULL,"
           " refused = NULL"
           " WHERE state = ?",
           "iiii", (gint64)OUTBOX_QUEUED, now, now, (gint64)OUTBOX_PARKED);
    return db_changes(db);
}

bool outbox_drop(struct db *db, gint64 id)
{
    db_run(db, "DELETE FROM outbox WHERE id = ? AND state IN (?, ?)", "iii", id,
           (gint64)OUTBOX_QUEUED, (gint64)OUTBOX_PARKED);
    return db_changes(db) > 0;
}

bool outbox_any_parked(struct db *db)
{
    return db_number(db, "SELECT EXISTS (SELECT 1 FROM outbox WHERE state = ?)", "i",
                     (gint64)OUTBOX_PARKED) != 0;
}

gint64 outbox_untold(struct db *db, const char *operator)
{
    if (!outbox_any_parked(db)) {
        return 0;
    }
    return db_number(db,
                     "SELECT COUNT(*) FROM outbox WHERE state = ? AND told IS NULL"
                     " AND recipient <> ? COLLATE NOCASE",
                     "is", (gint64)OUTBOX_PARKED, operator);
}

gint64 outbox_newest(struct db *db)
{
    return db_number(db, "SELECT IFNULL(MAX(id), 0) FROM outbox", "");
}

void outbox_told(struct db *db, gint64 now)
{
    db_run(db, "UPDATE outbox SET told = ? WHERE state = ? AND told IS NULL", "ii", now,
           (gint64)OUTBOX_PARKED);
}
