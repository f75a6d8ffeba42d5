#include "language/loose.h"

#include <string.h>

#include "language/line.h"
#include "language/names.h"

/* The command that some write in two words. "sign off" is none: what takes
 * something away is never corrected. */
static const char parted[] = "signup";
static const char parted_first[] = "sign";
static const char parted_second[] = "up";

char *loose_join(const char *text)
{
    g_auto(Plain) plain = { 0 };
    struct line line;
    plain_read(text, -1, &plain);
    line_split_plain(&plain, &line);
    if (line.count < 2 || !word_is(line.word[0], parted_first) ||
        !word_is(line_bare(&line, 1), parted_second)) {
        return NULL;
    }
    g_autofree char *rest = line_written_rest(&line, 2);
    return g_strconcat(parted, " ", rest, NULL);
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

/* The line with its word `from` before all others; a text behind that is as
 * written, however long. */
static char *lead_with(const struct line *line, size_t from)
{
    struct word word = line_bare(line, from);
    g_autofree char *rest = line_written_rest(line, from + 1);
    g_autofree char *led = g_strndup(word.start, word.length);
    g_autofree char *before = line_written_part(line, 0, from);
    return g_strconcat(led, " ", before, rest, NULL);
}

char *loose_order(const struct grammar_context *context, const struct command_row *row,
                  const char *text)
{
    g_auto(Plain) plain = { 0 };
    struct line line;
    plain_read(text, -1, &plain);
    line_split_plain(&plain, &line);
    if (line.count < 2) {
        return NULL;
    }
    bool command_first = names_command(line_bare(&line, 0)) == row;
    if (command_first == game_leads(row)) {
        size_t from = command_first ? find_game(context, &line, 1) : 1;
        return from < line.count ? lead_with(&line, from) : NULL;
    }
    return NULL;
}
