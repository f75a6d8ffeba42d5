/* Excused days of players whose clocks have run out. */
#include "clocks/timekeeper.h"
#include "commands/changes.h"
#include "tests/unit/clock-table.h"

enum { ANN = 1, BOB = 2, EXCUSED = 5 };

/* A match in which ann, who is to move, has played before, and was told of her turn at NOW. */
static gint64 begin(struct table *table, const char *terms)
{
    const gint64 earlier = table_match(table, "");
    table_send(table);
    table_move(table, earlier, NOW);
    const gint64 number = table_match(table, terms);
    table_send(table);
    return number;
}

static int left(struct table *table, gint64 player)
{
    return timekeeper_days_left(&table->run, player, table->run.now);
}

/* A day at a time, until there is none. */
static void play_silence(struct table *table, const char *terms, gint64 first)
{
    const gint64 number = begin(table, terms);
    for (int day = 0; day <= EXCUSED; day++) {
        const gint64 deadline = NOW + first + (gint64)day * DAY;
        g_assert_cmpint(table_clock(table, number).deadline, ==, deadline);
        table_run(table, deadline);
        g_assert_cmpint(left(table, ANN), ==, EXCUSED - day);
        g_assert_true(table_runs(table, number) && !table_clock(table, number).told);
        g_assert_true(clocks_deadline_holds(&table->run, number));
        table_run(table, deadline + 2);
    }
    g_assert_cmpint(left(table, ANN), ==, 0);
    g_assert_cmpint(left(table, BOB), ==, EXCUSED);
}

static void test_clock(struct table *table)
{
    play_silence(table, "--time=2d", 2 * DAY);
    g_assert_false(table_runs(table, 2));
}

static void test_silence(struct table *table)
{
    play_silence(table, "--forfeit=3", 3 * DAY);
    g_assert_false(table_runs(table, 2));
}

/* Where both count, a day is a day by both. */
static void test_both(struct table *table)
{
    play_silence(table, "--time=3d --forfeit=49h", 49 * HOUR);
    g_assert_false(table_runs(table, 2));
}

static void test_claim(struct table *table)
{
    play_silence(table, "--time=36h/move --forfeit=claim", 36 * HOUR);
    g_assert_true(table_clock(table, 2).told);
    /* Days of another year come too late: the others may claim. */
    table_run(table, NOW + 60 * DAY);
    g_assert_cmpint(left(table, ANN), ==, EXCUSED);
    g_assert_true(table_clock(table, 2).told);
}

/* Only a day of Monday to Friday is one. */
static void test_weekends(struct table *table)
{
    table->run.now = NOW; /* a Tuesday */
    const gint64 number = begin(table, "--time=3d --weekends=off");
    table_run(table, NOW + 3 * DAY + 2); /* Friday; the day ends on Monday */
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 6 * DAY);
    g_assert_cmpint(left(table, ANN), ==, EXCUSED - 1);
}

/* A mail that came in time has met the deadline, however late it is played; one that came later is
 * judged as if a run had looked before. */
static void test_arrival(struct table *table)
{
    const gint64 number = begin(table, "--time=36h/move");
    watermark_end(&table->run);
    table->run.now = NOW + 20 * DAY;
    table_move(table, number, NOW + 36 * HOUR);
    g_assert_cmpint(left(table, ANN), ==, EXCUSED);
    table_send(table); /* bob is told */
    table->run.now += 36 * HOUR + 1;
    table_move(table, number, table->run.now);
    g_assert_false(table_runs(table, number)); /* he was never there before */
}

static void test_late_mail(struct table *table)
{
    const gint64 number = begin(table, "--time=36h/move");
    watermark_end(&table->run);
    table->run.now = NOW + 20 * DAY;
    table_move(table, number, NOW + 36 * HOUR + 2 * DAY);
    g_assert_cmpint(left(table, ANN), ==, EXCUSED - 2);
    g_assert_cmpint(table_clock(table, number).seat, ==, 1);
    const gint64 other = table_match(table, "--time=36h/move");
    table_send(table);
    table->run.now += 36 * HOUR + 4 * DAY;
    table_move(table, other, table->run.now);
    g_assert_cmpint(left(table, ANN), ==, 0); /* three were not enough */
    g_assert_false(table_runs(table, other));
}

/* A turn of which a player was not told costs no day. */
static void test_untold(struct table *table)
{
    const gint64 number = begin(table, "--time=36h/move");
    table_run(table, NOW + 36 * HOUR + 1);
    table_run(table, NOW + 60 * HOUR + 1);
    g_assert_cmpint(table_clock(table, number).excused, ==, 2);
    g_assert_cmpint(left(table, ANN), ==, EXCUSED - 2);
    clocks_returned(&table->run, table_clock(table, number).letter);
    g_assert_cmpint(left(table, ANN), ==, EXCUSED);
    clocks_kept_back(&table->run, ANN);
    table_run(table, NOW + 60 * DAY);
    g_assert_true(table_clock(table, number).told);
    g_assert_cmpint(excused_taken(table->run.db, ANN, 2023), ==, 0);
}

/* A day belongs to the year of the deadline that it puts off. */
static void test_year(struct table *table)
{
    const gint64 new_year = G_GINT64_CONSTANT(1704067200);
    table->run.now = new_year - 36 * HOUR - 2 * DAY;
    const gint64 number = begin(table, "--time=36h/move");
    for (gint64 moment = new_year - 2 * DAY + 1; moment < new_year + 2 * DAY; moment += DAY) {
        table_run(table, moment);
    }
    g_assert_true(table_runs(table, number));
    g_assert_cmpint(excused_taken(table->run.db, ANN, 2023), ==, 2);
    g_assert_cmpint(excused_taken(table->run.db, ANN, 2024), ==, 2);
}

/* None for who wants none, and none while the match is paused. */
static void test_none(struct table *table)
{
    const gint64 number = begin(table, "--time=36h/move"), paused = begin(table, "--time=36h/move");
    player_set(table->run.db, ANN, "excused", "off");
    g_assert_cmpint(left(table, ANN), ==, 0);
    {
        g_autoptr(MatchSession) session = session_open(&table->run, paused, NULL);
        session->board->paused = table->run.now;
        changes_store(session);
    }
    table_run(table, NOW + 36 * HOUR + 1);
    g_assert_false(table_runs(table, number));
    player_set(table->run.db, ANN, "excused", "on");
    table_run(table, NOW + 90 * DAY);
    g_assert_cmpint(excused_taken(table->run.db, ANN, 2023), ==, 0);
    g_assert_cmpint(table_clock(table, paused).excused, ==, 0);
}

static const struct table_test tests[] = {
    { "/excused/clock", test_clock, TABLE_EXCUSED },
    { "/excused/silence", test_silence, TABLE_EXCUSED },
    { "/excused/both", test_both, TABLE_EXCUSED },
    { "/excused/claim", test_claim, TABLE_EXCUSED },
    { "/excused/weekends", test_weekends, TABLE_EXCUSED },
    { "/excused/arrival", test_arrival, TABLE_EXCUSED },
    { "/excused/late-mail", test_late_mail, TABLE_EXCUSED },
    { "/excused/untold", test_untold, TABLE_EXCUSED },
    { "/excused/year", test_year, TABLE_EXCUSED },
    { "/excused/none", test_none, TABLE_EXCUSED },
};

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++) {
        table_test_add(&tests[i]);
    }
    return g_test_run();
}
