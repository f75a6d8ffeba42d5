#include "store/plans.h"

void plan_free(struct plan *plan)
{
    if (plan != NULL) {
        g_free(plan->text);
        g_free(plan->comment);
        g_free(plan);
    }
}

struct plan *plan_read(struct db *db, gint64 board, gint64 player, enum plan_kind kind)
{
    struct plan *plan = NULL;
    struct rows *rows = db_query(db,
                                 "SELECT text, ply, revision, comment FROM plans"
                                 " WHERE board = ? AND player = ? AND kind = ?",
                                 "iii", board, player, (gint64)kind);
    if (rows_next(rows)) {
        plan = g_new(struct plan, 1);
        *plan = (struct plan){ .board = board,
                               .player = player,
                               .kind = kind,
                               .text = rows_dup(rows, 0),
                               .ply = rows_int(rows, 1),
                               .revision = rows_int(rows, 2),
                               .comment = rows_dup(rows, 3) };
    }
    rows_end(rows);
    return plan;
}

void plan_put(struct db *db, const struct plan *plan)
{
    db_run(db,
           "INSERT INTO plans (board, player, kind, text, ply, revision, comment)"
           " VALUES (?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (board, player, kind) DO UPDATE SET text = excluded.text,"
           " ply = excluded.ply, revision = excluded.revision, comment = excluded.comment",
           "iiisiis", plan->board, plan->player, (gint64)plan->kind, plan->text, plan->ply,
           plan->revision, plan->comment);
}

void plan_drop(struct db *db, gint64 board, gint64 player, enum plan_kind kind)
{
    db_run(db, "DELETE FROM plans WHERE board = ? AND player = ? AND kind = ?", "iii", board,
           player, (gint64)kind);
}

void plans_drop(struct db *db, gint64 board)
{
    db_run(db, "DELETE FROM plans WHERE board = ?", "i", board);
}
