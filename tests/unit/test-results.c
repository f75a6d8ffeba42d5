/* Finished matches, standings, and who is listed. */
#include "store/results.h"

#include <string.h>

#include "store/boards.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000, DAY = 86400 };

static gint64 ann, bob, carl;

static void add_players(struct db *db)
{
    ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    carl = player_add(db, "carl", "c@example.org", "c@example.org", NULL, NOW);
}

/* What a board is to be; a letter of `outcomes` a seat: won, lost, drawn, or none. */
struct sample {
    const char *game, *outcomes;
    gint64 ended;
    bool private_match, unrated;
};

/* A board of ann, bob and perhaps carl; it is finished if it has ended. */
static gint64 add_board(struct db *db, struct sample sample)
{
    static const char letters[] = "-wdl";
    const gint64 players[] = { ann, bob, carl };
    static char options[] = "";
    struct board board = { .state = sample.ended != 0 ? BOARD_FINISHED : BOARD_RUNNING,
                           .game = (char *)sample.game,
                           .options = options,
                           .seats = (int)strlen(sample.outcomes),
                           .created = NOW,
                           .ended = sample.ended,
                           .private_match = sample.private_match,
                           .unrated = sample.unrated };
    for (int i = 0; i < board.seats; i++) {
        board.seat[i].player = players[i];
    }
    gint64 number = board_add(db, &board);
    for (int i = 0; i < board.seats; i++) {
        board.seat[i].outcome = (enum board_outcome)(strchr(letters, sample.outcomes[i]) - letters);
    }
    board_save(db, &board);
    return number;
}

static void assert_numbers(GArray *numbers, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < numbers->len; i++) {
        g_string_append_printf(text, "%s%d", i > 0 ? " " : "",
                               (int)g_array_index(numbers, gint64, i));
    }
    g_assert_cmpstr(text->str, ==, expected);
    g_array_unref(numbers);
}

static void test_history(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    add_board(db, (struct sample){ "one", "wl", NOW + 5, false, false });   /* 1 */
    add_board(db, (struct sample){ "one", "dd", NOW + 9, false, false });   /* 2 */
    add_board(db, (struct sample){ "one", "lwl", NOW + 5, false, true });   /* 3 */
    add_board(db, (struct sample){ "one", "wl", NOW + 7, true, false });    /* 4, private */
    add_board(db, (struct sample){ "one", "--", NOW + 1, false, false });   /* 5, void */
    add_board(db, (struct sample){ "one", "--", 0, false, false });         /* 6, running */
    add_board(db, (struct sample){ "other", "wl", NOW + 6, false, false }); /* 7 */

    assert_numbers(results_numbers(db, "one", 0, ann, 10, 0), "2 4 3 1 5");
    assert_numbers(results_numbers(db, "one", 0, carl, 10, 0), "2 3 1 5");
    assert_numbers(results_numbers(db, "one", 0, carl, 2, 1), "3 1");
    assert_numbers(results_numbers(db, "one", 0, carl, 2, 4), "");
    assert_numbers(results_numbers(db, "one", carl, ann, 10, 0), "3");
    assert_numbers(results_numbers(db, "one", bob, ann, 10, 0), "2 4 3 1 5");
    assert_numbers(results_numbers(db, "one", bob, carl, 2, 2), "1 5");
    assert_numbers(results_numbers(db, "none", 0, ann, 10, 0), "");
    g_assert_cmpint(results_count(db, "one", 0, ann), ==, 5);
    g_assert_cmpint(results_count(db, "one", 0, carl), ==, 4);
    g_assert_cmpint(results_count(db, "one", carl, ann), ==, 1);
    g_assert_cmpint(results_count(db, "one", ann, carl), ==, 4);
    g_assert_cmpint(results_count(db, "other", 0, 0), ==, 1);
    scratch_commit(scratch);
}

static void test_running(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    add_board(db, (struct sample){ "one", "--", 0, false, false });
    add_board(db, (struct sample){ "one", "--", 0, true, false });
    add_board(db, (struct sample){ "other", "---", 0, false, false });
    add_board(db, (struct sample){ "one", "wl", NOW, false, false });
    assert_numbers(results_running(db, ann, 10), "3 2 1");
    assert_numbers(results_running(db, carl, 10), "3 1");
    assert_numbers(results_running(db, ann, 2), "3 2");
    g_assert_cmpint(results_running_count(db, "one", ann), ==, 2);
    g_assert_cmpint(results_running_count(db, "one", carl), ==, 1);
    g_assert_cmpint(results_running_count(db, "none", ann), ==, 0);
    g_autoptr(GPtrArray) others = results_players(db, "other", ann, 2);
    g_assert_cmpuint(others->len, ==, 2);
    g_assert_cmpstr(others->pdata[0], ==, "ann");
    g_assert_cmpstr(others->pdata[1], ==, "bob");
    scratch_commit(scratch);
}

/* That somebody plays at all tells nothing of a private match. */
static void test_private_players(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_players(scratch->db);
    add_board(scratch->db, (struct sample){ "one", "--", 0, true, false });
    g_autoptr(GPtrArray) to_carl = results_players(scratch->db, "one", carl, 9);
    g_autoptr(GPtrArray) to_ann = results_players(scratch->db, "one", ann, 9);
    g_assert_cmpuint(to_carl->len, ==, 0);
    g_assert_cmpuint(to_ann->len, ==, 2);
    scratch_commit(scratch);
}

static void assert_standings(struct db *db, const char *game, const char *expected)
{
    g_autoptr(GArray) standings = results_standings(db, game, 0);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < standings->len; i++) {
        const struct standing *one = &g_array_index(standings, struct standing, i);
        g_string_append_printf(text, "%s%d:%d-%d-%d", i > 0 ? " " : "", (int)one->player, one->won,
                               one->lost, one->drawn);
        const struct standing alone = results_standing(db, game, one->player);
        g_assert_true(alone.won == one->won && alone.lost == one->lost &&
                      alone.drawn == one->drawn);
    }
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_standings(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    assert_standings(db, "one", "");
    add_board(db, (struct sample){ "one", "--", NOW, false, false }); /* void */
    add_board(db, (struct sample){ "one", "wl", NOW, false, true });  /* unrated */
    add_board(db, (struct sample){ "one", "--", 0, false, false });
    add_board(db, (struct sample){ "other", "wl", NOW, false, false });
    assert_standings(db, "one", "");
    g_assert_cmpint(results_standing(db, "one", ann).won, ==, 0);
    g_assert_true(board_new_to(db, ann, "third"));
    g_assert_false(board_new_to(db, ann, "one"));
    add_board(db, (struct sample){ "one", "lwl", NOW, false, false });
    assert_standings(db, "one", "2:1-0-0 1:0-1-0 3:0-1-0");
    add_board(db, (struct sample){ "one", "wl", NOW, true, false }); /* private ones count */
    assert_standings(db, "one", "1:1-1-0 2:1-1-0 3:0-1-0");
    add_board(db, (struct sample){ "one", "ldd", NOW, false, false });
    assert_standings(db, "one", "2:1-1-1 1:1-2-0 3:0-1-1");
    /* Of who was forgotten only the others' results are told. */
    player_forget(db, bob, 1);
    assert_standings(db, "one", "1:1-2-0 3:0-1-1");
    scratch_commit(scratch);
}

static void assert_listed(struct db *db, int limit, const char *expected)
{
    g_autoptr(GPtrArray) names = player_names_listed(db, limit);
    g_ptr_array_add(names, NULL);
    g_autofree char *text = g_strjoinv(" ", (char **)names->pdata);
    g_assert_cmpstr(text, ==, expected);
}

static void test_listed(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_players(db);
    player_acted(db, carl, 10);
    player_acted(db, bob, 12);
    player_acted(db, ann, 10);
    assert_listed(db, 3, "ann bob carl");
    assert_listed(db, 2, "bob ann");
    player_sign_off(db, bob, NOW);
    g_autoptr(Player) away = player_by_id(db, bob);
    g_assert_cmpint(away->signed_off, ==, NOW);
    g_assert_cmpint(player_count_listed(db), ==, 2);
    assert_listed(db, 2, "ann carl");
    assert_listed(db, 1, "ann");
    player_sign_off(db, bob, 0);
    player_forget(db, carl, 1);
    g_autoptr(Player) back = player_by_id(db, bob);
    g_assert_cmpint(back->signed_off, ==, 0);
    g_assert_cmpint(player_count_listed(db), ==, 2);
    assert_listed(db, 2, "ann bob");
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/results/history", test_history);
    scratch_test("/results/running", test_running);
    scratch_test("/results/private-players", test_private_players);
    scratch_test("/results/standings", test_standings);
    scratch_test("/results/listed", test_listed);
    return g_test_run();
}
