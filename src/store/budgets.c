#include "store/budgets.h"

int budget_used(struct db *db, enum budget kind, gint64 player, gint64 board, gint64 day)
{
    return (int)db_number(
        db, "SELECT count FROM budgets WHERE kind = ? AND player = ? AND board = ? AND day = ?",
        "iiii", (gint64)kind, player, board, day);
}

void budget_use(struct db *db, enum budget kind, gint64 player, gint64 board, gint64 day, int count)
{
    db_run(db,
           "INSERT INTO budgets (kind, player, board, day, count) VALUES (?, ?, ?, ?, ?)"
           " ON CONFLICT (kind, player, board) DO UPDATE SET"
           " count = excluded.count + CASE WHEN day = excluded.day THEN count ELSE 0 END,"
           " day = excluded.day",
           "iiiii", (gint64)kind, player, board, day, (gint64)count);
}

int letters_between(struct db *db, gint64 writer, gint64 reader, gint64 day)
{
    return (int)db_number(
        db, "SELECT count FROM letters_between WHERE writer = ? AND reader = ? AND day = ?", "iii",
        writer, reader, day);
}

void letters_between_add(struct db *db, gint64 writer, gint64 reader, gint64 day)
{
    db_run(db,
           "INSERT INTO letters_between (writer, reader, day, count) VALUES (?, ?, ?, 1)"
           " ON CONFLICT (writer, reader) DO UPDATE SET"
           " count = 1 + CASE WHEN day = excluded.day THEN count ELSE 0 END, day = excluded.day",
           "iii", writer, reader, day);
}
