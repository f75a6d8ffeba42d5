#include "store/budgets.h"

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
