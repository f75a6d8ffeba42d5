#include "store/outages.h"

void outage_add(struct db *db, gint64 begin, gint64 end, enum outage_kind kind)
{
    if (end > begin) {
        db_run(db, "INSERT INTO outages (begun, ended, kind) VALUES (?, ?, ?)", "iii", begin, end,
               (gint64)kind);
    }
}

GArray *outages_since(struct db *db, gint64 moment)
{
    GArray *outages = g_array_new(FALSE, FALSE, sizeof(struct outage));
    struct rows *rows =
        db_query(db, "SELECT begun, ended, kind FROM outages WHERE ended > ? ORDER BY ended, id",
                 "i", moment);
    while (rows_next(rows)) {
        struct outage outage = { .begin = rows_int(rows, 0),
                                 .end = rows_int(rows, 1),
                                 .kind = (enum outage_kind)rows_int(rows, 2) };
        g_array_append_val(outages, outage);
    }
    return outages;
}

void outages_drop_future(struct db *db, gint64 now)
{
    db_run(db, "UPDATE outages SET ended = ?1 WHERE ended > ?1", "i", now);
    db_run(db, "DELETE FROM outages WHERE begun >= ended", "");
}

gint64 outages_lapse(struct db *db, gint64 since, gint64 until)
{
    return until + db_number(db, OUTAGES_SECONDS("?1"), "i", since);
}

gint64 outages_served(struct db *db, gint64 from, gint64 to)
{
    gint64 outages = outages_lapse(db, from, 0);
    return MAX(to - from - outages, 0);
}

struct attendance attendance_read(struct db *db)
{
    struct rows *rows = db_query(db,
                                 "SELECT served, fetched, quiet, (SELECT since FROM hold)"
                                 " FROM attendance",
                                 "");
    struct attendance attendance = { 0 };
    if (rows_next(rows)) {
        attendance = (struct attendance){ .served = rows_int(rows, 0),
                                          .fetched = rows_int(rows, 1),
                                          .quiet = rows_int(rows, 2) != 0,
                                          .held = rows_int(rows, 3) };
    }
    rows_end(rows);
    return attendance;
}

void attendance_write(struct db *db, const struct attendance *attendance)
{
    struct attendance stored = attendance_read(db);
    if (stored.served != attendance->served || stored.fetched != attendance->fetched ||
        stored.quiet != attendance->quiet) {
        db_run(db, "UPDATE attendance SET served = ?, fetched = ?, quiet = ? WHERE one = 1", "iii",
               attendance->served, attendance->fetched, (gint64)attendance->quiet);
    }
}

/* ---- maintenance ---- */

gint64 hold_since(struct db *db)
{
    return attendance_read(db).held;
}

void hold_begin(struct db *db, gint64 now)
{
    db_run(db, "INSERT INTO hold (one, since, said) VALUES (1, ?, 0)", "i", now);
}

void hold_end(struct db *db)
{
    db_run(db, "DELETE FROM hold", "");
}

bool hold_is_news(struct db *db)
{
    db_run(db, "UPDATE hold SET said = 1 WHERE said = 0", "");
    return db_changes(db) > 0;
}
