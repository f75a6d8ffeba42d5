/* What players have ruled out, and that it goes with them. */
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000 };

static gint64 ann, bob, carl;

static void begin(struct scratch *scratch)
{
    struct db *db = scratch->db;
    scratch_begin(scratch);
    ann = player_add(db, "Ann", "a@example.org", "a@example.org", NULL, NOW);
    bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    carl = player_add(db, "carl", "c@example.org", "c@example.org", NULL, NOW);
}

static void assert_names(GPtrArray *names, const char *expected)
{
    g_ptr_array_add(names, NULL);
    g_autofree char *text = g_strjoinv(" ", (char **)names->pdata);
    g_assert_cmpstr(text, ==, expected);
    g_ptr_array_unref(names);
}

static void test_players(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    begin(scratch);
    g_assert_false(block_between(db, ann, bob));
    block_player(db, ann, bob);
    block_player(db, ann, bob);
    block_player(db, carl, ann);
    g_assert_true(block_has_player(db, ann, bob));
    g_assert_false(block_has_player(db, bob, ann));
    g_assert_true(block_between(db, ann, bob));
    g_assert_true(block_between(db, bob, ann));
    g_assert_true(block_between(db, ann, carl));
    g_assert_false(block_between(db, bob, carl));
    block_player(db, bob, carl);
    block_player(db, bob, ann);
    assert_names(block_players(db, bob), "Ann carl");
    g_assert_true(unblock_player(db, ann, bob));
    g_assert_false(unblock_player(db, ann, bob));
    g_assert_true(block_between(db, ann, bob));
    g_assert_true(unblock_player(db, bob, ann));
    g_assert_false(block_between(db, ann, bob));
    assert_names(block_players(db, bob), "carl");
    scratch_commit(scratch);
}

static void test_games(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    begin(scratch);
    block_game(db, ann, "tictactoe");
    block_game(db, ann, "tictactoe");
    block_game(db, ann, "draughts");
    g_assert_true(block_has_game(db, ann, "tictactoe"));
    g_assert_false(block_has_game(db, bob, "tictactoe"));
    assert_names(block_games(db, ann), "draughts tictactoe");
    assert_names(block_games(db, bob), "");
    g_assert_true(unblock_game(db, ann, "tictactoe"));
    g_assert_false(unblock_game(db, ann, "tictactoe"));
    assert_names(block_games(db, ann), "draughts");
    scratch_commit(scratch);
}

static void test_limits(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    begin(scratch);
    g_assert_cmpint(game_limit(db, ann, "tictactoe"), ==, 0);
    game_limit_set(db, ann, "tictactoe", 3);
    game_limit_set(db, ann, "tictactoe", 9999);
    game_limit_set(db, bob, "tictactoe", 1);
    g_assert_cmpint(game_limit(db, ann, "tictactoe"), ==, 9999);
    g_assert_cmpint(game_limit(db, ann, "draughts"), ==, 0);
    game_limit_set(db, ann, "tictactoe", 0);
    g_assert_cmpint(game_limit(db, ann, "tictactoe"), ==, 0);
    g_assert_cmpint(game_limit(db, bob, "tictactoe"), ==, 1);
    scratch_commit(scratch);
}

static void test_forgotten(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    begin(scratch);
    block_player(db, ann, bob);
    block_player(db, bob, ann);
    block_player(db, bob, carl);
    block_game(db, ann, "tictactoe");
    game_limit_set(db, ann, "tictactoe", 3);
    player_forget(db, ann, 1);
    g_assert_false(block_between(db, ann, bob));
    assert_names(block_players(db, bob), "carl");
    g_assert_false(block_has_game(db, ann, "tictactoe"));
    g_assert_cmpint(game_limit(db, ann, "tictactoe"), ==, 0);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/blocks/players", test_players);
    scratch_test("/blocks/games", test_games);
    scratch_test("/blocks/limits", test_limits);
    scratch_test("/blocks/forgotten", test_forgotten);
    return g_test_run();
}
