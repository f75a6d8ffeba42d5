/* Challenges and matches, the record, talk and threads. */
#include "store/boards.h"
#include "store/clocks.h"
#include "store/players.h"
#include "store/talk.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000 };

static gint64 ann, bob, carl;

static void add_players(struct db *db)
{
    ann = player_add(db, "Ann", "a@example.org", "a@example.org", NULL, NOW);
    bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    carl = player_add(db, "carl", "c@example.org", "c@example.org", NULL, NOW);
}

/* A board with two seats, as a challenge by the first. */
static gint64 add_board(struct db *db, gint64 first, gint64 second, enum board_state state,
                        gint64 created)
{
    static char game[] = "tictactoe", options[] = "-size=3";
    struct board board = { .state = state,
                           .game = game,
                           .rules = 1,
                           .options = options,
                           .seats = 2,
                           .challenger = first,
                           .created = created,
                           .to_move = -1 };
    board.seat[0] = (struct board_seat){ .player = first, .accepted = true };
    board.seat[1] = (struct board_seat){ .player = second };
    return board_add(db, &board);
}

static void test_added_and_read(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_players(scratch->db);
    gint64 number = add_board(scratch->db, ann, bob, BOARD_CHALLENGE, NOW);
    g_assert_cmpint(number, ==, 1);
    g_assert_cmpint(add_board(scratch->db, bob, carl, BOARD_CHALLENGE, NOW), ==, 2);
    scratch_commit(scratch);

    g_autoptr(Board) board = board_read(scratch->db, number);
    g_assert_cmpint(board->number, ==, 1);
    g_assert_cmpint(board->state, ==, BOARD_CHALLENGE);
    g_assert_cmpstr(board->game, ==, "tictactoe");
    g_assert_cmpint(board->rules, ==, 1);
    g_assert_cmpstr(board->options, ==, "-size=3");
    g_assert_null(board->from);
    g_assert_cmpint(board->seats, ==, 2);
    g_assert_cmpint(board->seat[0].player, ==, ann);
    g_assert_cmpstr(board->seat[0].name, ==, "Ann");
    g_assert_true(board->seat[0].accepted);
    g_assert_cmpstr(board->seat[1].name, ==, "bob");
    g_assert_false(board->seat[1].accepted);
    g_assert_cmpint(board->challenger, ==, ann);
    g_assert_cmpint(board->created, ==, NOW);
    g_assert_cmpint(board->started, ==, 0);
    g_assert_cmpint(board->ended, ==, 0);
    g_assert_cmpint(board->revision, ==, 1);
    g_assert_cmpint(board->to_move, ==, -1);
    g_assert_null(board->result);
    g_assert_null(board_read(scratch->db, 3));
    g_assert_null(board_read(scratch->db, 0));
    g_assert_null(board_read(scratch->db, -1));
}

static void test_saved(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_players(scratch->db);
    gint64 number = add_board(scratch->db, ann, bob, BOARD_CHALLENGE, NOW);
    gint64 other = add_board(scratch->db, ann, bob, BOARD_CHALLENGE, NOW);
    g_autoptr(Board) board = board_read(scratch->db, number);
    board->state = BOARD_FINISHED;
    board->rules = 2;
    g_free(board->options);
    board->options = g_strdup("-size=4");
    board->from = g_strdup("x.. ... ...");
    board->started = NOW + 1;
    board->ended = NOW + 2;
    board->offer = OFFER_DRAW;
    board->offer_by = 1;
    board->to_move = 1;
    board->turns = 9;
    board->result = g_strdup("win 1");
    board->seat[0] =
        (struct board_seat){ .player = carl, .name = board->seat[0].name, .agrees = true };
    board->seat[1].accepted = true;
    board_save(scratch->db, board);
    g_assert_cmpint(board->revision, ==, 2);
    scratch_commit(scratch);

    g_autoptr(Board) read = board_read(scratch->db, number);
    g_assert_cmpint(read->state, ==, BOARD_FINISHED);
    g_assert_cmpint(read->rules, ==, 2);
    g_assert_cmpstr(read->options, ==, "-size=4");
    g_assert_cmpstr(read->from, ==, "x.. ... ...");
    g_assert_cmpint(read->started, ==, NOW + 1);
    g_assert_cmpint(read->ended, ==, NOW + 2);
    g_assert_cmpint(read->revision, ==, 2);
    g_assert_cmpint(read->offer, ==, OFFER_DRAW);
    g_assert_cmpint(read->offer_by, ==, 1);
    g_assert_cmpint(read->to_move, ==, 1);
    g_assert_cmpint(read->turns, ==, 9);
    g_assert_cmpstr(read->result, ==, "win 1");
    g_assert_cmpstr(read->seat[0].name, ==, "carl");
    g_assert_false(read->seat[0].accepted);
    g_assert_true(read->seat[0].agrees);
    g_assert_true(read->seat[1].accepted);
    g_assert_false(read->seat[1].agrees);
    g_autoptr(Board) untouched = board_read(scratch->db, other);
    g_assert_cmpint(untouched->state, ==, BOARD_CHALLENGE);
    g_assert_cmpint(untouched->revision, ==, 1);
    g_assert_cmpstr(untouched->seat[0].name, ==, "Ann");
}

/* Two copies of one board: the second to be saved would undo the first. */
static void test_stale_copy(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_players(scratch->db);
    gint64 number = add_board(scratch->db, ann, bob, BOARD_RUNNING, NOW);
    scratch_commit(scratch);
    scratch_begin(scratch);
    g_autoptr(Board) one = board_read(scratch->db, number);
    g_autoptr(Board) two = board_read(scratch->db, number);
    board_save(scratch->db, one);
    board_save(scratch->db, one);
    g_assert_cmpint(one->revision, ==, 3);
    g_assert_false(db_failed(scratch->db));
    board_save(scratch->db, two);
    g_assert_false(db_commit(scratch->db, NULL));
    g_autoptr(Board) kept = board_read(scratch->db, number);
    g_assert_cmpint(kept->revision, ==, 1);
}

static void test_six_seats(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    static char game[] = "tictactoe", options[] = "";
    scratch_begin(scratch);
    add_players(scratch->db);
    struct board board = {
        .state = BOARD_RUNNING, .game = game, .options = options, .seats = BOARD_SEATS_MAX
    };
    for (int i = 0; i < BOARD_SEATS_MAX; i++) {
        board.seat[i].player = i % 2 == 0 ? ann : bob;
    }
    gint64 number = board_add(scratch->db, &board);
    g_autoptr(Board) read = board_read(scratch->db, number);
    g_assert_cmpint(read->seats, ==, BOARD_SEATS_MAX);
    g_assert_cmpint(read->seat[5].player, ==, bob);
    g_assert_cmpint(read->challenger, ==, 0);
    /* Once in the list, however many seats the player has. */
    g_autoptr(GPtrArray) list = board_list(scratch->db, ann, 1U << BOARD_RUNNING);
    g_assert_cmpuint(list->len, ==, 1);
    /* A seat too many in the table is told, not read past the end. */
    db_run(scratch->db,
           "INSERT INTO seats (board, seat, player, accepted, agrees) VALUES (?, 6, ?, 0, 0)",
           number, ann);
    g_assert_null(board_read(scratch->db, number));
    g_assert_true(db_failed(scratch->db));
    db_rollback(scratch->db);
}

static void assert_numbers(GPtrArray *boards, const char *expected)
{
    g_autoptr(GString) text = g_string_new("");
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = g_ptr_array_index(boards, i);
        g_string_append_printf(text, "%s%d", i > 0 ? " " : "", (int)board->number);
        g_assert_cmpint(board->seats, ==, 2);
    }
    g_assert_cmpstr(text->str, ==, expected);
    g_ptr_array_unref(boards);
}

static void test_lists(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    add_board(db, ann, bob, BOARD_CHALLENGE, NOW);
    add_board(db, bob, ann, BOARD_RUNNING, NOW + 1);
    add_board(db, bob, carl, BOARD_RUNNING, NOW + 2);
    add_board(db, carl, ann, BOARD_CHALLENGE, NOW + 3);
    add_board(db, ann, bob, BOARD_EXPIRED, NOW + 4);
    scratch_commit(scratch);

    const unsigned challenge = 1U << BOARD_CHALLENGE, running = 1U << BOARD_RUNNING,
                   expired = 1U << BOARD_EXPIRED;
    assert_numbers(board_list(db, ann, challenge), "1 4");
    assert_numbers(board_list(db, ann, running), "2");
    assert_numbers(board_list(db, ann, challenge | running), "1 2 4");
    assert_numbers(board_list(db, carl, running | expired), "3");
    assert_numbers(board_list(db, 0, running), "2 3");
    assert_numbers(board_list(db, 0, challenge | running | expired), "1 2 3 4 5");
    assert_numbers(board_list(db, 0, 0), "");

    g_assert_cmpint(board_challenges_by(db, ann), ==, 1);
    g_assert_cmpint(board_challenges_by(db, bob), ==, 0);
    g_assert_cmpint(board_challenges_between(db, ann, bob), ==, 1);
    g_assert_cmpint(board_challenges_between(db, bob, ann), ==, 1);
    g_assert_cmpint(board_challenges_between(db, ann, carl), ==, 1);
    g_assert_cmpint(board_challenges_between(db, bob, carl), ==, 0);

    g_autoptr(GArray) stale = board_stale(db, 0, 0, 0, NOW + 3);
    g_assert_cmpuint(stale->len, ==, 1);
    g_assert_cmpint(g_array_index(stale, gint64, 0), ==, 1);
    g_autoptr(GArray) both = board_stale(db, 0, 0, 0, NOW + 4);
    g_assert_cmpuint(both->len, ==, 2);
    g_assert_cmpint(g_array_index(both, gint64, 1), ==, 4);
}

/* ---- pauses ---- */

/* How many boards are stale if nobody answers for ten seconds. */
static guint paused_for_long(struct db *db, gint64 now)
{
    g_autoptr(GArray) stale = board_stale(db, 1000, 10, 1000, now);
    return stale->len;
}

static void test_pauses(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    for (enum board_pause by = PAUSE_NONE; by <= PAUSE_OPERATOR; by++) {
        g_autoptr(Board) board = board_read(db, add_board(db, ann, bob, BOARD_RUNNING, NOW));
        board->paused = by != PAUSE_NONE ? NOW : 0;
        board->paused_by = by;
        board_save(db, board);
    }
    g_assert_cmpuint(paused_for_long(db, NOW + 10), ==, 0);
    g_assert_cmpuint(paused_for_long(db, NOW + 11), ==, 1);
    g_autoptr(Board) asked = board_read(db, 2);
    asked->asked = 2;
    board_save(db, asked);
    g_assert_cmpuint(paused_for_long(db, NOW + 30), ==, 0);
    g_assert_cmpuint(paused_for_long(db, NOW + 31), ==, 1);
    outage_add(db, NOW + 5, NOW + 12, OUTAGE_HELD);
    g_assert_cmpuint(paused_for_long(db, NOW + 37), ==, 0);
    g_assert_cmpuint(paused_for_long(db, NOW + 38), ==, 1);
    scratch_commit(scratch);
}

/* ---- seeks ---- */

static void assert_seeks(struct db *db, const char *game, const char *expected)
{
    g_autoptr(GArray) numbers = board_seeks(db, game);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < numbers->len; i++) {
        g_string_append_printf(text, " %" G_GINT64_FORMAT, g_array_index(numbers, gint64, i));
    }
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_seeks(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    gint64 late = add_board(db, ann, bob, BOARD_SEEK, NOW + 5);
    add_board(db, carl, ann, BOARD_SEEK, NOW);
    add_board(db, ann, carl, BOARD_CHALLENGE, NOW);
    assert_seeks(db, NULL, " 2 1");
    assert_seeks(db, "tictactoe", " 2 1");
    assert_seeks(db, "draughts", "");
    g_assert_cmpint(board_challenges_by(db, ann), ==, 2);
    g_autoptr(GArray) stale = board_stale(db, 0, 0, 0, NOW + 5);
    g_assert_cmpuint(stale->len, ==, 2);

    g_autoptr(Board) seek = board_read(db, late);
    g_free(seek->seat[1].name);
    seek->seat[1] = (struct board_seat){ 0 };
    seek->seats = 1;
    board_save_seats(db, seek);
    board_save(db, seek);
    g_autoptr(Board) alone = board_read(db, late);
    g_assert_cmpint(alone->seats, ==, 1);
    g_assert_cmpint(alone->seat[0].player, ==, ann);
    alone->seat[1] = alone->seat[0];
    alone->seat[0] = (struct board_seat){ .player = carl, .accepted = true };
    alone->seats = 2;
    board_save_seats(db, alone);
    g_autoptr(Board) both = board_read(db, late);
    g_assert_cmpint(both->seats, ==, 2);
    g_assert_cmpstr(both->seat[0].name, ==, "carl");
    g_assert_true(both->seat[0].accepted);
    g_assert_cmpint(both->seat[1].player, ==, ann);
    scratch_commit(scratch);
}

static void test_who_may_see(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_players(scratch->db);
    static char game[] = "tictactoe", options[] = "";
    struct board board = { .state = BOARD_RUNNING, .game = game, .options = options, .seats = 2 };
    board.seat[0].player = ann;
    board.seat[1].player = bob;
    g_assert_true(board_shows_to(&board, carl));
    g_assert_true(board_shows_to(&board, 0));
    board.private_match = true;
    g_assert_true(board_shows_to(&board, ann));
    g_assert_true(board_shows_to(&board, bob));
    g_assert_false(board_shows_to(&board, carl));
    g_assert_false(board_shows_to(&board, 0));
    board.state = BOARD_SEEK;
    g_assert_true(board_shows_to(&board, carl));
    board.rematch_of = board_add(scratch->db, &board);
    g_assert_cmpint(board_rematch(scratch->db, board.rematch_of), ==, 0);
    board.state = BOARD_RUNNING;
    gint64 again = board_add(scratch->db, &board);
    g_autoptr(Board) read = board_read(scratch->db, again);
    g_assert_true(read->private_match);
    g_assert_cmpint(read->rematch_of, ==, again - 1);
    g_assert_cmpint(board_rematch(scratch->db, again - 1), ==, again);
    g_assert_cmpint(board_running(scratch->db, ann, "tictactoe"), ==, 1);
    g_assert_cmpint(board_running(scratch->db, ann, "draughts"), ==, 0);
    g_assert_cmpint(board_running(scratch->db, carl, "tictactoe"), ==, 0);
    scratch_commit(scratch);
}

/* ---- the record ---- */

static void test_turns(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    gint64 one = add_board(db, ann, bob, BOARD_RUNNING, NOW);
    gint64 two = add_board(db, ann, bob, BOARD_RUNNING, NOW);
    board_turn_add(db, one, 1, 0, "a1", NOW);
    board_turn_add(db, one, 2, 1, "b2", NOW + 1);
    board_turn_add(db, two, 1, 0, "c3", NOW + 2);
    board_turn_add(db, one, 3, 0, "resign", NOW + 3);
    g_autoptr(GPtrArray) turns = board_turns(db, one);
    g_assert_cmpuint(turns->len, ==, 3);
    const struct turn *second = g_ptr_array_index(turns, 1);
    g_assert_cmpint(second->seat, ==, 1);
    g_assert_cmpstr(second->text, ==, "b2");
    g_assert_cmpint(second->time, ==, NOW + 1);
    g_assert_cmpstr(((struct turn *)turns->pdata[2])->text, ==, "resign");
    board_turns_cut(db, one, 1);
    g_autoptr(GPtrArray) kept = board_turns(db, one);
    g_assert_cmpuint(kept->len, ==, 1);
    g_assert_cmpstr(((struct turn *)kept->pdata[0])->text, ==, "a1");
    g_autoptr(GPtrArray) others = board_turns(db, two);
    g_assert_cmpuint(others->len, ==, 1);
    board_turns_cut(db, one, 0);
    g_autoptr(GPtrArray) none = board_turns(db, one);
    g_assert_cmpuint(none->len, ==, 0);
    scratch_commit(scratch);
    /* One turn is never played twice. */
    scratch_begin(scratch);
    board_turn_add(db, two, 1, 1, "a1", NOW);
    g_assert_false(db_commit(db, NULL));
}

static void test_turns_in_order(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_players(scratch->db);
    gint64 number = add_board(scratch->db, ann, bob, BOARD_RUNNING, NOW);
    for (int at = 1; at <= 120; at++) {
        g_autofree char *text = g_strdup_printf("%d", at);
        board_turn_add(scratch->db, number, at, at % 2, text, NOW + at);
    }
    scratch_commit(scratch);
    g_autoptr(GPtrArray) turns = board_turns(scratch->db, number);
    g_assert_cmpuint(turns->len, ==, 120);
    for (int at = 1; at <= 120; at++) {
        const struct turn *turn = g_ptr_array_index(turns, (guint)at - 1);
        g_assert_cmpint(g_ascii_strtoll(turn->text, NULL, 10), ==, at);
    }
}

static void test_talk(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_players(scratch->db);
    gint64 number = add_board(scratch->db, ann, bob, BOARD_RUNNING, NOW);
    talk_add(scratch->db, number, bob, TALK_PLAYERS, 4,
             "Well played.\nGr\xc3\xbc\xc3\x9f"
             "e",
             NOW);
    scratch_commit(scratch);
    struct rows *rows =
        db_query(scratch->db, "SELECT player, turns, text, time FROM talk WHERE board = ?", number);
    g_assert_true(rows_next(rows));
    g_assert_cmpint(rows_int(rows, "player"), ==, bob);
    g_assert_cmpint(rows_int(rows, "turns"), ==, 4);
    g_assert_cmpstr(rows_text(rows, "text"), ==,
                    "Well played.\nGr\xc3\xbc\xc3\x9f"
                    "e");
    g_assert_cmpint(rows_int(rows, "time"), ==, NOW);
    g_assert_false(rows_next(rows));
}

/* ---- threads ---- */

static void assert_thread(struct db *db, gint64 board, gint64 player, const char *expected)
{
    g_autoptr(GPtrArray) ids = thread_ids(db, board, player);
    g_ptr_array_add(ids, NULL);
    g_autofree char *joined = g_strjoinv(" ", (char **)ids->pdata);
    g_assert_cmpstr(joined, ==, expected);
}

static void test_threads(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    gint64 one = add_board(db, ann, bob, BOARD_RUNNING, NOW);
    gint64 two = add_board(db, ann, bob, BOARD_RUNNING, NOW);
    assert_thread(db, one, ann, "");
    thread_add(db, one, ann, "1@x");
    thread_add(db, one, bob, "b@x");
    thread_add(db, two, ann, "t@x");
    thread_add(db, one, ann, "2@x");
    thread_add(db, one, ann, "1@x");
    assert_thread(db, one, ann, "1@x 2@x");
    for (int i = 3; i <= 6; i++) {
        g_autofree char *id = g_strdup_printf("%d@x", i);
        thread_add(db, one, ann, id);
    }
    assert_thread(db, one, ann, "1@x 2@x 3@x 4@x 5@x 6@x");
    thread_add(db, one, ann, "7@x");
    assert_thread(db, one, ann, "1@x 3@x 4@x 5@x 6@x 7@x");
    thread_add(db, one, ann, "5@x");
    thread_add(db, one, ann, "8@x");
    assert_thread(db, one, ann, "1@x 4@x 5@x 6@x 7@x 8@x");
    assert_thread(db, one, bob, "b@x");
    assert_thread(db, two, ann, "t@x");
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/boards/added-and-read", test_added_and_read);
    scratch_test("/boards/saved", test_saved);
    scratch_test("/boards/stale-copy", test_stale_copy);
    scratch_test("/boards/six-seats", test_six_seats);
    scratch_test("/boards/lists", test_lists);
    scratch_test("/boards/seeks", test_seeks);
    scratch_test("/boards/pauses", test_pauses);
    scratch_test("/boards/who-may-see", test_who_may_see);
    scratch_test("/boards/turns", test_turns);
    scratch_test("/boards/turns-in-order", test_turns_in_order);
    scratch_test("/boards/talk", test_talk);
    scratch_test("/boards/threads", test_threads);
    return g_test_run();
}
