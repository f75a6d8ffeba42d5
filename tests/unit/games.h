/*
 * games.h: finding and setting up games in tests.
 *
 * The games of the registry, and the two of tests/games that are not in it.
 */
#ifndef POSTMOVE_TEST_GAMES_H
#define POSTMOVE_TEST_GAMES_H

#include <glib.h>
#include <string.h>

#include "match/match.h"
#include "match/options.h"
#include "render/phrase.h"

extern const struct game game_tictactoe, game_corridor;

/* Fails with the name of an entry of the game's table that may not be NULL, and is. */
static inline void game_is_whole(const struct game *game)
{
    const struct {
        const char *name;
        bool there;
    } entries[] = {
        { "setup", game->setup != NULL },   { "actor", game->actor != NULL },
        { "moves", game->moves != NULL },   { "check", game->check != NULL },
        { "apply", game->apply != NULL },   { "leave", game->leave != NULL },
        { "result", game->result != NULL }, { "parse", game->parse != NULL },
        { "print", game->print != NULL },   { "draw", game->draw != NULL },
        { "decode", game->decode != NULL }, { "encode", game->encode != NULL },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(entries); i++) {
        if (!entries[i].there) {
            g_error("games/%s.c: %s: it is not in the game's table", game->name, entries[i].name);
        }
    }
}

static inline const struct game *game_named(const char *name)
{
    const struct game *game = registry_find(name);
    if (game == NULL && g_str_equal(name, game_tictactoe.name)) {
        game = &game_tictactoe;
    }
    g_assert_nonnull(game);
    game_is_whole(game);
    return game;
}

/* Adds a test of every game, tic-tac-toe too, under the path with its name for
 * %s. */
static inline void games_test_each(const char *path, GTestDataFunc test)
{
    g_auto(GStrv) parts = g_strsplit(path, "%s", 2);
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        g_autofree char *name = g_strconcat(parts[0], (*game)->name, parts[1], NULL);
        g_test_add_data_func(name, *game, test);
    }
    g_autofree char *name = g_strconcat(parts[0], game_tictactoe.name, parts[1], NULL);
    g_test_add_data_func(name, &game_tictactoe, test);
}

/* Options as canonical text, "size=10 players=4". */
static inline struct setup setup_for(const struct game *game, const char *text)
{
    struct options options;
    const char *reason = NULL;
    options_init(&options, game);
    if (!options_read(&options, game, text, &reason)) {
        g_error("%s: \"%s\": %s", game->name, text, reason);
    }
    return options.setup;
}

/* Calls `use` with each value of one option that matters: all of a few, the least, the middle
 * and the most of a number. */
static inline void games_values_each(const struct game *game, struct setup setup, size_t index,
                                     void (*use)(const struct game *, const struct setup *))
{
    const struct option *option = &game_options(game)[index];
    int least = 0, most = 1, step = 1;
    if (option->kind == OPTION_ALIAS) {
        return;
    }
    if (option->kind == OPTION_WORD) {
        for (most = 0; option->words[most + 1] != NULL; most++) {
        }
    } else if (option->kind == OPTION_NUMBER) {
        least = option->least;
        most = option->most;
        step = MAX((most - least) / 2, 1);
    }
    for (int value = least; value <= most; value += step) {
        setup.value[index] = (int16_t)value;
        use(game, &setup);
    }
}

/* Calls `use` with set-ups of a game: its defaults for each number of seats, and each option
 * in turn. */
static inline void games_setups_each(const struct game *game,
                                     void (*use)(const struct game *, const struct setup *))
{
    game_is_whole(game);
    for (int seats = 1; seats <= SEATS_MAX; seats++) {
        if ((game->seats >> (seats - 1) & 1) == 0) {
            continue;
        }
        struct setup setup = setup_for(game, "");
        setup.seats = (uint8_t)seats;
        use(game, &setup);
        for (size_t i = 0; game_options(game)[i].name != NULL; i++) {
            games_values_each(game, setup, i, use);
        }
    }
}

/* The position of a text. Its bytes are not 0 before, so that a byte which decode forgets is
 * noticed. */
static inline struct position position_of(const struct game *game, const char *options,
                                          const char *text)
{
    const struct setup setup = setup_for(game, options);
    struct position position;
    struct note note = { .key = NULL };
    struct scan scan = scan_over(text);
    memset(&position, 0xa5, sizeof position);
    if (!game->decode(&position, &setup, &scan, &note)) {
        g_error("%s: %s", text, note.key);
    }
    return position;
}

/* What seats are called, as a diagram takes it, by up to SEATS_MAX texts; good until the next
 * call. */
static inline struct phrase *const *seats_named(const char *const *texts, size_t count)
{
    static struct phrase *names[SEATS_MAX];
    for (size_t i = 0; i < SEATS_MAX; i++) {
        phrase_unref(names[i]);
        names[i] = i < count ? phrase_text(texts[i]) : NULL;
    }
    return names;
}

/* A match with options as in a command line, "-size=10", from a position text or,
 * if that is NULL, from the first position. */
static inline struct match *match_begun(const struct game *game, const char *words,
                                        const char *from)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    struct options options;
    struct note note;
    const char *key = NULL;
    options_init(&options, game);
    for (char **word = list; *word != NULL; word++) {
        g_assert_true(options_word(&options, game, *word, &key));
    }
    struct match *match = match_new(game, &options, from, &note);
    g_assert_nonnull(match);
    return match;
}

static inline bool is_listed(const struct move *list, size_t count, const struct move *move)
{
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&list[i], move, sizeof *move) == 0) {
            return true;
        }
    }
    return false;
}

static inline char *position_text(const struct game *game, const struct position *position)
{
    char buffer[1024];
    struct text text = text_in(buffer, sizeof buffer);
    game->encode(position, &text);
    g_assert_false(text.cut);
    return g_strdup(buffer);
}

static inline char *move_text(const struct game *game, const struct position *position,
                              const struct move *move)
{
    char buffer[1024];
    struct text text = text_in(buffer, sizeof buffer);
    game->print(position, move, &text);
    g_assert_false(text.cut);
    return g_strdup(buffer);
}

/* `key` and its arguments: "taken f5 player-2". */
static inline char *note_text(const struct note *note)
{
    GString *text = g_string_new(note->key);
    for (size_t i = 0; i < NOTE_ARGUMENTS; i++) {
        const struct argument *argument = &note->argument[i];
        if (argument->kind == ARGUMENT_NUMBER) {
            g_string_append_printf(text, " %d", argument->value);
        } else if (argument->kind == ARGUMENT_SEAT) {
            g_string_append_printf(text, " player-%d", argument->value + 1);
        } else if (argument->kind == ARGUMENT_CELL) {
            g_string_append_printf(text, " %s", argument->text);
        }
    }
    return g_string_free(text, FALSE);
}

#endif
