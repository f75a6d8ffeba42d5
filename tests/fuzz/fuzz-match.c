/* Any bytes as options, as a position and as lines of play. The first letter
 * picks the game; the first line is options, the second a position (empty:
 * the set-up), the rest are turns. What is accepted must replay. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "match/match.h"
#include "match/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern const struct game game_tictactoe, game_corridor;

enum { LINES_MAX = 60 };

static const struct game *game_of(uint8_t pick)
{
    switch (pick % 4) {
    case 0:
        return &game_tictactoe;
    case 1:
        return &game_corridor;
    default:
        return registry_games[0];
    }
}

static void check_options(const struct options *options, const struct game *game)
{
    struct options again;
    const char *key = NULL;
    g_autofree char *text = options_text(options, game);
    g_assert_true(options_read(&again, game, text, &key));
    g_autofree char *same = options_text(&again, game);
    g_assert_cmpstr(same, ==, text);
}

static struct match *match_of(const struct game *game, const char *words, const char *from)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    struct options options;
    struct note note;
    const char *key = NULL;
    options_init(&options, game);
    for (char **word = list; *word != NULL; word++) {
        options_word(&options, game, *word, &key);
    }
    check_options(&options, game);
    return match_new(game, &options, *from != '\0' ? from : NULL, &note);
}

static void check_line(struct match *match, const char *line)
{
    g_auto(Ruling) ruling = { 0 };
    guint turns = match->turns->len;
    bool reads = match_reads_as_turn(match, line);
    if (match_play(match, match_actor(match), line, &ruling) == VERDICT_PLAYED) {
        g_assert_true(reads);
        g_assert_cmpuint(match->turns->len, ==, turns + 1);
        match_pass(match);
    } else {
        g_assert_nonnull(ruling.note.key);
        g_assert_cmpuint(match->turns->len, ==, turns);
    }
    g_assert_cmpuint(ruling.choices->len, <=, CHOICES_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    g_autofree char *bytes = g_strndup((const char *)data + 1, size - 1);
    g_auto(GStrv) lines = g_strsplit(bytes, "\n", LINES_MAX);
    const struct game *game = game_of(data[0]);
    if (g_strv_length(lines) < 3) {
        return 0;
    }
    g_autoptr(Match) match = match_of(game, lines[0], lines[1]);
    if (match == NULL) {
        return 0;
    }
    for (char **line = lines + 2; *line != NULL; line++) {
        check_line(match, *line);
    }
    g_autoptr(Match) again = match_at(match, match->turns->len);
    g_assert_nonnull(again);
    g_autofree char *position = match_position(match);
    g_autofree char *same = match_position(again);
    g_assert_cmpstr(position, ==, same);
    return 0;
}
