/* A year of forgetful players at several boards, with excused days and without: who has a day left
 * loses nothing on time, and nobody gets more than they have. */
#include "clocks/timekeeper.h"
#include "commands/changes.h"
#include "store/players.h"
#include "tests/unit/clock-table.h"

enum { PEOPLE = 8, BOARDS = 10, STEP = 3 * HOUR, YEAR = 365 * DAY, STEADY = 1, WITHOUT = 2 };

/* What a player's clocks have come to, counted apart from the store. */
struct person {
    int days;       /* excused ones that were taken at all boards */
    bool has_moved; /* in any match */
};

struct seat {
    gint64 board;
    const struct timing *terms;
    gint64 due;  /* when the player to move will answer; 0: not decided yet */
    int turn;    /* for which that is */
    int excused; /* days of that turn that were counted */
    int gifts;   /* days of all turns of the match */
};

struct year {
    struct table *table;
    GRand *chance;
    struct person people[PEOPLE + 1]; /* by their ids */
    struct seat boards[BOARDS];
    struct timing terms[BOARDS];
    int turns, forfeits, spared, days;
};

static const char *const all_terms[] = { "--time=36h/move",
                                         "--time=3d+12h^4d",
                                         "--forfeit=3",
                                         "--time=5d --forfeit=claim",
                                         "--time=2d/move --weekends=off",
                                         "--time=6d --forfeit=2" };

static gint64 some(const struct year *year, gint64 most)
{
    return g_rand_int_range(year->chance, 0, (gint32)most);
}

static void begin_match(struct year *year, size_t at)
{
    struct table *table = year->table;
    const gint64 one = 1 + some(year, PEOPLE), other = one % PEOPLE + 1;
    g_autoptr(Player) ann = player_by_id(table->run.db, one);
    g_autoptr(Player) bob = player_by_id(table->run.db, other);
    g_autofree char *words = g_strdup_printf("halma %s %s -size=8 %s", ann->name, bob->name,
                                             all_terms[at % G_N_ELEMENTS(all_terms)]);
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    const gint64 number = table_act(table, "create", 0, list, NULL);
    g_autofree char *text = board_timing(table->run.db, number);
    g_assert_true(timing_read(&year->terms[at], text));
    year->boards[at] = (struct seat){ .board = number, .terms = &year->terms[at], .turn = -1 };
}

/* When the player answers a turn of which they are told now: mostly in time, sometimes days late,
 * and some turns they forget. The steady one answers at once. */
static gint64 answer_at(const struct year *year, const struct clock *clock)
{
    const gint64 now = year->table->run.now, time = MAX(clock->deadline - now, STEP);
    const gint64 kind = some(year, 20);
    return clock->player == STEADY ? now + some(year, HOUR / 2)
           : kind < 16             ? now + some(year, time * 8 / 10)
           : kind < 19             ? clock->deadline + some(year, 4 * DAY)
                                   : now + YEAR;
}

/* Counts the days that were taken since this was called last. */
static void count_days(struct year *year, struct seat *seat)
{
    struct clock clock;
    if (clock_read(year->table->run.db, seat->board, &clock)) {
        const int more = clock.excused - seat->excused;
        g_assert_cmpint(more, >=, 0);
        g_assert_true(more == 0 || year->people[clock.player].has_moved);
        year->people[clock.player].days += more;
        year->days += more;
        seat->gifts += more;
        seat->excused = clock.excused;
    }
}

/* A player has lost on time: they had no day left. */
static void check_forfeit(struct year *year, gint64 player)
{
    struct run *run = &year->table->run;
    const int left = MIN(timekeeper_days_left(run, player, run->now),
                         timekeeper_days_left(run, player, run->now - DAY));
    g_assert_true(left == 0 || !year->people[player].has_moved);
    g_assert_cmpint(player, !=, STEADY); /* who is always in time */
    year->forfeits++;
}

static void check_board(struct year *year, struct seat *seat)
{
    struct run *run = &year->table->run;
    g_autoptr(MatchSession) session = session_open(run, seat->board, NULL);
    g_assert_nonnull(session);
    g_assert_true(clocks_deadline_holds(run, seat->board));
    for (int side = 0; side < 2 && timing_is_clocked(seat->terms); side++) {
        const gint64 first = timing_left_at_start(seat->terms), cap = timing_cap(seat->terms);
        g_assert_cmpint(clocks_shown(run, seat->board, side).left, <=,
                        MAX(first, cap) + (gint64)seat->gifts * DAY);
    }
    const GArray *turns = session->match->turns;
    const struct match_turn *last =
        turns->len > 0 ? &g_array_index(turns, struct match_turn, turns->len - 1) : NULL;
    if (session->board->state == BOARD_FINISHED) {
        if (g_str_equal(last->text, MATCH_FORFEIT)) {
            check_forfeit(year, session->board->seat[last->seat].player);
        }
        begin_match(year, (size_t)(seat - year->boards));
    }
}

/* What a player does at a board within a step, if they answer in it. */
static void play(struct year *year, struct seat *seat)
{
    struct table *table = year->table;
    struct clock clock;
    if (!clock_read(table->run.db, seat->board, &clock)) {
        return;
    }
    g_autoptr(Board) board = board_read(table->run.db, seat->board);
    if (board->turns != seat->turn || seat->due == 0) {
        seat->due = clock.state == CLOCK_RUNS ? answer_at(year, &clock) : 0;
        seat->turn = board->turns;
    }
    if (clock.told && some(year, 4) == 0) {
        g_autoptr(MatchSession) session = session_open(&table->run, seat->board, NULL);
        phrase_unref(changes_leave(session, clock.seat, MATCH_FORFEIT, -1, NULL));
    } else if (seat->due != 0 && seat->due < table->run.now) {
        table->run.arrived = MAX(seat->due, table->run.now - STEP + 1);
        timeout_settle(&table->run, seat->board);
        count_days(year, seat);
        year->spared += seat->excused > 0 && table_runs(table, seat->board);
        table_move(table, seat->board, MAX(seat->due, table->run.now - STEP + 1));
        g_autoptr(Board) after = board_read(table->run.db, seat->board);
        const bool moved = after->turns > board->turns && (after->state == BOARD_RUNNING ||
                                                           after->seat[0].outcome == OUTCOME_DRAWN);
        year->people[clock.player].has_moved |= moved;
        year->turns += moved;
        seat->due = 0;
        seat->excused = 0;
    }
}

/* What comes between: our server is held, or a player goes on vacation. */
static void something_happens(struct year *year)
{
    struct run *run = &year->table->run;
    const gint64 player = 1 + some(year, PEOPLE), begin = run->now + DAY;
    if (some(year, 60) == 0) {
        clocks_credit(run, run->now - some(year, STEP), run->now, OUTAGE_HELD);
    } else if (some(year, 60) == 0) {
        struct vacation away = {
            .first = begin / DAY, .last = begin / DAY + 2, .begin = begin, .end = begin + 2 * DAY
        };
        vacation_add(run->db, player, &away, run->now, NULL);
        clocks_player_changed(run, player);
    }
}

static void check_people(const struct year *year, int excused)
{
    struct db *db = year->table->run.db;
    for (gint64 player = 1; player <= PEOPLE; player++) {
        const int one = excused_taken(db, player, 2023), two = excused_taken(db, player, 2024);
        g_assert_cmpint(one, <=, excused);
        g_assert_cmpint(two, <=, excused);
        g_assert_cmpint(one + two, ==, year->people[player].days);
        g_assert_true(player != WITHOUT || one + two == 0);
    }
}

static void play_year(struct table *table, struct year *year, guint32 seed)
{
    *year = (struct year){ .table = table, .chance = g_rand_new_with_seed(seed) };
    for (size_t i = 0; i < PEOPLE - 3; i++) {
        g_autofree char *name = g_strdup_printf("player%zu", i);
        g_autofree char *address = g_strconcat(name, "@example.org", NULL);
        player_add(table->run.db, name, address, address, NULL, NOW);
    }
    player_set(table->run.db, WITHOUT, "excused", "off");
    for (size_t i = 0; i < BOARDS; i++) {
        begin_match(year, i);
    }
    for (gint64 moment = NOW; moment < NOW + YEAR; moment += STEP) {
        table->run.now = moment;
        for (size_t i = 0; i < BOARDS; i++) {
            play(year, &year->boards[i]);
            count_days(year, &year->boards[i]);
        }
        something_happens(year);
        table_run(table, moment);
        for (size_t i = 0; i < BOARDS; i++) {
            count_days(year, &year->boards[i]);
            check_board(year, &year->boards[i]);
        }
        check_people(year, table->config->excused);
    }
    g_test_message("%d turns, %d lost on time, %d days, which spared %d turns", year->turns,
                   year->forfeits, year->days, year->spared);
    g_rand_free(year->chance);
}

static void test_year(struct scratch *scratch, gconstpointer config)
{
    struct table table;
    struct year year;
    table_begin(&table, scratch, config);
    play_year(&table, &year, 7);
    g_assert_cmpint(year.turns, >, 500);
    g_assert_cmpint(year.forfeits, >, 20);
    g_assert_true((year.days > 50) == (table.config->excused > 0));
    g_assert_true((year.spared > 10) == (table.config->excused > 0));
    table_end(&table, scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    g_test_add("/year/excused", struct scratch, TABLE_OF("14") "outage = 400d\n", scratch_set_up,
               test_year, scratch_tear_down);
    g_test_add("/year/none", struct scratch, TABLE_OF("0") "outage = 400d\n", scratch_set_up,
               test_year, scratch_tear_down);
    return g_test_run();
}
