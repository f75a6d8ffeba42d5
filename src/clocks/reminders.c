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

/* Adds the item about a board, unless the board cannot be read. */
static void add_item(struct run *run, const struct timekeeper *keeper, GPtrArray *blocks)
{
    const struct clock *clock = &keeper->clock;
    g_autoptr(MatchSession) session = session_open_outline(run, clock->board);
    if (session == NULL) {
        return;
    }
    g_autofree char *heading = session_heading(session);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, clock->board);
    g_autofree char *since = moment_in_words(run, clock->player, clock->since);
    g_autofree char *deadline = moment_in_words(run, clock->player, timekeeper_deadline(keeper));
    const struct sentence item = { timekeeper_needs_claim(keeper) ? "reminder-claim" : "reminder",
                                   pairs("heading", heading, "number", number, "since", since,
                                         "deadline", deadline, NULL) };
    block_sentence(blocks, BLOCK_ITEM, item, NULL);
}

/* Adds the item about a board, and stores that its player was reminded. */
static void remind_of(struct run *run, struct timekeeper *keeper, GPtrArray *blocks)
{
    add_item(run, keeper, blocks);
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
    g_autoptr(GPtrArray) blocks = blocks_new();
    block_sentence(blocks, BLOCK_PROSE, (struct sentence){ .key = "reminder-above" }, NULL);
    for (guint i = 0; i < boards->len; i++) {
        g_auto(Timekeeper) keeper = { 0 };
        if (timekeeper_open(&keeper, run, g_array_index(boards, gint64, i)) &&
            belongs_in(&keeper, run->now)) {
            remind_of(run, &keeper, blocks);
        }
    }
    const struct sentence how = { "how-reminder", pairs("address", run->config->address, NULL) };
    block_sentence(blocks, BLOCK_CHOICES, how, NULL);
    reminded_now(run->db, player, run->now);
    letter_plain(run, &(struct plain_letter){ .player = player,
                                              .address = who->address,
                                              .subject = "subject-reminder",
                                              .blocks = blocks });
}
