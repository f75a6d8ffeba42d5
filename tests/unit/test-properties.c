/*
 * Random games with every value of every option, every number of seats, and
 * that all of them have words. test-walks.c takes longer ones.
 */
#include "walk.h"

enum { SHORT_WALKS = 3, SHORT_PLIES = 300 };

/* A game has a title, every option its line, "-size=8, 10 or 16: ...", and every kind
 * of piece its name. */
static void table_has_words(const struct game *game)
{
    struct walk walk = { .game = game, .words = load_words(game->name) };
    has_words(&walk, "title");
    for (const struct option *option = game_options(game); option->name != NULL; option++) {
        g_autofree char *key = g_strconcat("option-", option->name, NULL);
        has_words(&walk, key);
    }
    g_key_file_free(walk.words);
}

/* Who calls one of its seats something calls each so, as many as can play. */
static void seats_have_words(const struct game *game)
{
    g_autoptr(GKeyFile) words = load_words(game->name);
    int named = 0, most = 0;
    for (int seat = 1; seat <= SEATS_MAX; seat++) {
        g_autofree char *key = g_strdup_printf("seat-%d", seat);
        named += g_key_file_has_key(words, game->name, key, NULL) << seat;
        most = game->seats >> (seat - 1) & 1 ? seat : most;
    }
    if (named != 0) {
        g_assert_cmpint(named, ==, (2 << most) - 2);
    }
}

static void walk_setup(const struct game *game, const struct setup *setup)
{
    take_walks(game, setup, SHORT_WALKS, SHORT_PLIES);
}

static void walk_short(gconstpointer data)
{
    const struct game *game = data;
    table_has_words(game);
    seats_have_words(game);
    games_setups_each(game, walk_setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    games_test_each("/properties/%s/options", walk_short);
    return g_test_run();
}
