#include "store/returns.h"

#include "base/clock.h"
#include "store/outages.h"
#include "store/outbox.h"
#include "store/outbox_review.h"

G_STATIC_ASSERT(RETURNS_WEEK == 7 * CLOCK_DAY);

/* ---- letters ---- */

bool returns_of_letter(struct db *db, gint64 id, gint64 now, struct returned_letter *letter)
{
    struct rows *rows = db_query(db,
                                 "SELECT player, recipient FROM outbox WHERE id = ? AND"
                                 " attempts > 0 AND returned IS NULL"
                                 " AND " OUTAGES_LAPSE("queued", "queued") " >= ?",
                                 "ii", id, now - (gint64)RETURNS_LETTER_DAYS * CLOCK_DAY);
    bool found = rows_next(rows);
    if (found) {
        *letter =
            (struct returned_letter){ .player = rows_int(rows, 0), .recipient = rows_dup(rows, 1) };
    }
    rows_end(rows);
    if (found) {
        db_run(db, "UPDATE outbox SET returned = ? WHERE id = ?", "ii", now, id);
    }
    return found;
}

gint64 returns_next_refused(struct db *db, char **status)
{
    if (!outbox_any_parked(db)) {
        return 0;
    }
    struct rows *rows = db_query(
        db, "SELECT id, refused FROM outbox WHERE state = ? AND refused IS NOT NULL LIMIT 1", "i",
        (gint64)OUTBOX_PARKED);
    gint64 id = 0;
    if (rows_next(rows)) {
        id = rows_int(rows, 0);
        *status = rows_dup(rows, 1);
    }
    rows_end(rows);
    if (id != 0) {
        db_run(db, "UPDATE outbox SET refused = NULL WHERE id = ?", "i", id);
    }
    return id;
}

/* ---- addresses ---- */

/* The points as stored, and when they were counted; false: there are none. */
static bool stored(struct db *db, const char *folded, struct returns *returns, gint64 *counted)
{
    *returns = (struct returns){ 0 };
    struct rows *rows = db_query(
        db, "SELECT points, counted, status, suspended FROM returns WHERE folded = ?", "s", folded);
    bool found = rows_next(rows);
    if (found) {
        returns->points = (int)CLAMP(rows_int(rows, 0), 0, RETURNS_POINTS_MAX);
        *counted = rows_int(rows, 1);
        g_strlcpy(returns->status, rows_text(rows, 2), sizeof(returns->status));
        returns->suspended = rows_int(rows, 3);
    }
    rows_end(rows);
    return found;
}

/* Whole weeks that the server has served; a clock that was ahead has not. */
static gint64 weeks_since(struct db *db, gint64 counted, gint64 now)
{
    return outages_served(db, counted, now) / RETURNS_WEEK;
}

struct returns returns_read(struct db *db, const char *folded, gint64 now)
{
    struct returns returns;
    gint64 counted = now;
    if (stored(db, folded, &returns, &counted)) {
        returns.points = (int)MAX(returns.points - weeks_since(db, counted, now), 0);
    }
    return returns;
}

int returns_add(struct db *db, const char *folded, int points, const char *status, gint64 now)
{
    struct returns returns;
    gint64 counted = now;
    stored(db, folded, &returns, &counted);
    gint64 weeks = weeks_since(db, counted, now);
    int left = (int)MAX(returns.points - weeks, 0);
    int sum = MIN(left + points, RETURNS_POINTS_MAX);
    /* What has passed of a week stays passed, while there is a point to fall. */
    gint64 since = left > 0 ? MIN(counted + weeks * RETURNS_WEEK, now) : now;
    db_run(db,
           "INSERT INTO returns (folded, points, counted, status) VALUES (?, ?, ?, ?)"
           " ON CONFLICT (folded) DO UPDATE SET points = excluded.points,"
           " counted = excluded.counted, status = excluded.status",
           "siis", folded, (gint64)sum, since, status);
    return sum;
}

void returns_suspend(struct db *db, const char *folded, gint64 now)
{
    db_run(db, "UPDATE returns SET suspended = ? WHERE folded = ? AND suspended IS NULL", "is", now,
           folded);
}

void returns_forget(struct db *db, const char *folded)
{
    db_run(db, "DELETE FROM returns WHERE folded = ?", "s", folded);
}
