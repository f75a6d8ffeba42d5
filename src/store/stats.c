#include "store/stats.h"

#include "base/clock.h"
#include "store/health.h"

enum { ACTIVE_DAYS = 30 };

static void boards_clear(gpointer data)
{
    g_free(((struct stats_boards *)data)->game);
}

static GArray *count_boards(struct db *db)
{
    GArray *boards = g_array_new(FALSE, FALSE, sizeof(struct stats_boards));
    g_array_set_clear_func(boards, boards_clear);
    struct rows *rows =
        db_query(db, "SELECT game, state, COUNT(*) AS count FROM boards GROUP BY game, state"
                     " ORDER BY game, state");
    while (rows_next(rows)) {
        struct stats_boards line = {
            .game = rows_dup(rows, "game"),
            .state = (enum board_state)CLAMP(rows_int(rows, "state"), BOARD_CHALLENGE, BOARD_SEEK),
            .count = rows_int(rows, "count"),
        };
        g_array_append_val(boards, line);
    }
    return boards;
}

/* Mails are numbered as they are processed, so those of a day are the last. */
static gint64 mails_since(struct db *db, gint64 moment)
{
    return db_number(db,
                     "SELECT COUNT(*) FROM inbox WHERE id > IFNULL((SELECT id FROM inbox"
                     " WHERE time < ? ORDER BY id DESC LIMIT 1), 0)",
                     moment);
}

/* Letters are kept for 30 days. */
static gint64 letters_returned(struct db *db, gint64 moment)
{
    return db_number(db, "SELECT COUNT(*) FROM outbox WHERE sent IS NOT NULL AND returned >= ?",
                     moment);
}

void stats_since(struct db *db, gint64 moment, struct stats_span *span)
{
    *span = (struct stats_span){
        .mails = mails_since(db, moment + 1),
        .letters = db_number(db, "SELECT COUNT(*) FROM outbox WHERE sent > ?", moment),
        .returned = letters_returned(db, moment + 1),
        .joined =
            db_number(db, "SELECT COUNT(*) FROM players WHERE since > ? AND program = 0", moment),
        .active = db_number(db, "SELECT COUNT(*) FROM acts WHERE day > ?", moment / CLOCK_DAY),
        .begun = db_number(db, "SELECT COUNT(*) FROM boards WHERE started > ?", moment),
        .ended =
            db_number(db, "SELECT COUNT(*) FROM boards WHERE ended > ? AND started > 0", moment),
        .running =
            db_number(db, "SELECT COUNT(*) FROM boards WHERE state = :running", BOARD_RUNNING),
    };
}

gint64 stats_players(struct db *db)
{
    return db_number(db, "SELECT COUNT(DISTINCT player) FROM addresses");
}

void stats_read(struct db *db, gint64 now, struct stats *stats)
{
    gint64 today = now / CLOCK_DAY, kept_back;
    struct health_outbox outbox = { 0 };
    g_autofree char *status = NULL;
    g_autofree char *name = health_kept_back(db, &kept_back, &status);
    health_outbox(db, &outbox);
    *stats = (struct stats){
        .players = stats_players(db),
        .active = db_number(db, "SELECT COUNT(*) FROM acts WHERE day > ?", today - ACTIVE_DAYS),
        .suspended = db_number(db, "SELECT COUNT(*) FROM players WHERE suspended IS NOT NULL"),
        .kept_back = kept_back,
        .mails = db_number(db, "SELECT COUNT(*) FROM inbox"),
        .mails_today = mails_since(db, today * CLOCK_DAY),
        .unchanged_today = db_number(
            db, "SELECT SUM(count) FROM budgets WHERE kind IN (12, 13) AND day = ?", today),
        .letters = db_number(db, "SELECT COUNT(*) FROM outbox WHERE sent IS NOT NULL"),
        .letters_today =
            db_number(db, "SELECT COUNT(*) FROM outbox WHERE sent >= ?", today * CLOCK_DAY),
        .returned = letters_returned(db, 0),
        .waiting = outbox.waiting,
        .parked = outbox.parked,
        .oldest = outbox.oldest,
        .boards = count_boards(db),
    };
    health_outbox_clear(&outbox);
}

void stats_clear(struct stats *stats)
{
    g_clear_pointer(&stats->boards, g_array_unref);
}
