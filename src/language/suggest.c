#include "language/suggest.h"

#include <string.h>

size_t suggest_distance(struct word word, const char *other)
{
    size_t length = strlen(other);
    if (word.length > SUGGEST_LETTERS_MAX || length > SUGGEST_LETTERS_MAX) {
        return SUGGEST_LETTERS_MAX;
    }
    size_t cost[SUGGEST_LETTERS_MAX + 1][SUGGEST_LETTERS_MAX + 1];
    for (size_t i = 0; i <= word.length; i++) {
        for (size_t j = 0; j <= length; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const char one = g_ascii_tolower(word.start[i - 1]);
            const char two = g_ascii_tolower(other[j - 1]);
            size_t least = cost[i - 1][j - 1] + (one == two ? 0 : 1);
            least = MIN(least, cost[i - 1][j] + 1);
            least = MIN(least, cost[i][j - 1] + 1);
            if (i > 1 && j > 1 && one == g_ascii_tolower(other[j - 2]) &&
                two == g_ascii_tolower(word.start[i - 2])) {
                least = MIN(least, cost[i - 2][j - 2] + 1);
            }
            cost[i][j] = least;
        }
    }
    return cost[word.length][length];
}

/* The distance to the nearest of a row's words. */
static size_t row_distance(struct word word, const struct command_row *row)
{
    size_t least = suggest_distance(word, row->name);
    for (int i = 0; row->aliases != NULL && row->aliases[i] != NULL; i++) {
        least = MIN(least, suggest_distance(word, row->aliases[i]));
    }
    return least;
}

/* How wrong a word of that length may be and still be recognised. */
static size_t near_enough(size_t length)
{
    return length < 3 ? 0 : length < 6 ? 1 : 2;
}

const struct command_row *suggest_any_command(struct word word)
{
    const struct command_row *nearest = NULL;
    size_t least = near_enough(word.length) + 1;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        size_t distance = row_distance(word, row);
        if (distance < least) {
            least = distance;
            nearest = row;
        }
    }
    return nearest;
}

const struct command_row *suggest_command(struct word word)
{
    const struct command_row *nearest = suggest_any_command(word);
    return nearest != NULL && nearest->exact ? NULL : nearest;
}

const struct command_row *suggest_for_line(const char *text)
{
    enum { WORDS_MOST = 2 };
    struct line line;
    line_split(text, &line);
    if (line.count == 0 || line.count > WORDS_MOST) {
        return NULL;
    }
    const struct command_row *near = suggest_command(line_bare(&line, 0));
    return near != NULL && near->reply != 0 ? near : NULL;
}

const char *suggest_game(const struct grammar_context *context, struct word word)
{
    const char *nearest = NULL;
    size_t least = near_enough(word.length) + 1;
    for (int i = 0; context->games[i] != NULL; i++) {
        size_t distance = suggest_distance(word, context->games[i]);
        if (distance < least) {
            least = distance;
            nearest = context->games[i];
        }
    }
    return nearest;
}
