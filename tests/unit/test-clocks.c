/* Clocks of matches, told when things happen. */
#include "commands/changes.h"
#include "tests/unit/clock-table.h"

/* It runs when the letter was sent, and stops when the mail arrived. */
static void test_sent_to_arrived(struct table *table)
{
    gint64 number = table_match(table, "--time=10d+12h");
    g_assert_cmpint(table_clock(table, number).state, ==, CLOCK_WAITS);
    table->run.now = NOW + 5 * HOUR;
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 10 * DAY);
    table_send(table);
    struct clock clock = table_clock(table, number);
    g_assert_cmpint(clock.state, ==, CLOCK_RUNS);
    g_assert_cmpint(clock.since, ==, NOW + 5 * HOUR);
    g_assert_cmpint(clock.deadline, ==, NOW + 5 * HOUR + 10 * DAY);
    table->run.now = NOW + 40 * HOUR;
    table_move(table, number, NOW + 7 * HOUR);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 10 * DAY - 2 * HOUR + 12 * HOUR);
    g_assert_cmpint(table_clock(table, number).seat, ==, 1);
    table_move(table, number, NOW + 41 * HOUR); /* before the letter to them was sent */
    g_assert_cmpint(clocks_left(&table->run, number, 1), ==, 10 * DAY + 12 * HOUR);
}

/* A time for each turn begins anew, however little was left of it. */
static void test_per_move(struct table *table)
{
    gint64 number = table_match(table, "--time=36h/move");
    for (int turn = 0; turn < 6; turn++) {
        table_send(table);
        g_assert_cmpint(table_clock(table, number).deadline, ==, table->run.now + 36 * HOUR);
        table->run.now += 35 * HOUR;
        table_move(table, number, table->run.now);
    }
    g_assert_cmpint(seat_clock_read(table->run.db, number, 0).used, ==, 3 * 35 * HOUR);
}

/* Runs every two hours; whose time is over is out, not a second before. */
static void test_time_over(struct table *table)
{
    gint64 number = table_match(table, "--time=2d");
    for (gint64 at = 0; at <= 2 * DAY; at += 2 * HOUR) {
        table_run(table, NOW + at);
        g_assert_true(table_runs(table, number));
    }
    g_assert_cmpuint(table_run(table, NOW + 2 * DAY + 1), ==, 2);
    g_assert_false(table_runs(table, number));
    g_autoptr(Board) board = board_read(table->run.db, number);
    g_assert_cmpstr(board->result, ==, "win 2");
    g_assert_cmpuint(table_run(table, NOW + 2 * DAY + 2), ==, 0);
}

/* Which mail decides is that which arrived first, whatever is processed first, and
 * whether a run lay between or not. */
static void test_arrival_decides(struct table *table)
{
    gint64 in_time = table_match(table, "--time=1d"), late = table_match(table, "--time=1d");
    for (gint64 at = 0; at < 1 * DAY; at += 2 * HOUR) {
        table_run(table, NOW + at);
    }
    table->run.now = NOW + 1 * DAY + HOUR;
    watermark_begin(&table->run);
    table_move(table, in_time, NOW + 1 * DAY);
    table_move(table, late, NOW + 1 * DAY + 1);
    g_assert_true(table_runs(table, in_time));
    g_assert_false(table_runs(table, late));
    g_assert_cmpint(clocks_left(&table->run, in_time, 0), ==, 0);
}

/* Nobody is out while a mail waits that arrived in time, or might lie in a mailbox. */
static void test_mail_waits(struct table *table)
{
    gint64 number = table_match(table, "--time=1d");
    for (gint64 at = 0; at <= 1 * DAY; at += HOUR) {
        table->run.now = NOW + at;
        watermark_fetched(&table->run, table->run.now);
        table_run(table, NOW + at);
    }
    table_run(table, NOW + 1 * DAY + HOUR); /* this time it could not be emptied */
    g_assert_true(table_runs(table, number));
    table_move(table, number, NOW + 1 * DAY + HOUR);
    g_assert_true(table_runs(table, number));
    table->run.now = NOW + 1 * DAY + 2 * HOUR;
    watermark_fetched(&table->run, table->run.now);
}

static void test_spool_waits(struct table *table)
{
    gint64 number = table_match(table, "--time=1d");
    for (gint64 at = 0; at <= 1 * DAY; at += HOUR) {
        table_run(table, NOW + at);
    }
    table->run.now = NOW + 1 * DAY + HOUR;
    watermark_begin(&table->run);
    watermark_end(&table->run);
    table_clocks(table, NOW + 1 * DAY); /* a mail of that time waits */
    g_assert_true(table_runs(table, number));
    table_clocks(table, NOW + 1 * DAY + 10);
    g_assert_false(table_runs(table, number));
}

/* A portion whose time is over does one piece, and the next one what is left: first players who are
 * out of time, then those who are slow. */
static void test_portions(struct table *table)
{
    const gint64 late = table_match(table, "--time=1d"), later = table_match(table, "--time=1d");
    const gint64 slow = table_match(table, "--time=30d");
    for (gint64 at = 0; at <= 8 * DAY; at += HOUR) {
        table->run.now = NOW + at;
        watermark_begin(&table->run);
        watermark_end(&table->run);
        table_send(table);
    }
    g_auto(Timeouts) timeouts = { 0 };
    g_assert_false(timeouts_run(&table->run, 1, &timeouts));
    g_assert_cmpint(table_runs(table, late) + table_runs(table, later), ==, 1);
    const gint64 soon = g_get_monotonic_time() + G_USEC_PER_SEC * 60;
    g_assert_true(timeouts_run(&table->run, soon, &timeouts));
    g_assert_false(table_runs(table, late) || table_runs(table, later));
    g_assert_true(table_runs(table, slow));
    g_assert_cmpuint(table_send(table), ==, 5);
    g_assert_true(timeouts_run(&table->run, 0, &timeouts));
    g_assert_cmpuint(table_send(table), ==, 0);
}

/* ---- the server stands still; its clock jumps ---- */

static void test_outage(struct table *table)
{
    gint64 number = table_match(table, "--time=1d"), silent = table_match(table, "--forfeit=1");
    table_run(table, NOW);
    table_run(table, NOW + HOUR);
    g_assert_cmpuint(table_run(table, NOW + HOUR + 2 * DAY), ==, 0);
    g_assert_true(table_runs(table, number));
    g_assert_true(table_runs(table, silent));
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 3 * DAY);
    g_assert_cmpint(table_clock(table, silent).deadline, ==, NOW + 3 * DAY);
    g_assert_cmpint(clocks_shown(&table->run, number, 0).stood_still, ==, 2 * DAY);
    table_move(table, number, table->run.now);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 23 * HOUR);
    g_assert_cmpint(seat_clock_read(table->run.db, number, 0).stood_still, ==, 2 * DAY);
    for (gint64 at = 2 * DAY + HOUR; at <= 3 * DAY; at += HOUR) {
        table_run(table, NOW + at);
        g_assert_true(table_runs(table, silent));
    }
    table_run(table, NOW + 3 * DAY + 1);
    g_assert_false(table_runs(table, silent));
}

/* In the first run, a deadline that passed while the server stood still does not count. */
static void test_quiet(struct table *table)
{
    gint64 number = table_match(table, "--time=1h");
    table_run(table, NOW);
    table->run.now = NOW + 2 * HOUR;
    watermark_begin(&table->run);
    watermark_end(&table->run); /* and is stopped before it sees to the clocks */
    table_run(table, NOW + 2 * DAY);
    g_assert_true(table_runs(table, number));
    table_run(table, NOW + 2 * DAY + 1);
    g_assert_false(table_runs(table, number));
}

static void test_jumps(struct table *table)
{
    gint64 number = table_match(table, "--time=1d"), other = table_match(table, "--time=1d");
    table_run(table, NOW);
    table_run(table, NOW + HOUR);
    table_run(table, NOW + 365 * DAY);
    table_move(table, other, table->run.now);
    table_run(table, NOW + 365 * DAY + HOUR);
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 366 * DAY - HOUR);
    table_run(table, NOW + 2 * HOUR);
    g_assert_cmpint(db_number(table->run.db, "SELECT MAX(sent) FROM outbox"), ==, NOW + 2 * HOUR);
    g_assert_true(table_runs(table, number));
    g_assert_true(table_runs(table, other));
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 25 * HOUR);
    g_assert_cmpint(table_clock(table, other).deadline, ==, NOW + 26 * HOUR);
    for (gint64 at = 3 * HOUR; at <= 25 * HOUR; at += HOUR) {
        table_run(table, NOW + at);
        g_assert_true(table_runs(table, number));
    }
    table_run(table, NOW + 25 * HOUR + 1);
    g_assert_false(table_runs(table, number));
    g_assert_true(table_runs(table, other));
}

/* The operator lets the server go on, who had held it at a moment, and has put its clock back. */
static void table_go_on(struct table *table, gint64 since, gint64 now)
{
    maintenance_begin(table->run.db, since);
    table->run.now = now;
    maintenance_end(table->run.db);
    watermark_held(&table->run, since);
}

static void check_time_over(struct table *table, gint64 number, gint64 deadline)
{
    g_assert_cmpint(table_clock(table, number).deadline, ==, deadline);
    for (gint64 at = table->run.now; at <= deadline; at += HOUR) {
        table_run(table, at);
        g_assert_true(table_runs(table, number));
    }
    table_run(table, deadline + 1);
    g_assert_false(table_runs(table, number));
}

/* The clock runs ahead, and is put back while the server is held: what the run has credited that
 * saw it ahead does not count. */
static void test_put_back_while_held(struct table *table)
{
    gint64 number = table_match(table, "--time=1d");
    table_run(table, NOW);
    table_run(table, NOW + HOUR);
    table_run(table, NOW + 365 * DAY);
    table_go_on(table, NOW + 365 * DAY + HOUR, NOW + 2 * HOUR);
    check_time_over(table, number, NOW + 25 * HOUR);
}

/* The same, but no run has seen the clock ahead. */
static void test_held_ahead(struct table *table)
{
    gint64 number = table_match(table, "--time=1d");
    table_run(table, NOW);
    table_run(table, NOW + HOUR);
    table_go_on(table, NOW + 365 * DAY, NOW + 2 * HOUR);
    check_time_over(table, number, NOW + 25 * HOUR);
}

static struct session *open_desk(struct table *table, gint64 number)
{
    bool damaged;
    struct session *session = session_open(&table->run, number, &damaged);
    g_assert_nonnull(session);
    return session;
}

/* ---- letters that come back ---- */

static void test_returned(struct table *table)
{
    gint64 number = table_match(table, "--time=2d");
    table_run(table, NOW);
    gint64 letter = table_clock(table, number).letter;
    table->run.now = NOW + 10 * HOUR;
    clocks_returned(&table->run, letter);
    g_assert_cmpint(table_clock(table, number).state, ==, CLOCK_UNTOLD);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 2 * DAY);
    for (gint64 at = 11 * HOUR; at < 34 * HOUR; at += HOUR) {
        g_assert_cmpuint(table_run(table, NOW + at), ==, 0);
    }
    g_assert_cmpuint(table_run(table, NOW + 34 * HOUR), ==, 1); /* the player is told again */
    struct clock clock = table_clock(table, number);
    g_assert_cmpint(clock.state, ==, CLOCK_RUNS);
    g_assert_cmpint(clock.deadline, ==, NOW + 34 * HOUR + 2 * DAY);
    table->run.now = NOW + 40 * HOUR;
    clocks_kept_back(&table->run, clock.player);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 2 * DAY - 6 * HOUR);
    table->run.now = NOW + 60 * HOUR;
    clocks_taken_up(&table->run, clock.player);
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 102 * HOUR);
}

static void set_clock(struct table *table, gint64 number, int seat, gint64 seconds)
{
    g_autoptr(MatchSession) session = open_desk(table, number);
    g_assert_true(clocks_set(session, seat, seconds));
}

/* A clock that was set shows no more than that when the letter of the turn comes back. */
static void test_set_and_returned(struct table *table)
{
    gint64 number = table_match(table, "--time=2d");
    table_run(table, NOW);
    table->run.now = NOW + 10 * HOUR;
    set_clock(table, number, 0, 1 * DAY);
    table->run.now = NOW + 12 * HOUR;
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 22 * HOUR);
    clocks_returned(&table->run, table_clock(table, number).letter);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 1 * DAY);
}

/* A time for one turn alone, that of a seat that is not to move: it has it with its
 * next turn, whatever comes between, and after that what was agreed to. */
static void test_set_for_the_next_turn(struct table *table)
{
    gint64 number = table_match(table, "--time=36h/move");
    table_send(table);
    set_clock(table, number, 1, 5 * DAY);
    for (int turn = 0; turn < 4; turn++) {
        gint64 has = turn == 1 ? 5 * DAY : 36 * HOUR;
        g_assert_cmpint(table_clock(table, number).deadline, ==, table->run.now + has);
        table->run.now += HOUR;
        table_move(table, number, table->run.now);
        table_send(table);
    }
}

/* Setting a clock does not change how long its player was silent: the player forfeits, and is
 * reminded, when they would have been. */
static void test_set_and_silent(struct table *table)
{
    gint64 number = table_match(table, "--time=20d --nag=2 --forfeit=5");
    table_run(table, NOW);
    table->run.now = NOW + 3 * DAY;
    set_clock(table, number, 0, 10 * DAY);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 10 * DAY);
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 5 * DAY);
    g_assert_cmpint(table_clock(table, number).since, ==, NOW);
    table->run.now = NOW + 4 * DAY;
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 9 * DAY);
    set_clock(table, number, 0, HOUR);
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 4 * DAY + HOUR);
    set_clock(table, number, 0, 10 * DAY);
    clocks_credit(&table->run, NOW + DAY, NOW + 2 * DAY, OUTAGE_HELD);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 10 * DAY);
    g_assert_cmpint(table_clock(table, number).deadline, ==, NOW + 6 * DAY);
    table_run(table, NOW + 6 * DAY);
    g_assert_true(table_runs(table, number));
    table_run(table, NOW + 6 * DAY + 1);
    g_assert_false(table_runs(table, number));
}

/* Who cannot be written to can be claimed against after thirty days, whatever the
 * terms; and no sooner. */
static void test_never_told(struct table *table)
{
    gint64 number = table_match(table, "--time=2d");
    g_autoptr(Player) ann = player_by_name(table->run.db, "ann");
    table_run(table, NOW);
    clocks_kept_back(&table->run, ann->id);
    guint told = 0;
    for (gint64 at = 0; at <= 31 * DAY; at += 2 * HOUR) {
        told += table_run(table, NOW + at);
        g_assert_true(table_runs(table, number));
        g_assert_cmpuint(told, ==, at <= 30 * DAY ? 0 : 1);
    }
}

/* ---- undo, resignation, rest ---- */

static void test_undo(struct table *table)
{
    gint64 number = table_match(table, "--time=2d");
    table_send(table);
    table->run.now = NOW + HOUR;
    table_move(table, number, table->run.now);
    table_send(table);
    table->run.now = NOW + 3 * HOUR;
    g_autoptr(MatchSession) session = open_desk(table, number);
    struct match *earlier = match_at(session->match, 0);
    match_free(session->match);
    session->match = earlier;
    changes_store(session);
    g_assert_cmpint(table_clock(table, number).seat, ==, 0);
    g_assert_cmpint(table_clock(table, number).state, ==, CLOCK_WAITS);
    g_assert_cmpint(clocks_left(&table->run, number, 0), ==, 47 * HOUR);
    g_assert_cmpint(clocks_left(&table->run, number, 1), ==, 46 * HOUR);
}

static void set_paused(struct table *table, gint64 number, bool paused)
{
    g_autoptr(MatchSession) session = open_desk(table, number);
    session->board->paused = paused ? table->run.now : 0;
    session->board->paused_by = paused ? PAUSE_PLAYERS : PAUSE_NONE;
    changes_store(session);
    const struct event event = { .kind = EVENT_TURNS, .seat = -1, .answered = -1 };
    phrase_unref(event_happened(session, &event));
}

static void test_rest(struct table *table)
{
    gint64 number = table_match(table, "--time=2d --nag=1");
    table_run(table, NOW);
    table->run.now = NOW + 5 * HOUR;
    set_paused(table, number, true);
    g_assert_cmpint(table_clock(table, number).deadline, ==, 0);
    table_send(table);
    for (gint64 at = 6 * HOUR; at <= 20 * DAY; at += 2 * HOUR) {
        g_assert_cmpuint(table_run(table, NOW + at), ==, 0);
    }
    table->run.now = NOW + 20 * DAY;
    set_paused(table, number, false);
    g_assert_cmpint(table_clock(table, number).state, ==, CLOCK_WAITS);
    table->run.now += HOUR;
    table_send(table);
    g_assert_cmpint(table_clock(table, number).deadline, ==, table->run.now + 43 * HOUR);
}

/* The clock belongs to the player to move, who is not the one who resigns. */
static void test_resigned(struct table *table)
{
    g_auto(GStrv) words = g_strsplit("chinesecheckers ann bob carl --time=2d", " ", -1);
    gint64 number = table_act(table, "create", 0, words, NULL);
    table_send(table);
    struct clock before = table_clock(table, number);
    table->run.now = NOW + HOUR;
    g_autoptr(MatchSession) session = open_desk(table, number);
    g_assert_true(match_record(session->match, 1, MATCH_RESIGN, NULL));
    changes_store(session);
    struct clock after = table_clock(table, number);
    g_assert_cmpint(after.seat, ==, before.seat);
    g_assert_cmpint(after.since, ==, NOW);
    g_assert_cmpint(after.deadline, ==, before.deadline);
}

/* ---- reminders ---- */

/* One letter a day for each player, for all their boards. */
static void test_reminders(struct table *table)
{
    table_match(table, "--nag=1");
    table_run(table, NOW);
    table_run(table, NOW + 2 * HOUR);
    table_match(table, "--nag=1 --forfeit=3");
    table_match(table, "--nag=2");
    table_run(table, NOW + 2 * HOUR);
    guint day[4] = { 0 };
    for (gint64 at = 4 * HOUR; at < 3 * DAY; at += 2 * HOUR) {
        day[at / DAY] += table_run(table, NOW + at);
    }
    g_assert_cmpuint(day[0], ==, 0);
    g_assert_cmpuint(day[1], ==, 1);
    g_assert_cmpuint(day[2], ==, 1);
}

static const struct table_test tests[] = {
    { "/clocks/sent-to-arrived", test_sent_to_arrived, TABLE_CONFIG },
    { "/clocks/per-move", test_per_move, TABLE_CONFIG },
    { "/clocks/time-over", test_time_over, TABLE_CONFIG },
    { "/clocks/arrival-decides", test_arrival_decides, TABLE_CONFIG },
    { "/clocks/mail-waits", test_mail_waits,
      TABLE_CONFIG "[mailbox one]\nsource = maildir:/nowhere/one\n" },
    { "/clocks/spool-waits", test_spool_waits, TABLE_CONFIG },
    { "/clocks/outage", test_outage, TABLE_CONFIG },
    { "/clocks/quiet", test_quiet, TABLE_CONFIG },
    { "/clocks/jumps", test_jumps, TABLE_CONFIG },
    { "/clocks/put-back-while-held", test_put_back_while_held, TABLE_CONFIG },
    { "/clocks/held-ahead", test_held_ahead, TABLE_CONFIG },
    { "/clocks/returned", test_returned, TABLE_CONFIG },
    { "/clocks/set-and-returned", test_set_and_returned, TABLE_CONFIG },
    { "/clocks/set-for-the-next-turn", test_set_for_the_next_turn, TABLE_CONFIG },
    { "/clocks/set-and-silent", test_set_and_silent, TABLE_CONFIG "outage = 400d\n" },
    { "/clocks/never-told", test_never_told, TABLE_CONFIG },
    { "/clocks/undo", test_undo, TABLE_CONFIG },
    { "/clocks/rest", test_rest, TABLE_CONFIG },
    { "/clocks/portions", test_portions, TABLE_CONFIG },
    { "/clocks/resigned", test_resigned, TABLE_CONFIG },
    { "/clocks/reminders", test_reminders, TABLE_CONFIG },
};

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++) {
        table_test_add(&tests[i]);
    }
    return g_test_run();
}
