/*
 * Fifty random games of each main set of options, for every game. A game that has no row below is
 * walked with each value of each of its options in turn.
 *
 *   test-walks                      all games
 *   test-walks -p /walks/halma      those of one game
 *
 * WALKS in the environment is another number of games for each row.
 */
#include "walk.h"

static const struct long_walk {
    const char *game, *options;
} rows[] = {
    { "halma", "" },
    { "halma", "size=10" },
    { "halma", "size=16" },
    { "halma", "players=4" },
    { "halma", "size=10 players=4" },
    { "halma", "size=16 players=4" },
    { "halma", "super=1" },

    { "embargo", "" },
    { "embargo", "yard=4" },
    { "embargo", "tunnel=one" },
    { "embargo", "tunnel=off" },
    { "embargo", "players=3" },
    { "embargo", "players=4" },
    { "embargo", "players=4 teams=1" },

    { "chinesecheckers", "" },
    { "chinesecheckers", "super=1" },
    { "chinesecheckers", "unused=filled" },
    { "chinesecheckers", "players=3" },
    { "chinesecheckers", "players=4" },
    { "chinesecheckers", "players=6" },
    { "chinesecheckers", "players=3 sets=2" },
    { "chinesecheckers", "sets=3" },

    { "emergo", "" },
    { "emergo", "size=7" },
    { "emergo", "setup=1" },
    { "emergo", "stalemate=draw" },

    { "entrapment", "" },
    { "entrapment", "stick=1" },
    { "entrapment", "fast=1" },
    { "entrapment", "roamers=4" },
    { "entrapment", "barriers=8" },
    { "entrapment", "barriers=35" },
    { "entrapment", "stick=1 roamers=4" },
    { "entrapment", "stick=1 selfforce=1" },
};

static void walk_setup(const struct game *game, const struct setup *setup)
{
    int walks = (int)number_from("WALKS", 50);
#ifdef __SANITIZE_ADDRESS__
    walks /= 5; /* it is slow */
#endif
    take_walks(game, setup, walks, PLIES);
}

static void walk_row(gconstpointer data)
{
    const struct long_walk *row = data;
    const struct game *game = game_named(row->game);
    const struct setup setup = setup_for(game, row->options);
    walk_setup(game, &setup);
}

/* The options of a game without a row. */
static void walk_options(gconstpointer data)
{
    const struct game *game = data;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_str_equal(rows[i].game, game->name)) {
            return;
        }
    }
    games_setups_each(game, walk_setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    games_test_each("/walks/%s/each-option", walk_options);
    for (const struct long_walk *row = rows; row < rows + G_N_ELEMENTS(rows); row++) {
        g_autofree char *test = g_strdup_printf("/walks/%s/options:%s", row->game, row->options);
        g_test_add_data_func(test, row, walk_row);
    }
    return g_test_run();
}
