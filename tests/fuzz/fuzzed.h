/*
 * fuzzed.h: from the bytes of a fuzzer to a position of a game.
 *
 * An input of the targets that play games begins with three lines:
 *
 *   halma                 the game; any other word picks one too
 *   size=10 players=4     words of options; those that are refused are left out
 *   2222..../... 1        a position; empty: the set-up; "@": the set-up, some
 *                         characters of whose text are changed
 *
 * A line "@" is followed by pairs of bytes up to "@@", of which each changes
 * one character. The rest of the input is for the target to read.
 *
 * With FUZZ_GAME in the environment the game is that one, whatever the first
 * line says.
 */
#ifndef POSTMOVE_FUZZED_H
#define POSTMOVE_FUZZED_H

#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "match/options.h"
#include "render/speech.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern const struct game game_tictactoe;

enum {
    LIST_MAX = 8192,      /* moves of a position */
    POSITION_TEXT = 2048, /* bytes of a position's text, NUL included */
    CHANGES_MAX = 40,
};

struct input {
    const uint8_t *at, *end;
};

static inline int input_byte(struct input *input)
{
    return input->at < input->end ? *input->at++ : 0;
}

/* The bytes up to a line end, or to the first 0 among them. Free with g_free. */
static inline char *input_line(struct input *input)
{
    const uint8_t *start = input->at;
    while (input->at < input->end && *input->at != '\n') {
        input->at++;
    }
    char *line = g_strndup((const char *)start, (gsize)(input->at - start));
    input->at += input->at < input->end;
    return line;
}

/* ---- games ---- */

static inline const struct game *fuzzed_game_named(const char *name)
{
    return g_str_equal(name, game_tictactoe.name) ? &game_tictactoe : registry_find(name);
}

static inline const struct game *fuzzed_game(const char *word)
{
    const char *wanted = g_getenv("FUZZ_GAME");
    const struct game *game = fuzzed_game_named(wanted != NULL ? wanted : word);
    if (wanted != NULL && game == NULL) {
        g_error("FUZZ_GAME: no game %s", wanted);
    }
    return game != NULL ? game
                        : registry_games[g_str_hash(word) %
                                         g_strv_length((char **)(uintptr_t)registry_names())];
}

/* The words of the program, or NULL for the example, which has none there. */
static inline const struct words *fuzzed_words(const struct game *game)
{
    static struct words *words;
    if (words == NULL) {
        words = words_load("templates", NULL);
        g_assert_nonnull(words);
    }
    return registry_find(game->name) != NULL ? words : NULL;
}

/* ---- options ---- */

static inline void fuzzed_options(struct options *options, const struct game *game,
                                  const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    const char *key = NULL;
    options_init(options, game);
    for (char **word = words; *word != NULL; word++) {
        g_autofree char *asked = g_strdup_printf("-%s", *word);
        options_word(options, game, **word == '-' ? *word : asked, &key);
    }
}

/* ---- positions ---- */

/* Text of the position with the changes that the input makes. Free with g_free. */
static inline char *fuzzed_change(const struct game *game, const struct position *position,
                                  struct input *input)
{
    char buffer[POSITION_TEXT];
    struct text text = text_in(buffer, sizeof buffer);
    game->encode(position, &text);
    g_autofree char *alphabet = g_strconcat(buffer, "0123456789-,./ *", NULL);
    const size_t letters = strlen(alphabet);
    for (int i = 0; i < CHANGES_MAX && input->at < input->end; i++) {
        const int where = input_byte(input), what = input_byte(input);
        if (where == '@' && what == '@') {
            break;
        }
        /* Two bytes reach 256 characters; the text may be longer. */
        buffer[(size_t)(where + 256 * (what >> 7)) % text.length] =
            alphabet[(size_t)(what * 7) % letters];
    }
    return g_strdup(buffer);
}

#endif
