/* What the clocks bring about, once a run. */
#include "base/log.h"
#include "office/letters.h"
#include "office/overdue.h"
#include "office/reminders.h"
#include "office/rounds.h"

enum { BOARDS_A_RUN = 10000 };

/* The letter that told him came back, and he is written to again. */
static void tell_again(struct timekeeper *keeper)
{
    struct office *office = keeper->office;
    keeper->clock.reminded = office->now; /* once */
    timekeeper_store(keeper);
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, keeper->clock.board, &damaged);
    if (desk != NULL) {
        g_autofree char *text = say(office, "told-again", NULL);
        letter_news(desk, keeper->clock.seat, text, NULL, NULL);
    }
}

/* Time is over, by the clock of this moment. `settled`: the moment by which all that
 * reached us is seen to; a later deadline may have been met by a mail we have not. */
static void time_over(struct timekeeper *keeper, gint64 settled)
{
    struct office *office = keeper->office;
    bool claim = timekeeper_needs_claim(keeper);
    if (!timekeeper_is_late(keeper, settled) || (claim && keeper->clock.told)) {
        return;
    }
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, keeper->clock.board, &damaged);
    if (claim) {
        keeper->clock.told = true;
        timekeeper_store(keeper);
    }
    if (desk != NULL && claim) {
        overdue_tell_claim(desk, timekeeper_limit(keeper) == TIMING_SILENCE_CLAIM);
    } else if (desk != NULL) {
        overdue_leave(desk, -1, NULL);
    }
}

/* Sees to one clock; whom to remind goes to `slow`, a set of players. */
static void see_to(struct office *office, gint64 board, gint64 settled, GHashTable *slow)
{
    g_auto(Timekeeper) keeper = { 0 };
    if (!timekeeper_open(&keeper, office, board)) {
        return;
    }
    if (timekeeper_is_late(&keeper, office->now)) {
        time_over(&keeper, settled);
    } else if (keeper.clock.state == CLOCK_UNTOLD && keeper.clock.reminded == 0) {
        tell_again(&keeper);
    } else if (timekeeper_nags(&keeper, office->now) || timekeeper_warns(&keeper, office->now)) {
        g_hash_table_add(slow, g_memdup2(&keeper.clock.player, sizeof(gint64)));
    } else {
        timekeeper_store(&keeper);
    }
}

/* Ends what was done for one clock or player apart from the others: what is wrong
 * with one shall keep no other, and no letter, waiting. */
static void end_apart(struct office *office, const char *what, gint64 number)
{
    g_autoptr(GError) fault = NULL;
    if (!db_savepoint_end(office->db, &fault) && fault != NULL) {
        desk_forget(office);
        log_line("the clocks of %s %" G_GINT64_FORMAT " could not be seen to: %s", what, number,
                 fault->message);
    }
}

static int compare_players(gconstpointer a, gconstpointer b)
{
    gint64 one = *(const gint64 *)a, other = *(const gint64 *)b;
    return (one > other) - (one < other);
}

void office_keep_clocks(struct office *office, gint64 waiting)
{
    gint64 settled = rounds_settled(office);
    settled = waiting != 0 ? MIN(settled, waiting - 1) : settled;
    g_autoptr(GHashTable) slow = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GArray) boards = clocks_awake(office->db, office->now, BOARDS_A_RUN);
    for (guint i = 0; i < boards->len; i++) {
        gint64 board = g_array_index(boards, gint64, i);
        db_savepoint(office->db);
        see_to(office, board, settled, slow);
        end_apart(office, "board", board);
    }
    GList *players = g_list_sort(g_hash_table_get_keys(slow), compare_players);
    for (GList *at = players; at != NULL; at = at->next) {
        gint64 player = *(const gint64 *)at->data;
        db_savepoint(office->db);
        reminders_send(office, player);
        end_apart(office, "player", player);
    }
    g_list_free(players);
    rounds_calm(office);
    desk_forget(office);
}
