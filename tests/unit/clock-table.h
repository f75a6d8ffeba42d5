/*
 * clock-table.h: a server with players and matches; the test sets its time.
 */
#ifndef POSTMOVE_TEST_CLOCK_TABLE_H
#define POSTMOVE_TEST_CLOCK_TABLE_H

#include "base/clock.h"
#include "cli/workspace.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "commands/timeouts.h"
#include "store/outbox.h"
#include "tests/unit/configs.h"
#include "tests/unit/scratch.h"
#include "transport/transfer.h"

enum { NOW = 1700000000, HOUR = CLOCK_HOUR, DAY = CLOCK_DAY };

struct table {
    struct run run;
    struct words *words;
    struct config *config;
};

#define TABLE_OF(excused)                                                                          \
    "[play]\nexcused = " excused "\n[server]\naddress = turns@example.org\n"                       \
    "operator = op@example.net\ndatabase = p.db\nspool = spool\n"
#define TABLE_CONFIG TABLE_OF("0")
#define TABLE_EXCUSED TABLE_OF("5") "outage = 400d\n"

static inline void table_begin(struct table *table, struct scratch *scratch, const char *config)
{
    static const char *const names[] = { "ann", "bob", "carl" };
    scratch_begin(scratch);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *address = g_strconcat(names[i], "@example.org", NULL);
        player_add(scratch->db, names[i], address, address, NULL, NOW);
    }
    table->words = words_load("templates", NULL);
    g_assert_nonnull(table->words);
    table->config = parse_good(config);
    table->run = (struct run){
        .db = scratch->db, .words = table->words, .config = table->config, .now = NOW
    };
}

static inline void table_end(struct table *table, struct scratch *scratch)
{
    g_assert_false(db_failed(scratch->db));
    session_forget(&table->run);
    words_free(table->words);
    config_free(table->config);
    scratch_commit(scratch);
}

/* Does what `postmove match NAME` does with these words and an option (NULL: none). Returns the
 * number that it prints, or 0. */
static inline gint64 table_act(struct table *table, const char *name, gint64 number, char **words,
                               const char *option)
{
    const struct part *part = cli_match;
    while (!g_str_equal(part->name, name)) {
        part++;
    }
    struct act act = { .run = &table->run, .words = words, .number = number };
    g_auto(GStrv) names = g_strsplit_set(part->options, " =#", -1);
    for (size_t i = 0; names[i] != NULL; i++) {
        act.options[i].name = names[i];
        act.options[i].on = g_strcmp0(names[i], option) == 0;
    }
    g_assert_true(part->act(&act));
    g_assert_no_error(act.error);
    g_autofree char *said = act.said;
    g_free(act.about);
    return said != NULL ? g_ascii_strtoll(said, NULL, 10) : 0;
}

/* A match of ann and bob, who are told of it in the next letters. */
static inline gint64 table_match(struct table *table, const char *terms)
{
    g_autofree char *all = g_strdup_printf("halma ann bob -size=8 %s", terms);
    g_auto(GStrv) words = g_strsplit(g_strstrip(all), " ", -1);
    return table_act(table, "create", 0, words, NULL);
}

/* Sends all letters that wait. Returns how many there were. */
static inline guint table_send(struct table *table)
{
    guint count = 0;
    g_autoptr(GPtrArray) letters = NULL;
    do {
        g_clear_pointer(&letters, g_ptr_array_unref);
        letters = outbox_take(table->run.db, table->run.now, 50);
        for (guint i = 0; i < letters->len; i++) {
            gint64 id = ((const struct outbox_letter *)letters->pdata[i])->id;
            outbox_sent(table->run.db, id, NULL, table->run.now);
            clocks_sent(&table->run, id);
        }
        count += letters->len;
    } while (letters->len > 0);
    return count;
}

/* Does all that the clocks demand; `waiting` as for timeouts_run. */
static inline void table_clocks(struct table *table, gint64 waiting)
{
    g_auto(Timeouts) timeouts = { .waiting = waiting };
    g_assert_true(timeouts_run(&table->run, 0, &timeouts));
}

/* A run at a moment, when all mail is processed. Returns how many letters it sends. */
static inline guint table_run(struct table *table, gint64 moment)
{
    table->run.now = moment;
    watermark_begin(&table->run);
    watermark_end(&table->run);
    table_clocks(table, 0);
    return table_send(table);
}

/* The seat to move plays the first of its turns, by a mail that came at a moment. */
static inline void table_move(struct table *table, gint64 number, gint64 arrived)
{
    bool damaged;
    table->run.arrived = arrived;
    timeout_settle(&table->run, number);
    g_autoptr(MatchSession) session = session_open(&table->run, number, &damaged);
    if (session->board->state == BOARD_RUNNING) {
        g_autoptr(GPtrArray) turns = match_turns(session->match);
        g_assert_true(
            match_record(session->match, match_actor(session->match), turns->pdata[0], NULL));
        session->board->paused = 0;
        changes_store(session);
        const struct event event = { .kind = EVENT_TURNS, .seat = -1, .answered = -1 };
        phrase_unref(event_happened(session, &event));
    }
    table->run.arrived = 0;
}

static inline struct clock table_clock(struct table *table, gint64 number)
{
    struct clock clock = { 0 };
    g_assert_true(clock_read(table->run.db, number, &clock));
    return clock;
}

static inline bool table_runs(struct table *table, gint64 number)
{
    g_autoptr(Board) board = board_read(table->run.db, number);
    return board->state == BOARD_RUNNING;
}

/* ---- tests at such a table ---- */

struct table_test {
    const char *path;
    void (*play)(struct table *table);
    const char *config;
};

static inline void table_play(struct scratch *scratch, gconstpointer data)
{
    const struct table_test *test = data;
    struct table table;
    table_begin(&table, scratch, test->config);
    test->play(&table);
    table_end(&table, scratch);
}

/* `test` must live as long as the tests do. */
static inline void table_test_add(const struct table_test *test)
{
    g_test_add(test->path, struct scratch, test, scratch_set_up, table_play, scratch_tear_down);
}

#endif
