#include "store/bounces.h"

#include "base/clock.h"
#include "store/clocks.h"
#include "store/outbox.h"

G_STATIC_ASSERT(BOUNCES_WEEK == 7 * CLOCK_DAY);

/* ---- letters ---- */

bool bounces_of_letter(struct db *db, gint64 id, gint64 now, struct bounced_letter *letter)
{
    struct rows *rows = db_query(db,
                                 "SELECT player, recipient FROM outbox WHERE id = ? AND"
                                 " attempts > 0 AND returned IS NULL"
                                 " AND " OUTAGES_LAPSE("queued", "queued") " >= ?",
                                 "ii", id, now - (gint64)BOUNCES_LETTER_DAYS * CLOCK_DAY);
    bool found = rows_next(rows);
    if (found) {
        *letter =
            (struct bounced_letter){ .player = rows_int(rows, 0), .recipient = rows_dup(rows, 1) };
    }
    rows_end(rows);
    if (found) {
        db_run(db, "UPDATE outbox SET returned = ? WHERE id = ?", "ii", now, id);
    }
    return found;
}

gint64 bounces_next_refused(struct db *db, char **status)
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
static bool stored(struct db *db, const char *folded, struct bounces *returns, gint64 *counted)
{
    *returns = (struct bounces){ 0 };
    struct rows *rows = db_query(
        db, "SELECT points, counted, status, suspended FROM bounces WHERE folded = ?", "s", folded);
    bool found = rows_next(rows);
    if (found) {
        returns->points = (int)CLAMP(rows_int(rows, 0), 0, BOUNCES_POINTS_MAX);
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
    return outages_served(db, counted, now) / BOUNCES_WEEK;
}

struct bounces bounces_read(struct db *db, const char *folded, gint64 now)
{
    struct bounces returns;
    gint64 counted = now;
    if (stored(db, folded, &returns, &counted)) {
        returns.points = (int)MAX(returns.points - weeks_since(db, counted, now), 0);
    }
    return returns;
}

int bounces_add(struct db *db, const char *folded, int points, const char *status, gint64 now)
{
    struct bounces returns;
    gint64 counted = now;
    stored(db, folded, &returns, &counted);
    gint64 weeks = weeks_since(db, counted, now);
    int left = (int)MAX(returns.points - weeks, 0);
    int sum = MIN(left + points, BOUNCES_POINTS_MAX);
    /* What has passed of a week stays passed, while there is a point to fall. */
    gint64 since = left > 0 ? MIN(counted + weeks * BOUNCES_WEEK, now) : now;
    db_run(db,
           "INSERT INTO bounces (folded, points, counted, status) VALUES (?, ?, ?, ?)"
           " ON CONFLICT (folded) DO UPDATE SET points = excluded.points,"
           " counted = excluded.counted, status = excluded.status",
           "siis", folded, (gint64)sum, since, status);
    return sum;
}

void bounces_suspend(struct db *db, const char *folded, gint64 now)
{
    db_run(db, "UPDATE bounces SET suspended = ? WHERE folded = ? AND suspended IS NULL", "is", now,
           folded);
}

void bounces_forget(struct db *db, const char *folded)
{
    db_run(db, "DELETE FROM bounces WHERE folded = ?", "s", folded);
}
