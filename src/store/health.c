#include "store/health.h"

#include "store/handle.h"
#include "store/outbox.h"

GPtrArray *health_faults(struct db *db)
{
    GPtrArray *faults = g_ptr_array_new_with_free_func(g_free);
    struct rows *rows = db_query(db, "PRAGMA quick_check(5)");
    while (rows_next(rows)) {
        if (g_strcmp0(rows_text(rows, 0), "ok") != 0) {
            g_ptr_array_add(faults, rows_dup(rows, 0));
        }
    }
    if (db->error != NULL) {
        g_ptr_array_add(faults, g_strdup(db->error->message));
    }
    return faults;
}

gint64 health_newest(struct db *db)
{
    return db_number(db, "SELECT MAX((SELECT created FROM instance),"
                         " IFNULL((SELECT time FROM inbox ORDER BY id DESC LIMIT 1), 0),"
                         " IFNULL((SELECT queued FROM outbox ORDER BY id DESC LIMIT 1), 0))");
}

#define KEPT_BACK                                                                                  \
    " FROM bounces JOIN addresses USING (folded) JOIN players ON players.id = addresses.player"    \
    " WHERE bounces.suspended IS NOT NULL"

char *health_kept_back(struct db *db, gint64 *count, char **status)
{
    char *name = NULL;
    *count = db_number(db, "SELECT COUNT(DISTINCT player)" KEPT_BACK);
    struct rows *rows =
        db_query(db, "SELECT name, status" KEPT_BACK " ORDER BY bounces.suspended, name LIMIT 1");
    if (rows_next(rows)) {
        name = rows_dup(rows, 0);
        *status = rows_dup(rows, 1);
    }
    rows_end(rows);
    return name;
}

bool health_comes_back(struct db *db, const char *address)
{
    return db_number(db,
                     "SELECT returned IS NOT NULL OR state = ? FROM outbox"
                     " WHERE LOWER(recipient) = LOWER(?) AND (sent IS NOT NULL OR state = ?)"
                     " ORDER BY id DESC LIMIT 1",
                     OUTBOX_PARKED, address, OUTBOX_PARKED) != 0;
}

void health_outbox(struct db *db, struct health_outbox *outbox)
{
    *outbox = (struct health_outbox){ 0 };
    outbox->waiting = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 1");
    outbox->parked = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 3");
    struct rows *rows = db_query(
        db, "SELECT queued, reason FROM outbox WHERE state = 1 ORDER BY queued, id LIMIT 1");
    if (rows_next(rows)) {
        outbox->oldest = rows_int(rows, 0);
        outbox->reason = rows_dup(rows, 1);
    }
    rows_end(rows);
    outbox->sent = db_number(db, "SELECT MAX(sent) FROM outbox WHERE sent IS NOT NULL");
    outbox->doubted = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 2 AND receipt = ?",
                                OUTBOX_NO_ANSWER);
    outbox->parked_newest = db_number(db, "SELECT MAX(queued) FROM outbox WHERE state = 3");
    /* With MAX, SQLite takes the reason from the row that has the maximum. */
    rows = db_query(db, "SELECT COUNT(*), MAX(queued), reason FROM outbox"
                        " WHERE state = 1 AND reason IS NOT NULL");
    if (rows_next(rows)) {
        outbox->failing = rows_int(rows, 0);
        outbox->failing_newest = rows_int(rows, 1);
        outbox->reason = outbox->reason != NULL ? outbox->reason : rows_dup(rows, 2);
    }
    rows_end(rows);
}

void health_outbox_clear(struct health_outbox *outbox)
{
    g_free(outbox->reason);
    *outbox = (struct health_outbox){ 0 };
}
