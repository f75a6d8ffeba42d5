/*
 * Ladders: a month of 50 players who join, leave, challenge, win, lose and forget themselves. After
 * each step the places are 1 to the number of players, each once; who wins does not fall, and a
 * match moves nobody but those from the place that was played for down to the challenger's.
 */
#include "ladders/ladder.h"
#include "store/ladders.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1700000000, PLAYERS = 50, DAYS = 30, STEPS_A_DAY = 40 };

#define GAME "halma"

static void is_permutation(struct db *db)
{
    g_autoptr(GArray) rungs = ladder_rungs(db, GAME);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < rungs->len; i++) {
        const struct rung *rung = &g_array_index(rungs, struct rung, i);
        g_assert_cmpint(rung->place, ==, (int)i + 1);
        g_assert_true(g_hash_table_add(seen, GINT_TO_POINTER((int)rung->player)));
    }
}

static int place_of(struct db *db, gint64 player)
{
    return ladder_rung(db, GAME, player).place;
}

/* The number of a match for the place of `other` that runs. */
static gint64 begin_match(struct db *db, gint64 challenger, gint64 other, gint64 now)
{
    static char game[] = GAME, options[] = "";
    const int seat = (int)random_below(2);
    struct board board = { .state = BOARD_RUNNING,
                           .game = game,
                           .options = options,
                           .rules = 1,
                           .seats = 2,
                           .challenger = challenger,
                           .created = now,
                           .started = now };
    board.seat[seat] = (struct board_seat){ .player = challenger, .accepted = true };
    board.seat[1 - seat] = (struct board_seat){ .player = other, .accepted = true };
    board_add(db, &board);
    ladder_match_add(db, board.number);
    return board.number;
}

/* The places of all who are on the ladder, by player. Free with g_free. */
static int *all_places(struct db *db)
{
    int *places = g_new0(int, PLAYERS + 1);
    for (gint64 player = 1; player <= PLAYERS; player++) {
        places[player] = place_of(db, player);
    }
    return places;
}

/* Ends a match by chance: the challenger wins, loses or draws, or it is void. */
static void end_match(struct run *run, gint64 number)
{
    g_autoptr(Board) board = board_read(run->db, number);
    const int seat = board_seat_of(board, board->challenger);
    const gint64 challenger = board->challenger, other = board->seat[1 - seat].player;
    const enum board_outcome outcome = (enum board_outcome)random_below(4);
    board->seat[seat].outcome = outcome;
    board->seat[1 - seat].outcome = outcome == OUTCOME_WON    ? OUTCOME_LOST
                                    : outcome == OUTCOME_LOST ? OUTCOME_WON
                                                              : outcome;
    board->state = BOARD_FINISHED;
    board->ended = run->now;
    board_save(run->db, board);
    g_autofree int *before = all_places(run->db);
    struct session session = { .run = run, .board = board };
    ladder_follow(&session);
    ladder_follow(&session); /* once for each match */
    g_autofree int *after = all_places(run->db);
    const bool climbs =
        outcome == OUTCOME_WON && before[challenger] > before[other] && before[other] != 0;
    for (int player = 1; player <= PLAYERS; player++) {
        const bool between = before[player] >= before[other] && before[player] < before[challenger];
        const int expected = !climbs                ? before[player]
                             : player == challenger ? before[other]
                             : between              ? before[player] + 1
                                                    : before[player];
        g_assert_cmpint(after[player], ==, expected);
    }
}

/* One thing that a player does, by chance; running matches are in `running`. */
static void step(struct run *run, GArray *running)
{
    const gint64 player = 1 + random_below(PLAYERS), other = 1 + random_below(PLAYERS);
    const struct rung own = ladder_rung(run->db, GAME, player);
    const struct rung their = ladder_rung(run->db, GAME, other);
    const guint32 what = random_below(20);
    if (own.place == 0) {
        ladder_join(run->db, GAME, player, run->now);
        g_autoptr(GArray) rungs = ladder_rungs(run->db, GAME);
        g_assert_cmpint(place_of(run->db, player), ==, (int)rungs->len);
    } else if (what == 0) {
        ladder_leave(run->db, GAME, player);
        ladder_leave(run->db, GAME, player);
        g_assert_cmpint(place_of(run->db, player), ==, 0);
    } else if (what < 12 && own.board == 0 && their.board == 0 && their.place != 0 &&
               their.place < own.place) {
        const gint64 number = begin_match(run->db, player, other, run->now);
        g_assert_cmpint(ladder_rung(run->db, GAME, player).board, ==, number);
        g_assert_cmpint(ladder_rung(run->db, GAME, other).board, ==, number);
        g_array_append_val(running, number);
    } else if (running->len > 0) {
        const guint at = random_below(running->len);
        end_match(run, g_array_index(running, gint64, at));
        g_array_remove_index_fast(running, at);
    }
}

static void test_month(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct run run = { .db = scratch->db, .now = NOW };
    g_autoptr(GArray) running = g_array_new(FALSE, FALSE, sizeof(gint64));
    random_seed(40, 0);
    g_assert_true(db_begin(run.db));
    for (int i = 1; i <= PLAYERS; i++) {
        g_autofree char *name = g_strdup_printf("player%d", i);
        g_autofree char *address = g_strdup_printf("player%d@example.net", i);
        player_add(run.db, name, address, address, NULL, NOW);
    }
    for (int i = 0; i < DAYS * STEPS_A_DAY; i++) {
        run.now = NOW + (gint64)i * CLOCK_DAY / STEPS_A_DAY;
        step(&run, running);
        is_permutation(run.db);
    }
    player_forget(run.db, 7, run.now);
    g_assert_cmpint(place_of(run.db, 7), ==, 0);
    is_permutation(run.db);
    g_assert_true(db_commit(run.db, NULL));
}

/* Nobody wins a place for somebody else, whoever of the two was replaced. */
static void test_replaced(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct run run = { .db = scratch->db, .now = NOW };
    for (int i = 1; i <= 4; i++) {
        g_autofree char *name = g_strdup_printf("player%d", i);
        player_add(run.db, name, name, name, NULL, NOW);
        ladder_join(run.db, GAME, i, NOW);
    }
    for (int replaced = 2; replaced <= 3; replaced++) {
        const gint64 number = begin_match(run.db, 3, 2, NOW);
        g_autoptr(Board) board = board_read(run.db, number);
        const int seat = board_seat_of(board, replaced);
        substitution_add(run.db, number, seat, 0, replaced, NOW);
        board->seat[seat].player = 1;
        for (int i = 0; i < 2; i++) {
            board->seat[i].outcome = board->seat[i].player == 2 ? OUTCOME_LOST : OUTCOME_WON;
        }
        board->state = BOARD_FINISHED;
        board->ended = NOW;
        board_save(run.db, board);
        struct session session = { .run = &run, .board = board };
        ladder_follow(&session);
        for (int i = 1; i <= 4; i++) {
            g_assert_cmpint(place_of(run.db, i), ==, i);
        }
    }
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    g_test_add("/ladders/month", struct scratch, NULL, scratch_set_up, test_month,
               scratch_tear_down);
    g_test_add("/ladders/replaced", struct scratch, NULL, scratch_set_up, test_replaced,
               scratch_tear_down);
    return g_test_run();
}
