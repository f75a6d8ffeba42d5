/* Any bytes as lines of play. The first line is the game, the second options,
 * the third a position (empty: the set-up), the rest are turns. What is accepted
 * must replay. */
#include "fuzzed.h"

#include "match/match.h"

extern const struct game game_corridor;

enum { LINES_MAX = 60 };

/* One game here has turns of two decisions. */
static const struct game *game_of(const char *name)
{
    return g_str_equal(name, game_corridor.name) ? &game_corridor : fuzzed_game(name);
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
    g_autofree char *bytes = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(bytes, "\n", LINES_MAX);
    if (g_strv_length(lines) < 4) {
        return 0;
    }
    g_autoptr(Match) match = match_of(game_of(lines[0]), lines[1], lines[2]);
    if (match == NULL) {
        return 0;
    }
    for (char **line = lines + 3; *line != NULL; line++) {
        check_line(match, *line);
    }
    g_autoptr(Match) again = match_at(match, match->turns->len);
    g_assert_nonnull(again);
    g_autofree char *position = match_position(match);
    g_autofree char *same = match_position(again);
    g_assert_cmpstr(position, ==, same);
    return 0;
}
