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
    has_words(&walk, "the words", "title");
    for (const struct option *option = game_options(game); option->name != NULL; option++) {
        g_autofree char *key = g_strconcat("option-", option->name, NULL);
        has_words(&walk, "options", key);
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

/* An option that is looked at, the first positions (GBytes) of its values in one set-up, and the
 * most that they were. */
static struct {
    size_t index;
    GHashTable *starts;
    guint most;
} looked;

static void add_start(const struct game *game, const struct setup *setup)
{
    struct position start;
    struct note note;
    if (game->setup(&start, setup, &note)) {
        g_hash_table_add(looked.starts, g_bytes_new(start.bytes, game->size));
    }
}

static void count_starts(const struct game *game, const struct setup *setup)
{
    looked.starts =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    games_values_each(game, *setup, looked.index, add_start);
    looked.most = MAX(looked.most, g_hash_table_size(looked.starts));
    g_hash_table_unref(looked.starts);
}

/* A position knows its rules: with whatever other option, two values of each option begin with
 * positions that differ. */
static void options_matter(const struct game *game)
{
    for (size_t i = 0; game_options(game)[i].name != NULL; i++) {
        const struct option *option = &game_options(game)[i];
        const bool one = option->kind == OPTION_WORD
                             ? option->words[1] == NULL
                             : option->least > 0 && option->least == option->most;
        looked.index = i;
        looked.most = one || option->kind == OPTION_ALIAS ? 2 : 0;
        games_setups_each(game, count_starts);
        if (looked.most < 2) {
            g_error("games/%s.c: setup: the option %s changes nothing in the first position",
                    game->name, option->name);
        }
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
    options_matter(game);
    games_setups_each(game, walk_setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    games_test_each("/properties/%s/options", walk_short);
    return g_test_run();
}
