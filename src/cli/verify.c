/* verify: the database is sound, and every derived column is what replay
 * gives. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "match/timing.h"
#include "play/session.h"
#include "store/schema.h"

struct tally {
    guint boards, turns, faults;
};

static void fault(struct tally *tally, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void fault(struct tally *tally, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    tally->faults++;
}

/* A match that runs has a clock, of the seat to move; no other has one. */
static void compare_clock(struct tally *tally, const struct board *stored, struct run *run)
{
    struct clock clock;
    bool has = clock_read(run->db, stored->number, &clock);
    if (has != (stored->state == BOARD_RUNNING) || (has && clock.seat != stored->to_move)) {
        fault(tally, "board %" G_GINT64_FORMAT ": its clock does not fit its record",
              stored->number);
    } else if (!clocks_deadline_holds(run, stored->number)) {
        fault(tally, "board %" G_GINT64_FORMAT ": the deadline stored is not that of its clock",
              stored->number);
    }
}

static void compare(struct tally *tally, const struct board *stored, struct session *session)
{
    gint64 number = stored->number;
    session_derive(session->board, session->match);
    if (stored->turns != session->board->turns) {
        fault(tally, "board %" G_GINT64_FORMAT ": %d turns stored, %d in its record", number,
              stored->turns, session->board->turns);
    }
    if (stored->to_move != session->board->to_move) {
        fault(tally, "board %" G_GINT64_FORMAT ": seat %d to move stored, %d by its record", number,
              stored->to_move + 1, session->board->to_move + 1);
    }
    if (g_strcmp0(stored->result, session->board->result) != 0) {
        fault(tally, "board %" G_GINT64_FORMAT ": result %s stored, %s by its record", number,
              stored->result != NULL ? stored->result : "none",
              session->board->result != NULL ? session->board->result : "none");
    }
    for (int seat = 0; seat < stored->seats; seat++) {
        if (stored->seat[seat].outcome != session->board->seat[seat].outcome) {
            fault(tally, "board %" G_GINT64_FORMAT ": seat %d: outcome %d stored, %d by its record",
                  number, seat + 1, (int)stored->seat[seat].outcome,
                  (int)session->board->seat[seat].outcome);
        }
    }
    if ((stored->state == BOARD_FINISHED) != session->match->result.over) {
        fault(tally, "board %" G_GINT64_FORMAT ": its state does not fit its record", number);
    }
    compare_clock(tally, stored, session->run);
}

/* What was agreed to must be understood for ever. */
static void check_terms(struct tally *tally, const struct board *stored)
{
    struct timing timing;
    g_autofree char *again = timing_read(&timing, stored->timing) ? timing_text(&timing) : NULL;
    if (g_strcmp0(again, stored->timing) != 0) {
        fault(tally, "board %" G_GINT64_FORMAT ": its terms of time cannot be read: %s",
              stored->number, stored->timing);
    }
}

static void check_board(struct run *run, const struct board *stored, struct tally *tally)
{
    bool damaged = false;
    g_autoptr(MatchSession) session = session_open(run, stored->number, &damaged);
    tally->boards++;
    check_terms(tally, stored);
    if (session == NULL) {
        fault(tally, "board %" G_GINT64_FORMAT ": its record cannot be replayed", stored->number);
        return;
    }
    tally->turns += session->stored;
    if (session->match != NULL) {
        compare(tally, stored, session);
    }
}

/* What is not of our making is no fault, but no backup brings it back. */
static void check_schema(struct db *db, struct tally *tally)
{
    g_auto(SchemaChanges) changes = { 0 };
    schema_compare(db, &changes);
    for (guint i = 0; i < changes.added->len; i++) {
        printf("database: %s is not of a postmove database; a restore leaves it out\n",
               (const char *)changes.added->pdata[i]);
    }
    if (changes.altered != NULL) {
        fault(tally,
              "database: its schema is not that of a postmove database: %s; no backup can "
              "be made",
              changes.altered);
    }
}

static void check_all(struct run *run, struct tally *tally)
{
    check_schema(run->db, tally);
    if (db_lost(run->db) > 0) {
        fault(tally,
              "database: changes that were made to it last are missing, %" G_GINT64_FORMAT
              " in all",
              db_lost(run->db));
    }
    g_autoptr(GPtrArray) faults = db_faults(run->db);
    for (guint i = 0; i < faults->len; i++) {
        fault(tally, "database: %s", (const char *)faults->pdata[i]);
    }
    g_autoptr(GPtrArray) boards = board_list(run->db, 0, ~0U);
    for (guint i = 0; i < boards->len; i++) {
        check_board(run, boards->pdata[i], tally);
    }
}

int cli_verify(const struct invocation *invocation, int argc, char **argv)
{
    int code = cli_options(NULL, &argc, &argv, 0, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    struct workspace workspace;
    if (!workspace_open(&workspace, server.config, server.words, DB_READ, "verify", &error)) {
        return cli_fail(error);
    }
    struct tally tally = { 0 };
    check_all(&workspace.run, &tally);
    bool failed = db_failed(workspace.db);
    workspace_close(&workspace);
    if (failed) {
        fault(&tally, "the database could not be read to its end");
    }
    printf("%u boards, %u turns, %u faults\n", tally.boards, tally.turns, tally.faults);
    return tally.faults == 0 ? 0 : POSTMOVE_ERROR_NO;
}
