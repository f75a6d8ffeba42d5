/*
 * Ratings: the example of Glickman's paper, and what matches make of their players. The numbers
 * were worked out apart from the program, by the paper's steps, with the volatility found by
 * bisection.
 */
#include "ratings/ratings.h"

#include <string.h>

#include "play/session.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { DAY = 86400 };

static void assert_close(double value, double expected, double by)
{
    g_assert_cmpfloat_with_epsilon(value, expected, by);
}

/* The paper rounds on its way: without that the rating is 1464.051. */
static void test_paper(void)
{
    struct glicko player = { 1500, 200, 0.06 };
    const struct glicko_result results[] = {
        { { 1400, 30, 0.06 }, 1, 1 },
        { { 1550, 100, 0.06 }, 0, 1 },
        { { 1700, 300, 0.06 }, 0, 1 },
    };
    glicko_wait(&player, 1);
    glicko_count(&player, results, G_N_ELEMENTS(results), 0.5);
    assert_close(player.rating, 1464.06, 0.01);
    assert_close(player.deviation, 151.52, 0.005);
    assert_close(player.volatility, 0.05999, 0.00001);
}

static void test_waiting(void)
{
    struct glicko player = { 1700, 50, 0.06 };
    glicko_wait(&player, 0);
    assert_close(player.deviation, 50, 0.0001);
    glicko_wait(&player, 25); /* 50 * 50 + 25 * 10.42307 * 10.42307 = 5216.01 */
    assert_close(player.deviation, 72.222, 0.001);
    glicko_wait(&player, 1e6);
    assert_close(player.deviation, 350, 0.0001);
    assert_close(player.rating, 1700, 0.0001);
}

/* Half a result twice is a whole one. */
static void test_weights(void)
{
    const struct glicko other = { 1600, 80, 0.05 };
    struct glicko whole = GLICKO_BEGIN, halves = GLICKO_BEGIN;
    glicko_count(&whole, &(struct glicko_result){ other, 1, 1 }, 1, GLICKO_TAU);
    const struct glicko_result half[] = { { other, 1, 0.5 }, { other, 1, 0.5 } };
    glicko_count(&halves, half, 2, GLICKO_TAU);
    assert_close(whole.rating, halves.rating, 1e-6);
    assert_close(whole.deviation, halves.deviation, 1e-6);
    glicko_count(&whole, half, 0, GLICKO_TAU);
    assert_close(whole.rating, halves.rating, 1e-6);
}

/* ---- matches ---- */

static gint64 ann, bob, carl, dora, robot;

static void add_players(struct db *db)
{
    ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, 1);
    bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, 1);
    carl = player_add(db, "carl", "c@example.org", "c@example.org", NULL, 1);
    dora = player_add(db, "dora", "d@example.org", "d@example.org", NULL, 1);
    robot = player_add_program(db, "robot", 1);
}

struct sample {
    const char *players; /* by the first letters of their names */
    const char *places;  /* of their seats; "": void */
    int day;             /* when it ended */
    int turns;           /* 0: enough */
    bool pairs, unrated;
};

static gint64 player_of(char letter)
{
    return letter == 'a'   ? ann
           : letter == 'b' ? bob
           : letter == 'c' ? carl
           : letter == 'd' ? dora
                           : robot;
}

static void set_result(struct board *board, const struct sample *sample)
{
    board->state = BOARD_FINISHED;
    board->ended = (gint64)sample->day * DAY;
    board->turns = sample->turns != 0 ? sample->turns : 2 * board->seats;
    const bool void_result = *sample->places == '\0';
    g_free(board->result);
    board->result = g_strdup(void_result ? "void" : "win 1");
    for (int i = 0; i < board->seats; i++) {
        board->seat[i].place = void_result ? 0 : sample->places[i] - '0';
        board->seat[i].outcome = void_result                 ? OUTCOME_NONE
                                 : board->seat[i].place == 1 ? OUTCOME_WON
                                                             : OUTCOME_LOST;
        board->seat[i].side = sample->pairs ? i % 2 : i;
    }
}

/* Plays a match that ends. Free with board_free. */
static struct board *play(struct db *db, struct sample sample)
{
    struct board *board = g_new0(struct board, 1);
    board->state = BOARD_RUNNING;
    board->game = g_strdup("one");
    board->options = g_strdup("");
    board->seats = (int)strlen(sample.players);
    board->unrated = sample.unrated;
    for (int i = 0; i < board->seats; i++) {
        board->seat[i].player = player_of(sample.players[i]);
    }
    board_add(db, board);
    set_result(board, &sample);
    board_save(db, board);
    ratings_follow(db, board, 0);
    return board;
}

/* The number of such a match. */
static gint64 played(struct db *db, struct sample sample)
{
    g_autoptr(Board) board = play(db, sample);
    return board->number;
}

/* It goes on, or has another result. */
static void change(struct db *db, gint64 number, const struct sample *sample)
{
    g_autoptr(Board) board = board_read(db, number);
    const gint64 before = board->ended;
    board->state = BOARD_RUNNING;
    board->ended = 0;
    if (sample != NULL) {
        set_result(board, sample);
    }
    board_save(db, board);
    ratings_follow(db, board, before);
}

static void assert_no_fault(void *data, gint64 board, gint64 player, gint64 stored, gint64 computed)
{
    (void)data;
    g_error("board %d, player %d: %d stored, %d computed", (int)board, (int)player, (int)stored,
            (int)computed);
}

static void assert_rated(struct db *db, gint64 player, int matches, int rating, int deviation)
{
    const struct board_rating has = ratings_of(db, player, "one");
    g_assert_cmpint(has.matches, ==, matches);
    g_assert_cmpint(has.rating, ==, rating);
    g_assert_cmpint(has.deviation, ==, deviation);
    ratings_check(db, "one", assert_no_fault, NULL);
}

static void test_two(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    assert_rated(db, ann, 0, 1500000, 0);
    g_autoptr(Board) board = play(db, (struct sample){ "ab", "12", 10, 0, false, false });
    g_assert_cmpint(board->seat[1].rating.rating, ==, 1337788);
    g_assert_cmpint(board->seat[1].rating.before, ==, 1500000);
    g_assert_cmpint(board->seat[1].rating.board, ==, board->number);
    assert_rated(db, ann, 1, 1662212, 290231);
    assert_rated(db, bob, 1, 1337788, 290231);
    g_assert_cmpint(ratings_of(db, ann, "other").matches, ==, 0);
    played(db, (struct sample){ "ab", "21", 100, 0, false, false });
    assert_rated(db, ann, 2, 1432342, 261135);
    assert_rated(db, bob, 2, 1567658, 261135);
    g_autoptr(Board) read = board_read(db, board->number);
    g_assert_cmpint(read->seat[0].rating.rating, ==, 1432342);
    g_assert_cmpint(read->seat[0].rating.board, ==, board->number + 1);
    played(db, (struct sample){ "cd", "11", 120, 0, false, false });
    assert_rated(db, carl, 1, 1500000, 290231);
    scratch_commit(scratch);
}

static void test_more_seats(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    const gint64 number = played(db, (struct sample){ "abc", "213", 10, 0, false, false });
    assert_rated(db, ann, 1, 1500000, 290231);
    assert_rated(db, bob, 1, 1662212, 290231);
    assert_rated(db, carl, 1, 1337788, 290231);
    change(db, number, &(struct sample){ "abc", "212", 10, 0, false, false });
    assert_rated(db, ann, 1, 1418894, 290231);
    assert_rated(db, bob, 1, 1662212, 290231);
    assert_rated(db, carl, 1, 1418894, 290231);
    scratch_commit(scratch);
}

/* Two pairs: their means are 1581.106 and 1418.894, and each member moves as the mean does. */
static void test_partners(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    played(db, (struct sample){ "ab", "12", 10, 0, false, false });
    played(db, (struct sample){ "abcd", "1212", 40, 0, true, false });
    assert_rated(db, ann, 2, 1765106, 247722);
    assert_rated(db, bob, 2, 1234894, 247722);
    assert_rated(db, carl, 1, 1602894, 298352);
    assert_rated(db, dora, 1, 1397106, 298352);
    scratch_commit(scratch);
}

static void test_not_counted(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    played(db, (struct sample){ "ab", "", 10, 0, false, false });
    played(db, (struct sample){ "ab", "12", 11, 0, false, true });
    played(db, (struct sample){ "ab", "12", 12, 3, false, false });
    played(db, (struct sample){ "abc", "123", 13, 5, false, false });
    played(db, (struct sample){ "ar", "12", 14, 0, false, false });
    assert_rated(db, ann, 0, 1500000, 0);
    played(db, (struct sample){ "ab", "12", 15, 4, false, false });
    assert_rated(db, ann, 1, 1662212, 290231);
    scratch_commit(scratch);
}

/* Taken back, or ended anew without a result, as by `match undo` and `match end --void`. */
static void test_taken_back(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    const gint64 number = played(db, (struct sample){ "ab", "12", 10, 0, false, false });
    played(db, (struct sample){ "bc", "12", 20, 0, false, false });
    assert_rated(db, bob, 2, 1502489, 256239);
    assert_rated(db, carl, 1, 1268305, 286840);
    change(db, number, NULL);
    assert_rated(db, ann, 0, 1500000, 0);
    assert_rated(db, bob, 1, 1662212, 290231);
    assert_rated(db, carl, 1, 1337788, 290231);
    /* It ends again, later than the other: then it is the last. */
    change(db, number, &(struct sample){ "ab", "12", 10, 0, false, false });
    assert_rated(db, carl, 1, 1268305, 286840);
    change(db, number, &(struct sample){ "ab", "", 30, 0, false, false });
    assert_rated(db, ann, 0, 1500000, 0);
    assert_rated(db, carl, 1, 1337788, 290231);
    scratch_commit(scratch);
}

static void test_order(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    /* In the same second the number of the board decides, whichever ends first. */
    struct board *first = play(db, (struct sample){ "ab", "", 10, 0, false, false });
    played(db, (struct sample){ "ac", "21", 10, 0, false, false });
    assert_rated(db, ann, 1, 1337788, 290231);
    change(db, first->number, &(struct sample){ "ab", "12", 10, 0, false, false });
    assert_rated(db, ann, 2, 1497621, 256153);
    assert_rated(db, bob, 1, 1337788, 290231);
    assert_rated(db, carl, 1, 1731725, 286824);
    board_free(first);
    scratch_commit(scratch);
}

/* A match that ended earlier than one that has counted already. */
static void test_out_of_order(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    played(db, (struct sample){ "ab", "12", 10, 0, false, false });
    assert_rated(db, ann, 1, 1662212, 290231);
    played(db, (struct sample){ "ac", "21", 5, 0, false, false });
    assert_rated(db, ann, 2, 1502434, 256196);
    assert_rated(db, bob, 1, 1268290, 286832);
    assert_rated(db, carl, 1, 1662212, 290231);
    g_autoptr(GArray) last = ratings_last(db, ann, "one", 5);
    g_assert_cmpuint(last->len, ==, 2);
    g_assert_cmpint(g_array_index(last, struct board_rating, 0).board, ==, 1);
    g_assert_cmpint(g_array_index(last, struct board_rating, 0).before, ==, 1337788);
    scratch_commit(scratch);
}

/* Of a player who was forgotten nothing counts any more, for nobody. */
static void test_forgotten(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    played(db, (struct sample){ "ab", "12", 10, 0, false, false });
    played(db, (struct sample){ "bc", "12", 20, 0, false, false });
    ratings_forget(db, ann, 30 * DAY);
    assert_rated(db, ann, 0, 1500000, 0);
    assert_rated(db, bob, 1, 1662212, 290231);
    assert_rated(db, carl, 1, 1337788, 290231);
    ratings_forget(db, robot, 30 * DAY);
    assert_rated(db, bob, 1, 1662212, 290231);
    scratch_commit(scratch);
}

/* More matches than are read at once, computed anew from the first; the seats of one of them are
 * read in two parts. */
static void test_many(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    const gint64 first = played(db, (struct sample){ "abc", "123", 1, 0, false, false });
    for (int i = 0; i < 2500; i++) {
        const char *const players[] = { "ab", "bc", "ca", "da" };
        played(db, (struct sample){ players[i % 4], i % 3 == 0 ? "12" : "21", 2 + i / 3, 0, false,
                                    false });
    }
    const struct board_rating before = ratings_of(db, ann, "one");
    g_assert_cmpint(before.matches, ==, 1 + 1875);
    g_assert_cmpint(before.deviation, <, 110000);
    change(db, first, NULL);
    g_assert_cmpint(ratings_of(db, ann, "one").matches, ==, 1875);
    change(db, first, &(struct sample){ "abc", "123", 1, 0, false, false });
    assert_rated(db, ann, before.matches, before.rating, before.deviation);
    scratch_commit(scratch);
}

/* ---- what the check finds ---- */

static void note_fault(void *data, gint64 board, gint64 player, gint64 stored, gint64 computed)
{
    g_string_append_printf(data, "%d:%d:%d:%d ", (int)board, (int)player, (int)stored,
                           (int)computed);
}

static void assert_faults(struct db *db, const char *expected)
{
    g_autoptr(GString) faults = g_string_new(NULL);
    ratings_check(db, "one", note_fault, faults);
    g_assert_cmpstr(faults->str, ==, expected);
}

static void test_check(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    played(db, (struct sample){ "ab", "12", 10, 0, false, false });
    played(db, (struct sample){ "cd", "12", 20, 0, false, false });
    assert_faults(db, "");
    db_run(db, "UPDATE ratings SET rating = rating + 1 WHERE board = 1 AND seat = 1");
    assert_faults(db, "1:2:1337789:1337788 ");
    db_run(db, "UPDATE ratings SET rating = rating - 1, volatility = volatility + 1"
               " WHERE board = 1 AND seat = 1");
    assert_faults(db, "1:2:1337788:1337788 ");
    db_run(db, "DELETE FROM ratings WHERE board = 1 AND seat = 1");
    assert_faults(db, "1:2:-1:1337788 ");
    db_run(db, "UPDATE boards SET unrated = 1 WHERE number = 1");
    assert_faults(db, "1:1:1662212:-1 ");
    db_run(db, "UPDATE boards SET unrated = 1 WHERE number = 2");
    assert_faults(db, "1:1:1662212:-1 2:3:1662212:-1 2:4:1337788:-1 ");
    scratch_commit(scratch);
}

/* ---- places, as the record of a match gives them ---- */

/* The places and sides of the seats after such endings: a digit of a seat, and how it leaves; or
 * "w" behind the one whom the operator lets win. */
static void assert_places(const char *name, int seats, const char *options, const char *endings,
                          const char *places, const char *sides)
{
    const struct game *game = registry_find(name);
    struct options read;
    struct note note = { 0 };
    const char *reason = NULL;
    g_assert_true(options_read(&read, game, options, &reason));
    g_assert_true(options_seats(&read, game, seats));
    g_autoptr(Match) match = match_new(game, &read, NULL, &note);
    for (const char *at = endings; *at != '\0'; at += 2) {
        const char *text = at[1] == 'r'   ? MATCH_RESIGN
                           : at[1] == 'f' ? MATCH_FORFEIT
                           : at[1] == 'd' ? "draw"
                           : at[1] == 'v' ? "ended-void"
                                          : "ended-win";
        g_assert_true(match_record(match, at[0] - '1', text, NULL));
    }
    g_autoptr(Board) board = g_new0(struct board, 1);
    board->seats = seats;
    session_derive(board, match);
    g_autoptr(GString) has = g_string_new(NULL), with = g_string_new(NULL);
    for (int i = 0; i < seats; i++) {
        g_string_append_printf(has, "%d", board->seat[i].place);
        g_string_append_printf(with, "%d", board->seat[i].side + 1);
    }
    g_assert_cmpstr(has->str, ==, places);
    g_assert_cmpstr(with->str, ==, sides);
}

static void test_places(void)
{
    assert_places("halma", 2, "", "", "00", "11");
    assert_places("halma", 2, "", "1r", "21", "12");
    assert_places("halma", 2, "", "2f", "12", "12");
    assert_places("halma", 2, "", "1d", "11", "12");
    assert_places("halma", 2, "", "1v", "00", "11");
    /* Who left first is behind who left later, however they left. */
    assert_places("chinesecheckers", 3, "", "1r2f", "321", "123");
    assert_places("chinesecheckers", 3, "", "2f1r", "231", "123");
    assert_places("halma", 4, "", "3f1r4r", "3142", "1234");
    /* Of those still in play all share a place. */
    assert_places("halma", 4, "", "3r1w", "1242", "1234");
    assert_places("halma", 4, "", "3r1d", "1141", "1234");
    assert_places("chinesecheckers", 6, "", "4r6r1r2f5r", "431625", "123456");
    /* Partners leave and win together. */
    assert_places("chinesecheckers", 4, "teams=1", "1r", "2121", "1212");
    assert_places("chinesecheckers", 6, "teams=1", "1r5f", "321321", "123123");
    assert_places("chinesecheckers", 4, "teams=1", "3w", "1212", "1212");
    assert_places("chinesecheckers", 4, "teams=1", "3d", "1111", "1212");
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    g_test_add_func("/ratings/paper", test_paper);
    g_test_add_func("/ratings/waiting", test_waiting);
    g_test_add_func("/ratings/weights", test_weights);
    g_test_add_func("/ratings/places", test_places);
    scratch_test("/ratings/two", test_two);
    scratch_test("/ratings/more-seats", test_more_seats);
    scratch_test("/ratings/partners", test_partners);
    scratch_test("/ratings/not-counted", test_not_counted);
    scratch_test("/ratings/taken-back", test_taken_back);
    scratch_test("/ratings/order", test_order);
    scratch_test("/ratings/out-of-order", test_out_of_order);
    scratch_test("/ratings/forgotten", test_forgotten);
    scratch_test("/ratings/many", test_many);
    scratch_test("/ratings/check", test_check);
    return g_test_run();
}
