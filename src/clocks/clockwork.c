/* What the clocks bring about, once a run. */
#include "base/log.h"
#include "clocks/reminders.h"
#include "clocks/timekeeper.h"
#include "clocks/timeout.h"
#include "clocks/watermark.h"
#include "commands/board_letter.h"
#include "letters/say.h"

enum { BOARDS_A_RUN = 10000 };

/* The letter that told him came back, and he is written to again. */
static void tell_again(struct timekeeper *keeper)
{
    struct run *run = keeper->run;
    keeper->clock.reminded = run->now; /* once */
    timekeeper_store(keeper);
    bool damaged;
    g_autoptr(MatchSession) session = session_open(run, keeper->clock.board, &damaged);
    if (session != NULL) {
        g_autofree char *text = say(run, "told-again", NULL);
        letter_news(session, keeper->clock.seat, text, NULL, NULL);
    }
}

/* Time is over, by the clock of this moment. `settled`: the moment by which all that
 * reached us is seen to; a later deadline may have been met by a mail we have not. */
static void time_over(struct timekeeper *keeper, gint64 settled)
{
    struct run *run = keeper->run;
    bool claim = timekeeper_needs_claim(keeper);
    if (!timekeeper_is_late(keeper, settled) || (claim && keeper->clock.told)) {
        return;
    }
    bool damaged;
    g_autoptr(MatchSession) session = session_open(run, keeper->clock.board, &damaged);
    if (claim) {
        keeper->clock.told = true;
        timekeeper_store(keeper);
    }
    if (session != NULL && claim) {
        timeout_tell_claim(session, timekeeper_limit(keeper) == TIMING_SILENCE_CLAIM);
    } else if (session != NULL) {
        timeout_leave(session, -1, NULL);
    }
}

/* Sees to one clock; whom to remind goes to `slow`, a set of players. */
static void see_to(struct run *run, gint64 board, gint64 settled, GHashTable *slow)
{
    g_auto(Timekeeper) keeper = { 0 };
    if (!timekeeper_open(&keeper, run, board)) {
        return;
    }
    if (timekeeper_is_late(&keeper, run->now)) {
        time_over(&keeper, settled);
    } else if (keeper.clock.state == CLOCK_UNTOLD && keeper.clock.reminded == 0) {
        tell_again(&keeper);
    } else if (timekeeper_nags(&keeper, run->now) || timekeeper_warns(&keeper, run->now)) {
        g_hash_table_add(slow, g_memdup2(&keeper.clock.player, sizeof(gint64)));
    } else {
        timekeeper_store(&keeper);
    }
}

/* Ends what was done for one clock or player apart from the others: what is wrong
 * with one shall keep no other, and no letter, waiting. */
static void end_apart(struct run *run, const char *what, gint64 number)
{
    g_autoptr(GError) fault = NULL;
    if (!db_savepoint_end(run->db, &fault) && fault != NULL) {
        session_forget(run);
        log_line("the clocks of %s %" G_GINT64_FORMAT " could not be seen to: %s", what, number,
                 fault->message);
    }
}

static int compare_players(gconstpointer a, gconstpointer b)
{
    gint64 one = *(const gint64 *)a, other = *(const gint64 *)b;
    return (one > other) - (one < other);
}

void clocks_run_all(struct run *run, gint64 waiting)
{
    gint64 settled = watermark_settled(run);
    settled = waiting != 0 ? MIN(settled, waiting - 1) : settled;
    g_autoptr(GHashTable) slow = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GArray) boards = clocks_awake(run->db, run->now, BOARDS_A_RUN);
    for (guint i = 0; i < boards->len; i++) {
        gint64 board = g_array_index(boards, gint64, i);
        db_savepoint(run->db);
        see_to(run, board, settled, slow);
        end_apart(run, "board", board);
    }
    GList *players = g_list_sort(g_hash_table_get_keys(slow), compare_players);
    for (GList *at = players; at != NULL; at = at->next) {
        gint64 player = *(const gint64 *)at->data;
        db_savepoint(run->db);
        reminders_send(run, player);
        end_apart(run, "player", player);
    }
    g_list_free(players);
    watermark_calm(run);
    session_forget(run);
}
