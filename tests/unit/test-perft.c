/* Counting turns. */
#include <glib.h>

#include "match/match.h"
#include "match/perft.h"

extern const struct game game_tictactoe, game_corridor;

static struct match *begin(const struct game *game, const char *option, const char *from)
{
    struct options options;
    struct note note;
    const char *key = NULL;
    options_init(&options, game);
    g_assert_true(option == NULL || options_word(&options, game, option, &key));
    struct match *match = match_new(game, &options, from, &note);
    g_assert_nonnull(match);
    return match;
}

static void test_tictactoe(void)
{
    static const guint64 counts[] = {
        1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0
    };
    g_autoptr(Match) match = begin(&game_tictactoe, NULL, NULL);
    for (int depth = 0; depth < (int)G_N_ELEMENTS(counts); depth++) {
        g_assert_cmpuint(perft(match->game, &match->now, depth, false), ==, counts[depth]);
    }
    g_assert_cmpuint(perft(match->game, &match->now, 4, true), ==, counts[4]);
}

static void test_finished(void)
{
    g_autoptr(Match) match = begin(&game_tictactoe, NULL, "111/22./... 2 0");
    g_assert_cmpuint(perft(match->game, &match->now, 0, false), ==, 1);
    g_assert_cmpuint(perft(match->game, &match->now, 1, false), ==, 0);
    g_assert_cmpuint(perft(match->game, &match->now, 1, true), ==, 0);
}

/* 1...2, two steps a turn: b1 a1, b1 c1 for the first seat; after b1-a1 the
 * second has two turns, after b1-c1 only d1-e1. */
static void test_two_decisions(void)
{
    g_autoptr(Match) match = begin(&game_corridor, "-double", NULL);
    g_assert_cmpuint(perft(match->game, &match->now, 1, false), ==, 2);
    g_assert_cmpuint(perft(match->game, &match->now, 1, true), ==, 1);
    g_assert_cmpuint(perft(match->game, &match->now, 2, false), ==, 3);
    g_assert_cmpuint(perft(match->game, &match->now, 2, true), ==, 2);
    g_assert_cmpuint(perft(match->game, &match->now, 4, true), ==, 3);
}

static void test_half_played(void)
{
    g_autoptr(Match) match = begin(&game_corridor, "-double", ".1..2 1 1");
    g_assert_cmpuint(perft(match->game, &match->now, 1, false), ==, 2);
    g_assert_cmpuint(perft(match->game, &match->now, 2, false), ==, 3);
}

static void test_pass_counts(void)
{
    g_autoptr(Match) match = begin(&game_corridor, NULL, "12... 1 1");
    g_assert_cmpuint(perft(match->game, &match->now, 1, false), ==, 1);
    g_assert_cmpuint(perft(match->game, &match->now, 3, false), ==, 1);
}

static void assert_share(GArray *shares, guint at, const char *turn, guint64 count)
{
    const struct perft_share *share = &g_array_index(shares, struct perft_share, at);
    g_assert_cmpstr(share->turn, ==, turn);
    g_assert_cmpuint(share->count, ==, count);
}

static void test_divide(void)
{
    g_autoptr(Match) match = begin(&game_tictactoe, NULL, "12./21./... 1 0");
    g_autoptr(GArray) shares = perft_divide(match->game, &match->now, 2, false);
    g_assert_cmpuint(shares->len, ==, 5);
    assert_share(shares, 0, "a1", 4);
    assert_share(shares, 2, "c1", 0); /* wins */
    assert_share(shares, 4, "c3", 4);

    g_autoptr(Match) corridor = begin(&game_corridor, "-double", NULL);
    g_autoptr(GArray) turns = perft_divide(corridor->game, &corridor->now, 2, false);
    g_assert_cmpuint(turns->len, ==, 2);
    assert_share(turns, 0, "b1,a1", 2);
    assert_share(turns, 1, "b1,c1", 1);
    g_autoptr(GArray) steps = perft_divide(corridor->game, &corridor->now, 3, true);
    g_assert_cmpuint(steps->len, ==, 1);
    assert_share(steps, 0, "b1", 2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/perft/tictactoe", test_tictactoe);
    g_test_add_func("/perft/finished", test_finished);
    g_test_add_func("/perft/two-decisions", test_two_decisions);
    g_test_add_func("/perft/half-played", test_half_played);
    g_test_add_func("/perft/pass", test_pass_counts);
    g_test_add_func("/perft/divide", test_divide);
    return g_test_run();
}
