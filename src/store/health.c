#include "store/health.h"

#include "store/outbox.h"

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
    *count = db_number(db, "SELECT COUNT(DISTINCT player)" KEPT_BACK);
    struct rows *rows =
        db_row(db, "SELECT name, status" KEPT_BACK " ORDER BY bounces.suspended, name LIMIT 1");
    if (rows == NULL) {
        return NULL;
    }
    *status = rows_dup(rows, "status");
    return rows_dup(rows, "name");
}

bool health_comes_back(struct db *db, const char *address)
{
    return db_number(db,
                     "SELECT returned IS NOT NULL OR state = :parked FROM outbox"
                     " WHERE LOWER(recipient) = LOWER(?) AND (sent IS NOT NULL OR state = :parked)"
                     " ORDER BY id DESC LIMIT 1",
                     OUTBOX_PARKED, address) != 0;
}

void health_outbox(struct db *db, struct health_outbox *outbox)
{
    *outbox = (struct health_outbox){ 0 };
    struct rows *rows =
        db_row(db, "SELECT queued, reason FROM outbox WHERE state = 1 ORDER BY queued, id LIMIT 1");
    if (rows != NULL) {
        outbox->oldest = rows_int(rows, "queued");
        outbox->reason = rows_dup(rows, "reason");
    }
    outbox->waiting = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 1");
    outbox->parked = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 3");
    outbox->sent = db_number(db, "SELECT MAX(sent) FROM outbox WHERE sent IS NOT NULL");
    outbox->doubted = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 2 AND receipt = ?",
                                OUTBOX_NO_ANSWER);
    outbox->parked_newest = db_number(db, "SELECT MAX(queued) FROM outbox WHERE state = 3");
    /* With MAX, SQLite takes the reason from the row that has the maximum. */
    rows = db_row(db, "SELECT COUNT(*) AS failing, MAX(queued) AS newest, reason FROM outbox"
                      " WHERE state = 1 AND reason IS NOT NULL");
    if (rows != NULL) {
        outbox->failing = rows_int(rows, "failing");
        outbox->failing_newest = rows_int(rows, "newest");
        outbox->reason = outbox->reason != NULL ? outbox->reason : rows_dup(rows, "reason");
    }
}

void health_outbox_clear(struct health_outbox *outbox)
{
    g_free(outbox->reason);
    *outbox = (struct health_outbox){ 0 };
}
