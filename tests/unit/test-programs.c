/* What waits for the players that are programs, how often they may fail, and what is to be
 * analysed. */
#include "store/programs.h"

#include "store/boards.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000, TRIES = 2 };

struct people {
    gint64 ann, house;
};

static struct people people_begin(struct scratch *scratch)
{
    scratch_begin(scratch);
    return (struct people){
        .ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW),
        .house = player_add_program(scratch->db, "house", NOW),
    };
}

/* A match or challenge of both; the house has the seat `seat`. Free with board_free. */
static struct board *add_board(struct db *db, const struct people *people, int seat,
                               enum board_state state)
{
    struct board *board = g_new0(struct board, 1);
    *board = (struct board){ .state = state,
                             .game = g_strdup("tictactoe"),
                             .rules = 1,
                             .options = g_strdup(""),
                             .seats = 2,
                             .challenger = people->ann,
                             .created = NOW,
                             .to_move = 0,
                             .level = 3 };
    board->seat[seat].player = people->house;
    board->seat[1 - seat].player = people->ann;
    board->seat[1 - seat].accepted = true;
    board_add(db, board);
    return board;
}

/* The number of boards that wait for the house. */
static guint waits(struct db *db, const struct people *people)
{
    g_autoptr(GArray) boards = program_waits(db, people->house, TRIES);
    return boards->len;
}

static void test_players(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    const struct people people = people_begin(scratch);
    g_autoptr(GPtrArray) programs = player_programs(scratch->db);
    g_assert_cmpuint(programs->len, ==, 1);
    g_autoptr(Player) house = player_by_name(scratch->db, "HOUSE");
    g_assert_true(house->program);
    g_assert_null(house->address);
    g_assert_false(player_is_gone(house));
    g_assert_cmpint(player_count_listed(scratch->db), ==, 1); /* a program is no person */
    player_forget(scratch->db, people.house, NOW);
    g_autoptr(Player) gone = player_by_id(scratch->db, people.house);
    g_assert_true(player_is_gone(gone));
    g_assert_null(player_by_name(scratch->db, "house"));
    scratch_commit(scratch);
}

static void test_turns(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    const struct people people = people_begin(scratch);
    struct db *db = scratch->db;
    g_autoptr(Board) mine = add_board(db, &people, 0, BOARD_RUNNING);
    g_autoptr(Board) theirs = add_board(db, &people, 1, BOARD_RUNNING);
    g_assert_cmpuint(waits(db, &people), ==, 1);
    mine->paused = NOW;
    board_save(db, mine);
    g_assert_cmpuint(waits(db, &people), ==, 0);
    g_assert_cmpint(board_open_count(db, people.house), ==, 2);
    g_assert_cmpint(board_open_between(db, people.ann, people.house), ==, 2);
    g_autoptr(Board) read = board_read(db, mine->number);
    g_assert_cmpint(read->level, ==, 3);
    g_assert_true(read->seat[0].program);
    g_assert_false(read->seat[1].program);
    scratch_commit(scratch);
}

static void test_offers(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    const struct people people = people_begin(scratch);
    struct db *db = scratch->db;
    g_autoptr(Board) theirs = add_board(db, &people, 1, BOARD_RUNNING);
    g_autoptr(Board) challenge = add_board(db, &people, 1, BOARD_CHALLENGE);
    g_assert_cmpuint(waits(db, &people), ==, 1);
    theirs->offer = OFFER_UNDO;
    theirs->offer_by = 0;
    theirs->seat[0].agrees = true;
    board_save(db, theirs);
    g_assert_cmpuint(waits(db, &people), ==, 2);
    theirs->seat[1].agrees = true;
    board_save(db, theirs);
    g_assert_cmpuint(waits(db, &people), ==, 1);
    challenge->state = BOARD_WITHDRAWN;
    board_save(db, challenge);
    g_assert_cmpuint(waits(db, &people), ==, 0);
    scratch_commit(scratch);
}

static void test_faults(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    const struct people people = people_begin(scratch);
    struct db *db = scratch->db;
    g_autoptr(Board) board = add_board(db, &people, 0, BOARD_RUNNING);
    g_assert_cmpint(program_failed(db, people.house, board->number, board->revision), ==, 1);
    g_assert_cmpuint(waits(db, &people), ==, 1);
    g_assert_cmpint(program_failed(db, people.house, board->number, board->revision), ==, 2);
    g_assert_cmpuint(waits(db, &people), ==, 0);
    board_save(db, board); /* another revision */
    g_assert_cmpuint(waits(db, &people), ==, 1);
    g_assert_cmpint(program_failed(db, people.house, board->number, board->revision), ==, 1);
    program_failed(db, people.house, board->number, board->revision);
    program_faults_forget(db, people.house);
    g_assert_cmpuint(waits(db, &people), ==, 1);
    scratch_commit(scratch);
}

static void test_analyses(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    const struct people people = people_begin(scratch);
    struct db *db = scratch->db;
    g_autoptr(Board) over = add_board(db, &people, 0, BOARD_FINISHED);
    g_autoptr(Board) running = add_board(db, &people, 0, BOARD_RUNNING);
    analysis_wish(db, over->number, people.ann);
    analysis_wish(db, over->number, people.ann);
    analysis_wish(db, running->number, people.ann);
    g_autoptr(GArray) wished = analyses_wished(db, 10);
    g_assert_cmpuint(wished->len, ==, 1);
    const struct analysis *first = &g_array_index(wished, struct analysis, 0);
    g_assert_cmpint(first->board, ==, over->number);
    g_assert_cmpint(first->player, ==, people.ann);
    g_assert_cmpint(analysis_failed(db, first), ==, 1);
    g_assert_cmpint(analysis_failed(db, first), ==, 2);
    analysis_done(db, first);
    g_autoptr(GArray) none = analyses_wished(db, 10);
    g_assert_cmpuint(none->len, ==, 0);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/programs/players", test_players);
    scratch_test("/programs/turns", test_turns);
    scratch_test("/programs/offers", test_offers);
    scratch_test("/programs/faults", test_faults);
    scratch_test("/programs/analyses", test_analyses);
    return g_test_run();
}
