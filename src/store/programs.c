#include "store/programs.h"

#include "store/boards.h"

/* SQL: a program is to act at a board of which `boards` and `seats` are the rows. A paused match
 * waits only for answers. */
#define IS_TO_ACT                                                                                  \
    " seats.player = :program AND closed = 0"                                                      \
    " AND ((state = :challenge AND accepted = 0)"                                                  \
    " OR (state = :running AND to_move = seat AND paused IS NULL)"                                 \
    " OR (state = :running AND offer <> 0 AND agrees = 0))"

GArray *program_waits(struct db *db, gint64 program, int most)
{
    return db_numbers(db,
                      "SELECT number FROM seats JOIN boards ON number = seats.board"
                      " LEFT JOIN program_faults AS faults ON faults.board = number"
                      " AND faults.player = :program AND faults.revision = boards.revision"
                      " WHERE" IS_TO_ACT " AND COALESCE(faults.count, 0) < ? ORDER BY number",
                      program, BOARD_CHALLENGE, BOARD_RUNNING, most);
}

int program_failed(struct db *db, gint64 program, gint64 board, gint64 revision)
{
    db_run(db,
           "INSERT INTO program_faults (board, player, revision, count) VALUES (?, ?, ?, 1)"
           " ON CONFLICT (board, player) DO UPDATE SET revision = excluded.revision,"
           " count = CASE WHEN revision = excluded.revision THEN count + 1 ELSE 1 END",
           board, program, revision);
    return (int)db_number(db, "SELECT count FROM program_faults WHERE board = ? AND player = ?",
                          board, program);
}

void program_faults_forget(struct db *db, gint64 program)
{
    db_run(db, "DELETE FROM program_faults WHERE player = ?", program);
}

/* ---- matches to be analysed ---- */

void analysis_wish(struct db *db, gint64 board, gint64 player)
{
    db_run(db, "INSERT OR IGNORE INTO analyses (board, player) VALUES (?, ?)", board, player);
}

GArray *analyses_wished(struct db *db, guint most)
{
    GArray *analyses = g_array_new(FALSE, FALSE, sizeof(struct analysis));
    struct rows *rows = db_query(db,
                                 "SELECT board, player FROM analyses JOIN boards ON number = board"
                                 " WHERE state = :finished ORDER BY board, player LIMIT ?",
                                 BOARD_FINISHED, most);
    while (rows_next(rows)) {
        const struct analysis analysis = { rows_int(rows, "board"), rows_int(rows, "player") };
        g_array_append_val(analyses, analysis);
    }
    return analyses;
}

int analysis_failed(struct db *db, const struct analysis *analysis)
{
    db_run(db, "UPDATE analyses SET attempts = attempts + 1 WHERE board = ? AND player = ?",
           analysis->board, analysis->player);
    return (int)db_number(db, "SELECT attempts FROM analyses WHERE board = ? AND player = ?",
                          analysis->board, analysis->player);
}

void analysis_done(struct db *db, const struct analysis *analysis)
{
    db_run(db, "DELETE FROM analyses WHERE board = ? AND player = ?", analysis->board,
           analysis->player);
}
