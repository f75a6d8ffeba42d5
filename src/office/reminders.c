#include "office/reminders.h"

#include "base/clock.h"
#include "office/letters.h"
#include "office/moments.h"
#include "office/timekeeper.h"

/* Whether his letter of today speaks of this board. */
static bool belongs_in(const struct timekeeper *keeper, gint64 now)
{
    const struct clock *clock = &keeper->clock;
    return clock->state == CLOCK_RUNS && (clock->reminded != 0 || timekeeper_nags(keeper, now) ||
                                          timekeeper_warns(keeper, now + CLOCK_DAY));
}

/* What it says of it; NULL if the board cannot be read. */
static struct entry *entry_of(struct office *office, const struct timekeeper *keeper)
{
    const struct clock *clock = &keeper->clock;
    g_autoptr(Desk) desk = desk_open_outline(office, clock->board);
    if (desk == NULL) {
        return NULL;
    }
    g_autofree char *heading = desk_heading(desk);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, clock->board);
    g_autofree char *since = moment_in_words(office, clock->player, clock->since);
    g_autofree char *deadline = moment_in_words(office, clock->player, timekeeper_deadline(keeper));
    return entry_new(NULL,
                     say(office, timekeeper_needs_claim(keeper) ? "reminder-claim" : "reminder",
                         pairs("heading", heading, "number", number, "since", since, "deadline",
                               deadline, NULL)));
}

/* Marks a board as spoken of, and says it. */
static void remind_of(struct office *office, struct timekeeper *keeper, GPtrArray *entries)
{
    struct entry *entry = entry_of(office, keeper);
    if (entry != NULL) {
        g_ptr_array_add(entries, entry);
    }
    keeper->clock.warned =
        keeper->clock.warned || timekeeper_warns(keeper, office->now + CLOCK_DAY);
    keeper->clock.reminded = office->now;
    keeper->unasked = office->now + CLOCK_DAY;
    timekeeper_store(keeper);
}

/* He was reminded today: it has to wait. */
static void put_off(const GArray *boards, struct office *office, gint64 until)
{
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, office, g_array_index(boards, gint64, i))) {
            keeper.unasked = until;
            timekeeper_store(&keeper);
        }
    }
}

void reminders_send(struct office *office, gint64 player)
{
    g_autoptr(GArray) boards = clocks_of_player(office->db, player);
    gint64 next = reminded_last(office->db, player) + CLOCK_DAY;
    g_autoptr(Player) who = player_by_id(office->db, player);
    if (next > office->now || who == NULL || who->address == NULL) {
        put_off(boards, office, MAX(next, office->now + CLOCK_HOUR));
        return;
    }
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, office, g_array_index(boards, gint64, i)) &&
            belongs_in(&keeper, office->now)) {
            remind_of(office, &keeper, entries);
        }
    }
    reminded_now(office->db, player, office->now);
    letter_plain(office, player, who->address, "letters/reminder", "subject-reminder", NULL,
                 entries, NULL, NULL);
}
