#include "clocks/reminders.h"

#include "clocks/timekeeper.h"
#include "letters/letters.h"
#include "letters/run.h"
#include "play/session.h"

/* True if the letter has this board. */
static bool belongs_in(const struct timekeeper *keeper, gint64 now)
{
    const struct clock *clock = &keeper->clock;
    return clock->state == CLOCK_RUNS && (clock->reminded != 0 || timekeeper_nags(keeper, now) ||
                                          timekeeper_warns(keeper, now + CLOCK_DAY));
}

/* The entry about a board; NULL if the board cannot be read. */
static struct entry *entry_of(struct run *run, const struct timekeeper *keeper)
{
    const struct clock *clock = &keeper->clock;
    g_autoptr(MatchSession) session = session_open_outline(run, clock->board);
    if (session == NULL) {
        return NULL;
    }
    g_autofree char *heading = session_heading(session);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, clock->board);
    g_autofree char *since = moment_in_words(run, clock->player, clock->since);
    g_autofree char *deadline = moment_in_words(run, clock->player, timekeeper_deadline(keeper));
    return entry_sentence(
        NULL, timekeeper_needs_claim(keeper) ? "reminder-claim" : "reminder",
        pairs("heading", heading, "number", number, "since", since, "deadline", deadline, NULL));
}

/* Adds the entry about a board, and stores that its player was reminded. */
static void remind_of(struct run *run, struct timekeeper *keeper, GPtrArray *entries)
{
    struct entry *entry = entry_of(run, keeper);
    if (entry != NULL) {
        g_ptr_array_add(entries, entry);
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
    g_autoptr(GPtrArray) entries = entries_new();
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i)) &&
            belongs_in(&keeper, run->now)) {
            remind_of(run, &keeper, entries);
        }
    }
    reminded_now(run->db, player, run->now);
    letter_plain(run, player, who->address, "letters/reminder", "subject-reminder", NULL, entries,
                 NULL, NULL);
}
