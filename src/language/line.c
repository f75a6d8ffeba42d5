#include "language/line.h"

#include <string.h>

#include "base/plain.h"

/* True for blanks and control characters; 0 does not occur inside a text. */
static bool parts_words(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7f;
}

void line_read(const char *written, struct line *line)
{
    plain_read(written, -1, &line->plain);
    const char *at = line->plain.text, *end = at + strlen(at);
    while (end > at && parts_words(end[-1])) {
        end--;
    }
    line->count = 0;
    line->end = end;
    while (at < end && line->count < LINE_WORDS_MAX) {
        const char *start = at;
        while (at < end && !parts_words(*at)) {
            at++;
        }
        if (at > start) {
            line->word[line->count++] = (struct word){ start, (size_t)(at - start) };
        }
        at++;
    }
}

void line_clear(struct line *line)
{
    plain_clear(&line->plain);
}

char *line_rest(const struct line *line, size_t first)
{
    const char *start = first < line->count ? line->word[first].start : line->end;
    return g_utf8_make_valid(start, line->end - start);
}

char *line_written(const struct line *line, size_t first, size_t end)
{
    const char *start = first < line->count ? line->word[first].start : line->end;
    const char *stop = end < line->count ? line->word[end].start : line->end;
    return plain_written(&line->plain, start, (size_t)(stop - start));
}

char *line_masked(const struct line *line, size_t secret, size_t count, const char *mask)
{
    GString *shown = g_string_new(NULL);
    const char *at = line->word[0].start;
    for (size_t i = secret; i < secret + count; i++) {
        const struct word word = line->word[i];
        plain_append_written(shown, &line->plain, at, (size_t)(word.start - at));
        g_string_append(shown, mask);
        at = word.start + word.length;
    }
    plain_append_written(shown, &line->plain, at, (size_t)(line->end - at));
    return g_string_free(shown, FALSE);
}

/* The word without a full stop or `!` at its end. */
static struct word word_bare(struct word word)
{
    const bool ends = word.length > 1 && strchr(".!", word.start[word.length - 1]) != NULL;
    return (struct word){ word.start, word.length - (ends ? 1 : 0) };
}

struct word line_bare(const struct line *line, size_t index)
{
    return index + 1 == line->count ? word_bare(line->word[index]) : line->word[index];
}

char *word_copy(struct word word, size_t most)
{
    char *copy = g_utf8_make_valid(word.start, (gssize)word.length);
    plain_cut(copy, most);
    return copy;
}

/* True if `whole` begins with the word, without regard to case. */
static bool word_begins(struct word word, const char *whole)
{
    return g_ascii_strncasecmp(word.start, whole, word.length) == 0;
}

bool word_is(struct word word, const char *other)
{
    return word_begins(word, other) && other[word.length] == '\0';
}

gint64 word_number(struct word word)
{
    enum { DIGITS_MOST = 9 };
    const bool digits = word.length > 0 && word.length <= DIGITS_MOST &&
                        strspn(word.start, "0123456789") == word.length;
    return digits ? g_ascii_strtoll(word.start, NULL, 10) : -1;
}

int word_among(struct word word, const char *const *list)
{
    for (int i = 0; list[i] != NULL; i++) {
        if (word_is(word, list[i])) {
            return i;
        }
    }
    return -1;
}

struct word word_over(const char *text)
{
    return (struct word){ .start = text, .length = strlen(text) };
}

/* ---- what a word can be ---- */

enum { GAME_LETTERS_LEAST = 3, COMMAND_LETTERS_LEAST = 4 };

const char *names_game(const struct grammar_context *context, struct word word)
{
    const char *found = NULL;
    int count = 0;
    for (const char *const *game = context->games; *game != NULL; game++) {
        if (word_is(word, *game)) {
            return *game;
        }
        if (word.length >= GAME_LETTERS_LEAST && word_begins(word, *game)) {
            found = *game;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

bool names_in_full(struct word word, const struct command_row *row)
{
    return word_is(word, row->name) || word_among(word, row->aliases) >= 0;
}

const struct command_row *names_command(struct word word)
{
    const bool may_be_cut = word.length >= COMMAND_LETTERS_LEAST;
    const struct command_row *found = NULL;
    int count = 0;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (names_in_full(word, row)) {
            return row;
        }
        if (may_be_cut && row->forms[0] != NULL && word_begins(word, row->name)) {
            found = row->exact ? NULL : row;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

size_t names_cells(struct word word)
{
    static const char form[] = "^(?:[a-z]\\d\\d?(?!\\d)(?:[hvneswx](?!\\d))?[[:punct:] ]*+)++\\z";
    const GRegex *kept = pattern_of(form);
    size_t cells = 0;
    if (g_regex_match_full(kept, word.start, (gssize)word.length, 0, 0, NULL, NULL)) {
        for (size_t i = 1; i < word.length; i++) {
            cells += g_ascii_isdigit(word.start[i]) && g_ascii_isalpha(word.start[i - 1]) ? 1 : 0;
        }
    }
    return cells;
}

const char *names_player_fault(const struct grammar_context *context, struct word word)
{
    static const char allowed[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-";
    if (word.length < 2 || word.length > GRAMMAR_NAME_MAX || !g_ascii_isalpha(*word.start) ||
        strspn(word.start, allowed) < word.length) {
        return "name-form";
    }
    /* A whole word of the language, or a cell. */
    const struct command_row *row = names_command(word);
    const bool reserved = (row != NULL && names_in_full(word, row)) || word_is(word, "me") ||
                          word_among(word, grammar_topics) >= 0 ||
                          word_among(word, context->games) >= 0 || names_cells(word) > 0;
    return reserved ? "name-taken-word" : NULL;
}

bool names_ply(struct word *word, gint64 *ply)
{
    const char *sign = memrchr(word->start, '#', word->length);
    if (sign == NULL) {
        return false;
    }
    const size_t before = (size_t)(sign - word->start);
    const bool negative = before + 1 < word->length && sign[1] == '-';
    const size_t taken = before + (negative ? 2 : 1);
    const gint64 number = word_number((struct word){ word->start + taken, word->length - taken });
    word->length = number >= 0 ? before : word->length;
    *ply = negative ? -number : number;
    return number >= 0;
}

bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply)
{
    if (word.length > 0 && word.start[0] == '#') {
        word.start++;
        word.length--;
    }
    if (ply != NULL) {
        *has_ply = names_ply(&word, ply);
    }
    *board = word_number(word);
    return *board > 0;
}

const char *grammar_name_fault(const struct grammar_context *context, const char *name)
{
    static const char former[] = "former-"; /* how players who have left are shown */
    return g_ascii_strncasecmp(name, former, strlen(former)) == 0
               ? "name-taken-word"
               : names_player_fault(context, word_over(name));
}

/* ---- moves ---- */

enum command_id moves_word(const char *text)
{
    static const char *const classic[] = { "propose", "undo", "accept", "reject", "resign", NULL };
    const struct word word = word_bare(word_over(text));
    if (word_is(word, "pass")) {
        return COMMAND_MOVE;
    }
    const struct command_row *row = word_among(word, classic) >= 0 ? names_command(word) : NULL;
    return row != NULL ? row->id : COMMAND_NONE;
}

bool names_turn(const struct grammar_context *context, const char *text)
{
    return context->reads_as_turn != NULL && context->reads_as_turn(context->data, text);
}
