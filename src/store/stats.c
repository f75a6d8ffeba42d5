#include "store/stats.h"

#include "base/clock.h"
#include "store/outbox.h"

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

/* ---- the state of a database ---- */

gint64 health_newest(struct db *db)
{
    return db_number(db, "SELECT MAX((SELECT created FROM instance),"
                         " IFNULL((SELECT time FROM inbox ORDER BY id DESC LIMIT 1), 0),"
                         " IFNULL((SELECT queued FROM outbox ORDER BY id DESC LIMIT 1), 0))");
}

#define KEPT_BACK                                                                                  \
    " FROM bounces JOIN addresses USING (folded) JOIN players ON players.id = addresses.player"    \
    " WHERE bounces.suspended IS NOT NULL"

char *health_kept_back(struct db *db, gint64 *count, char **status)
{
    *count = db_number(db, "SELECT COUNT(DISTINCT player)" KEPT_BACK);
    struct rows *rows =
        db_row(db, "SELECT name, status" KEPT_BACK " ORDER BY bounces.suspended, name LIMIT 1");
    if (rows == NULL) {
        return NULL;
    }
    *status = rows_dup(rows, "status");
    return rows_dup(rows, "name");
}

bool health_comes_back(struct db *db, const char *address)
{
    return db_number(db,
                     "SELECT returned IS NOT NULL OR state = :parked FROM outbox"
                     " WHERE LOWER(recipient) = LOWER(?) AND (sent IS NOT NULL OR state = :parked)"
                     " ORDER BY id DESC LIMIT 1",
                     OUTBOX_PARKED, address) != 0;
}

void health_outbox(struct db *db, struct health_outbox *outbox)
{
    *outbox = (struct health_outbox){ 0 };
    struct rows *rows =
        db_row(db, "SELECT queued, reason FROM outbox WHERE state = 1 ORDER BY queued, id LIMIT 1");
    if (rows != NULL) {
        outbox->oldest = rows_int(rows, "queued");
        outbox->reason = rows_dup(rows, "reason");
    }
    outbox->waiting = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 1");
    outbox->parked = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 3");
    outbox->sent = db_number(db, "SELECT MAX(sent) FROM outbox WHERE sent IS NOT NULL");
    outbox->doubted = db_number(db, "SELECT COUNT(*) FROM outbox WHERE state = 2 AND receipt = ?",
                                OUTBOX_NO_ANSWER);
    outbox->parked_newest = db_number(db, "SELECT MAX(queued) FROM outbox WHERE state = 3");
    /* With MAX, SQLite takes the reason from the row that has the maximum. */
    rows = db_row(db, "SELECT COUNT(*) AS failing, MAX(queued) AS newest, reason FROM outbox"
                      " WHERE state = 1 AND reason IS NOT NULL");
    if (rows != NULL) {
        outbox->failing = rows_int(rows, "failing");
        outbox->failing_newest = rows_int(rows, "newest");
        outbox->reason = outbox->reason != NULL ? outbox->reason : rows_dup(rows, "reason");
    }
}

void health_outbox_clear(struct health_outbox *outbox)
{
    g_free(outbox->reason);
    *outbox = (struct health_outbox){ 0 };
}
