/* Clocks of matches to which anything happens, in any order. */
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "match/timing.h"
#include "store/players.h"
#include "tests/unit/clock-table.h"
#include "tests/unit/given.h"

enum { STEPS = 400, SEEDS = 12 };

/* A match, and what its clocks must come to. */
struct play {
    struct table *table;
    GRand *chance;
    gint64 number;
    struct timing terms;
    int turns[2];    /* that added time */
    gint64 given[2]; /* seconds that each seat got until now */
    int excused[2];  /* days of them */
};

static struct session *open_desk(const struct play *play)
{
    bool damaged;
    struct session *session = session_open(&play->table->run, play->number, &damaged);
    g_assert_nonnull(session);
    return session;
}

static gint64 some(const struct play *play, gint64 most)
{
    return g_rand_int_range(play->chance, 0, (gint32)most);
}

/* ---- what may happen ---- */

static void time_passes(struct play *play)
{
    play->table->run.now += some(play, 3 * HOUR);
}

static void run(struct play *play)
{
    table_run(play->table, play->table->run.now);
}

static void letters_go(struct play *play)
{
    table_send(play->table);
}

/* An excused day is a day more for the clock that has run down, until it is given back. */
static void count_excused(struct play *play, int seat, const struct seat_clock *shows)
{
    const gint64 more = shows->left + shows->used - play->given[seat];
    if (play->table->run.config->excused > 0 && more % DAY == 0 &&
        play->excused[seat] * DAY + more >= 0) {
        play->given[seat] += more;
        play->excused[seat] += (int)(more / DAY);
    }
}

static void settle(struct play *play, gint64 arrived, int seat)
{
    play->table->run.arrived = arrived;
    timeout_settle(&play->table->run, play->number);
    play->table->run.arrived = 0;
    const struct seat_clock shows = seat_clock_read(play->table->run.db, play->number, seat);
    count_excused(play, seat, &shows);
}

static void move(struct play *play)
{
    struct clock before;
    if (clock_read(play->table->run.db, play->number, &before)) {
        const gint64 arrived = play->table->run.now - some(play, 5 * HOUR);
        settle(play, arrived, before.seat);
        table_move(play->table, play->number, arrived);
        g_autoptr(Board) board = board_read(play->table->run.db, play->number);
        const bool played = board->state == BOARD_RUNNING;
        play->turns[before.seat] += played;
        const struct seat_clock shows =
            seat_clock_read(play->table->run.db, play->number, before.seat);
        const gint64 added = shows.left + shows.used - play->given[before.seat];
        g_assert_true(!played || added == play->terms.increment ||
                      (added >= 0 && shows.left == timing_cap(&play->terms)) ||
                      (added == 0 && shows.left > timing_cap(&play->terms)));
        play->given[before.seat] += played ? added : 0;
    }
}

static void tell(struct session *session)
{
    const struct event event = { .kind = EVENT_TURNS, .seat = -1, .answered = -1 };
    phrase_unref(event_happened(session, &event));
}

static void undo(struct play *play)
{
    g_autoptr(MatchSession) session = open_desk(play);
    if (session->board->state == BOARD_RUNNING && session->match->turns->len > 0) {
        struct match *earlier = match_at(session->match, session->match->turns->len - 1);
        match_free(session->match);
        session->match = earlier;
        changes_store(session);
        tell(session);
    }
}

static void rest(struct play *play)
{
    g_autoptr(MatchSession) session = open_desk(play);
    if (session->board->state == BOARD_RUNNING) {
        session->board->paused = session->board->paused != 0 ? 0 : play->table->run.now;
        changes_store(session);
        tell(session);
    }
}

static void letter_comes_back(struct play *play)
{
    struct clock clock;
    if (clock_read(play->table->run.db, play->number, &clock) && clock.letter != 0) {
        clocks_returned(&play->table->run, clock.letter);
    }
}

static void kept_back(struct play *play)
{
    clocks_kept_back(&play->table->run, 1 + some(play, 2));
}

static void taken_up(struct play *play)
{
    clocks_taken_up(&play->table->run, 1 + some(play, 2));
}

static void held(struct play *play)
{
    gint64 end = play->table->run.now;
    clocks_credit(&play->table->run, end - some(play, 20 * HOUR), end, OUTAGE_HELD);
}

static void stands_still(struct play *play)
{
    play->table->run.now += some(play, 10 * DAY);
}

static void jumps_back(struct play *play)
{
    play->table->run.now -= some(play, 2 * DAY);
}

static void vacation(struct play *play)
{
    gint64 begin = play->table->run.now - some(play, DAY);
    struct vacation vacation = { .first = begin / DAY,
                                 .last = begin / DAY + 2,
                                 .begin = begin,
                                 .end = begin + some(play, 3 * DAY) + 1 };
    gint64 player = 1 + some(play, 2);
    vacation_add(play->table->run.db, player, &vacation, play->table->run.now, NULL);
    clocks_player_changed(&play->table->run, player);
}

static void (*const events[])(struct play *) = {
    time_passes,  time_passes,
    time_passes,  time_passes,
    run,          run,
    run,          run,
    letters_go,   letters_go,
    move,         move,
    move,         move,
    undo,         rest,
    rest,         kept_back,
    taken_up,     taken_up,
    taken_up,     held,
    stands_still, jumps_back,
    vacation,     letter_comes_back,
};

/* ---- what must hold ---- */

static void check(struct play *play, size_t event)
{
    struct run *run = &play->table->run;
    g_autoptr(Board) board = board_read(run->db, play->number);
    struct clock clock;
    bool has = clock_read(run->db, play->number, &clock);
    g_assert_cmpint(has, ==, board->state == BOARD_RUNNING);
    g_assert_true(clocks_deadline_holds(run, play->number));
    for (int seat = 0; seat < 2; seat++) {
        const struct seat_clock stored = seat_clock_read(run->db, play->number, seat);
        const struct seat_clock shown = clocks_shown(run, play->number, seat);
        count_excused(play, seat, &stored);
        const gint64 given = play->given[seat], cap = timing_cap(&play->terms);
        const gint64 excused = (gint64)play->excused[seat] * DAY;
        g_assert_cmpint(stored.left, <=, MAX(cap, play->terms.total) + excused);
        g_assert_cmpint(given, <=, given_by(&play->terms, play->turns[seat]) + excused);
        g_assert_cmpint(stored.left, >=, 0);
        g_assert_cmpint(stored.used, >=, 0);
        g_assert_cmpint(shown.left, >=, 0);
        if (stored.left + stored.used != given || shown.left + shown.used != given) {
            g_test_message("event %zu: seat %d has %" G_GINT64_FORMAT " left and used "
                           "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
                           event, seat, stored.left, stored.used, given);
            g_test_fail();
        }
    }
    if (has) {
        g_assert_cmpint(clock.seat, ==, board->to_move);
        g_assert_true((clock.state == CLOCK_RESTS) == (board->paused != 0));
        g_assert_true((clock.deadline == 0) == (board->paused != 0));
    }
}

static void play_out(struct table *table, guint32 seed, const char *terms)
{
    struct play play = { .table = table, .chance = g_rand_new_with_seed(seed) };
    table->run.now = NOW;
    play.number = table_match(table, terms);
    g_autofree char *text = board_timing(table->run.db, play.number);
    g_assert_true(timing_read(&play.terms, text));
    play.given[0] = play.given[1] = play.terms.total;
    for (int step = 0; step < STEPS && !g_test_failed(); step++) {
        size_t event = (size_t)some(&play, G_N_ELEMENTS(events));
        events[event](&play);
        check(&play, event);
    }
    g_test_message("%d and %d turns, %d and %d days", play.turns[0], play.turns[1], play.excused[0],
                   play.excused[1]);
    g_rand_free(play.chance);
}

static void test_anything(struct scratch *scratch, gconstpointer config)
{
    static const char *const terms[] = { "--time=60d", "--time=20d+12h^21d",
                                         "--time=5d --weekends=off --nag=1",
                                         "--time=10d --forfeit=claim", "--time=2h+1h^3h" };
    struct table table;
    table_begin(&table, scratch, config);
    for (guint32 seed = 0; seed < SEEDS; seed++) {
        play_out(&table, seed, terms[seed % G_N_ELEMENTS(terms)]);
    }
    table_end(&table, scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    g_test_add("/clocks/anything", struct scratch, TABLE_CONFIG, scratch_set_up, test_anything,
               scratch_tear_down);
    g_test_add("/clocks/excused", struct scratch, TABLE_EXCUSED, scratch_set_up, test_anything,
               scratch_tear_down);
    return g_test_run();
}
