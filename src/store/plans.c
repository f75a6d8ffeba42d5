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
    /* All of a board are read at once: mostly there are none. */
    struct rows *rows = db_query(db,
                                 "SELECT player, kind, text, ply, revision, comment FROM plans"
                                 " WHERE board = ?",
                                 "i", board);
    while (rows_next(rows)) {
        if (rows_int(rows, 0) == player && rows_int(rows, 1) == (gint64)kind) {
            plan = g_new(struct plan, 1);
            *plan = (struct plan){ .board = board,
                                   .player = player,
                                   .kind = kind,
                                   .text = rows_dup(rows, 2),
                                   .ply = rows_int(rows, 3),
                                   .revision = rows_int(rows, 4),
                                   .comment = rows_dup(rows, 5) };
        }
    }
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
    g_autoptr(Plan) plan = plan_read(db, board, player, kind);
    if (plan != NULL) {
        db_run(db, "DELETE FROM plans WHERE board = ? AND player = ? AND kind = ?", "iii", board,
               player, (gint64)kind);
    }
}

void plans_drop(struct db *db, gint64 board)
{
    db_run(db, "DELETE FROM plans WHERE board = ?", "i", board);
}
