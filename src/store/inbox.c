#include "store/inbox.h"

#include "base/clock.h"
#include "base/random.h"
#include "store/clocks.h"

bool inbox_has_name(struct db *db, const char *name)
{
    return db_number(db, "SELECT COUNT(*) FROM inbox WHERE name = ?", name) != 0;
}

bool inbox_by_key(struct db *db, const unsigned char *key, struct inbox_row *row)
{
    struct rows *rows = db_row(db, "SELECT id, time, repeated, name FROM inbox WHERE key = ?", key);
    if (rows == NULL) {
        return false;
    }
    *row = (struct inbox_row){
        .id = rows_int(rows, "id"),
        .time = rows_int(rows, "time"),
        .repeated = rows_int(rows, "repeated") != 0,
        .name = rows_dup(rows, "name"),
    };
    return true;
}

void inbox_row_clear(struct inbox_row *row)
{
    g_clear_pointer(&row->name, g_free);
}

gint64 inbox_add(struct db *db, const char *name, const unsigned char *key, gint64 now)
{
    db_run(db, "INSERT INTO inbox (name, key, time, repeated) VALUES (?, ?, ?, 0)", name, key, now);
    return db_last_id(db);
}

void inbox_repeated(struct db *db, gint64 id)
{
    db_run(db, "UPDATE inbox SET repeated = 1 WHERE id = ?", id);
}

/* ---- notices to people who are not players, and to the operator ---- */

/* The limits look back one week; the address of somebody who is no player is kept no longer
 * than the limits need it. */
enum { NOTICES_KEPT = 8 * CLOCK_DAY };

/* The operator is told this once, and never again, so it is never deleted. The index used for
 * deleting leaves it out. */
#define NOTICE_FOR_GOOD "'failed-mail'"

int notice_count(struct db *db, const char *folded, const char *kind, struct clock_span span)
{
    if (folded == NULL) {
        return (int)db_number(
            db, "SELECT COUNT(*) FROM notices WHERE kind = ? AND time BETWEEN ? AND ?", kind,
            span.begin, span.end);
    }
    return (int)db_number(db,
                          "SELECT COUNT(*) FROM notices WHERE folded = ? AND kind = ?"
                          " AND time BETWEEN ? AND ?",
                          folded, kind, span.begin, span.end);
}

void notice_add(struct db *db, const char *folded, const char *kind, gint64 now)
{
    const gint64 kept = now - NOTICES_KEPT;
    db_run(db,
           "DELETE FROM notices WHERE time < :kept AND kind <> " NOTICE_FOR_GOOD
           " AND " OUTAGES_LAPSE("time", "time") " < :kept",
           kept);
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, ?, ?)", folded, kind, now);
}

bool notice_once(struct db *db, const char *folded, const char *kind, struct clock_span span)
{
    const bool first = notice_count(db, folded, kind, span) == 0;
    if (first) {
        notice_add(db, folded, kind, span.end);
    }
    return first;
}

/* ---- log-ins that were refused ---- */

static const char login[] = "login";

bool logins_wait(struct db *db, const char *identity, gint64 now)
{
    static const gint64 pauses[] = { 0, 300, 900, 3600 }; /* seconds */
    int count = notice_count(db, identity, login, clock_span(now, CLOCK_DAY));
    gint64 pause = pauses[MIN(count, (int)G_N_ELEMENTS(pauses) - 1)];
    return pause > 0 && notice_count(db, identity, login, clock_span(now, pause - 1)) > 0;
}

void logins_refused(struct db *db, const char *identity, gint64 now)
{
    notice_add(db, identity, login, now);
}

bool logins_were_refused(struct db *db, const char *identity, gint64 now)
{
    return notice_count(db, identity, login, clock_span(now, CLOCK_DAY)) > 0;
}

void logins_accepted(struct db *db, const char *identity)
{
    db_run(db, "DELETE FROM notices WHERE folded = ? AND kind = ?", identity, login);
}

/* ---- budgets ---- */

int budget_used(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day)
{
    return (int)db_number(
        db, "SELECT count FROM budgets WHERE kind = ? AND player = ? AND about = ? AND day = ?",
        kind, player, about, day);
}

void budget_use(struct db *db, enum budget kind, gint64 player, gint64 about, gint64 day, int count)
{
    db_run(db,
           "INSERT INTO budgets (kind, player, about, day, count) VALUES (?, ?, ?, ?, ?)"
           " ON CONFLICT (kind, player, about, day) DO UPDATE SET count = count + excluded.count",
           kind, player, about, day, count);
}

void budget_forget_wrong(struct db *db, gint64 player)
{
    db_run(
        db,
        "DELETE FROM budgets WHERE player = ? AND kind BETWEEN :wrong_stranger AND :wrong_proven",
        player, BUDGET_WRONG_STRANGER, BUDGET_WRONG_PROVEN);
}

void budget_forget(struct db *db, gint64 player)
{
    db_run(db,
           "DELETE FROM budgets WHERE player = :player OR (kind = :letters AND about = :player)",
           player, BUDGET_LETTERS);
}
