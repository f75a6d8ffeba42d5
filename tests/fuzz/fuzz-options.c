/*
 * Any bytes as options of a game (fuzzed.h tells the form of the first line).
 * Each word of the second is taken as a player types it; the third is read as
 * it would be from the database. What is taken is written down and read back
 * as the same; what is refused changes nothing, and there are words for it. The
 * same goes for options that do not go together; if they do, the first position
 * obeys all laws.
 */
#include "laws.h"

static void key_has_words(const struct game *game, const char *key)
{
    const struct words *words = fuzzed_words(game);
    g_assert_nonnull(key);
    g_assert_true(words == NULL || words_get(words, "match", key) != NULL);
}

static void values_fit(const struct options *options, const struct game *game)
{
    g_assert_true(options_seats_fit(game, options->setup.seats));
    g_assert_true(options->repetition == 0 || (options->repetition >= REPETITION_LEAST &&
                                               options->repetition <= REPETITION_MOST));
    g_assert_true(options->maxply >= 0 && options->maxply <= MAXPLY_MOST);
    for (size_t i = 0; game_options(game)[i].name != NULL; i++) {
        const struct option *option = &game_options(game)[i];
        const int value = options->setup.value[i];
        int least = option->least, most = option->most;
        if (option->kind == OPTION_SWITCH) {
            most = 1;
        } else if (option->kind == OPTION_WORD) {
            most = (int)g_strv_length((char **)(uintptr_t)option->words) - 1;
        } else if (option->kind == OPTION_ALIAS) {
            most = -1;
        }
        g_assert_true(value == OPTION_UNSET || (value >= least && value <= most));
    }
}

static void reads_back(const struct options *options, const struct game *game)
{
    struct options again;
    const char *key = NULL;
    g_autofree char *text = options_text(options, game);
    g_assert_true(options_read(&again, game, text, &key));
    g_autofree char *same = options_text(&again, game);
    g_assert_cmpstr(same, ==, text);
    g_assert_cmpint(memcmp(&again.setup, &options->setup, sizeof again.setup), ==, 0);
    g_assert_true(again.repetition == options->repetition && again.maxply == options->maxply);
}

static void take_words(struct options *options, const struct game *game, const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    options_init(options, game);
    for (char **word = words; *word != NULL; word++) {
        const struct options before = *options;
        const char *key = NULL;
        if (options_word(options, game, *word, &key)) {
            values_fit(options, game);
            reads_back(options, game);
        } else {
            key_has_words(game, key);
            g_assert_cmpint(memcmp(options, &before, sizeof before), ==, 0);
        }
    }
}

/* True if these options of the game come for the first time. */
static bool is_new(const struct options *options, const struct game *game)
{
    static GHashTable *seen;
    if (seen == NULL) {
        seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    g_autofree char *text = options_text(options, game);
    return g_hash_table_add(seen, g_strconcat(game->name, " ", text, NULL));
}

static void set_up(const struct options *options, const struct game *game)
{
    static struct scene scene;
    struct note note = { .key = NULL };
    if (!is_new(options, game)) {
        return;
    }
    scene.game = game;
    scene.setup = options->setup;
    memset(&scene.start, 0xa5, sizeof scene.start);
    const bool fine = game->setup(&scene.start, &scene.setup, &note);
    scene.now = scene.start;
    if (fine) {
        g_assert_null(note.key);
        all_laws(&scene, NULL);
    } else {
        law_of_notes(&scene, &note);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, data + size };
    g_autofree char *name = input_line(&input);
    g_autofree char *words = input_line(&input);
    g_autofree char *stored = input_line(&input);
    const struct game *game = fuzzed_game(name);
    struct options options;
    const char *key = NULL;
    take_words(&options, game, words);
    set_up(&options, game);
    if (options_read(&options, game, stored, &key)) {
        values_fit(&options, game);
        reads_back(&options, game);
        set_up(&options, game);
    } else {
        key_has_words(game, key);
    }
    return 0;
}
