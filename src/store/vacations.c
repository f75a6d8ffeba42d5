#include "store/vacations.h"

#include "store/outages.h"

GArray *vacations_of(struct db *db, gint64 player)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(struct vacation));
    struct rows *rows = db_query(
        db, "SELECT first, last, begins, ends FROM vacations WHERE player = ? ORDER BY first", "i",
        player);
    while (rows_next(rows)) {
        struct vacation vacation = { .first = rows_int(rows, 0),
                                     .last = rows_int(rows, 1),
                                     .begin = rows_int(rows, 2),
                                     .end = rows_int(rows, 3) };
        g_array_append_val(found, vacation);
    }
    return found;
}

bool vacation_at(struct db *db, gint64 player, gint64 moment, struct vacation *vacation)
{
    g_autoptr(GArray) all = vacations_of(db, player);
    bool found = false;
    for (guint i = 0; i < all->len && !found; i++) {
        const struct vacation *one = &g_array_index(all, struct vacation, i);
        found = one->begin <= moment && one->end > moment;
        *vacation = found ? *one : *vacation;
    }
    return found;
}

void vacation_drop(struct db *db, gint64 player, gint64 first)
{
    db_run(db, "DELETE FROM vacations WHERE player = ? AND first = ?", "ii", player, first);
}

void vacation_add(struct db *db, gint64 player, const struct vacation *vacation, gint64 now,
                  struct vacation *joined)
{
    struct vacation whole = *vacation;
    g_autoptr(GArray) others = vacations_of(db, player);
    for (guint i = 0; i < others->len; i++) {
        const struct vacation *other = &g_array_index(others, struct vacation, i);
        bool shares_days = other->first <= whole.last && other->last >= whole.first;
        bool shares_time = other->begin <= whole.end && other->end >= whole.begin;
        if (shares_days || shares_time) {
            whole.first = MIN(whole.first, other->first);
            whole.last = MAX(whole.last, other->last);
            whole.begin = MIN(whole.begin, other->begin);
            whole.end = MAX(whole.end, other->end);
            vacation_drop(db, player, other->first);
        }
    }
    db_run(db,
           "DELETE FROM vacations WHERE player = ?1 AND ends < ?2 AND " OUTAGES_LAPSE(
               "ends", "ends") " < ?2",
           "ii", player, now - (gint64)VACATIONS_KEPT);
    db_run(db, "INSERT INTO vacations (player, first, last, begins, ends) VALUES (?, ?, ?, ?, ?)",
           "iiiii", player, whole.first, whole.last, whole.begin, whole.end);
    if (joined != NULL) {
        *joined = whole;
    }
}
