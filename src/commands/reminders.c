#include "commands/reminders.h"

#include "clocks/timekeeper.h"
#include "commands/board_letter.h"

/* Adds a board and what is said of it, unless the board cannot be read; stores that its player was
 * reminded. */
static void remind_of(struct run *run, struct timekeeper *keeper, GPtrArray *sessions,
                      GPtrArray *entries)
{
    const struct clock *clock = &keeper->clock;
    /* What is beyond the most that is shown need not be replayed. */
    struct session *session = sessions->len < LETTER_BOARDS_MOST
                                  ? session_open(run, clock->board, NULL)
                                  : session_open_outline(run, clock->board);
    if (session != NULL) {
        g_autofree char *heading = session_heading(session);
        g_autofree char *since = moment_in_words(run, clock->player, clock->since);
        const gint64 deadline = timekeeper_deadline(keeper);
        g_autofree char *until =
            deadline != 0 ? moment_in_words(run, clock->player, deadline) : NULL;
        const char *key = timekeeper_needs_claim(keeper) ? "reminder-claim" : "reminder";
        g_ptr_array_add(sessions, session);
        g_ptr_array_add(entries, entry_sentence(NULL, key,
                                                pairs("heading", heading, "since", since,
                                                      "deadline", until, NULL)));
    }
    keeper->clock.warned = keeper->clock.warned || timekeeper_warns(keeper, run->now + CLOCK_DAY);
    keeper->clock.reminded = run->now;
    keeper->unasked = run->now + CLOCK_DAY;
    timekeeper_store(keeper);
}

/* Puts the reminders of all boards off until a moment. */
static void put_off(const GArray *boards, struct run *run, gint64 until)
{
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i))) {
            keeper.unasked = until;
            timekeeper_store(&keeper);
        }
    }
}

void reminders_send(struct run *run, gint64 player)
{
    g_autoptr(GArray) boards = clocks_of_player(run->db, player);
    gint64 next = reminded_last(run->db, player) + CLOCK_DAY;
    g_autoptr(Player) who = player_by_id(run->db, player);
    if (next > run->now || who == NULL || who->address == NULL) {
        put_off(boards, run, MAX(next, run->now + CLOCK_HOUR));
        return;
    }
    g_autoptr(GPtrArray) sessions = g_ptr_array_new_with_free_func((GDestroyNotify)session_free);
    g_autoptr(GPtrArray) entries = entries_new();
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i)) &&
            keeper.clock.state == CLOCK_RUNS) {
            remind_of(run, &keeper, sessions, entries);
        }
    }
    reminded_now(run->db, player, run->now);
    letter_of_boards(run, who, sessions, entries, "subject-reminder");
}
