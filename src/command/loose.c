#include "command/loose.h"

#include <string.h>

#include "command/line.h"
#include "command/names.h"

/* Commands that some write in two words. */
static const struct {
    const char *second;
    const char *whole;
} parted[] = { { "up", "signup" }, { "off", "signoff" } };

static const char parted_first[] = "sign";

char *loose_join(const char *text)
{
    struct line line;
    line_split(text, &line);
    if (line.count < 2 || !word_is(line.word[0], parted_first)) {
        return NULL;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(parted); i++) {
        if (word_is(line_bare(&line, 1), parted[i].second)) {
            g_autofree char *rest = line_rest(&line, 2);
            return g_strconcat(parted[i].whole, " ", rest, NULL);
        }
    }
    return NULL;
}

/* The first word from `from` on that is the whole name of a game; `count` of the
 * line: none. */
static size_t find_game(const struct grammar_context *context, const struct line *line, size_t from)
{
    size_t at = from;
    while (at < line->count && word_among(line_bare(line, at), context->games) < 0) {
        at++;
    }
    return at;
}

/* Whether a form of the row has a game before the command. */
static bool game_leads(const struct command_row *row)
{
    for (int i = 0; row->forms[i] != NULL; i++) {
        if (g_str_has_prefix(row->forms[i], "GAME ") ||
            g_str_has_prefix(row->forms[i], "[GAME] ")) {
            return true;
        }
    }
    return false;
}

/* The line's words with the one at `from` before the one at `to`, which comes
 * earlier. */
static char *move_word(const struct line *line, size_t from, size_t to)
{
    GString *moved = g_string_new(NULL);
    for (size_t i = 0; i < line->count; i++) {
        if (i == to) {
            struct word word = line_bare(line, from);
            g_string_append_len(moved, word.start, (gssize)word.length);
            g_string_append_c(moved, ' ');
        }
        if (i != from) {
            g_string_append_len(moved, line->word[i].start, (gssize)line->word[i].length);
            g_string_append_c(moved, ' ');
        }
    }
    return g_string_free(moved, FALSE);
}

char *loose_order(const struct grammar_context *context, const struct command_row *row,
                  const char *text)
{
    struct line line;
    line_split(text, &line);
    if (line.count < 2) {
        return NULL;
    }
    bool command_first = names_command(line_bare(&line, 0)) == row;
    if (command_first == game_leads(row)) {
        size_t from = command_first ? find_game(context, &line, 1) : 1;
        return from < line.count ? move_word(&line, from, 0) : NULL;
    }
    return NULL;
}
