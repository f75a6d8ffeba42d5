#include "language/line.h"

#include <string.h>

/* True for blanks and control characters; 0 does not occur inside a text. */
static bool parts_words(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7f;
}

void line_split(const char *text, struct line *line)
{
    const char *at = text;
    line->plain = (struct plain){ 0 };
    line->count = 0;
    line->end = text + strlen(text);
    while (line->end > text && parts_words(line->end[-1])) {
        line->end--;
    }
    while (line->count < LINE_WORDS_MAX) {
        while (*at != '\0' && parts_words(*at)) {
            at++;
        }
        if (*at == '\0') {
            return;
        }
        struct word *word = &line->word[line->count++];
        word->start = at;
        while (*at != '\0' && !parts_words(*at)) {
            at++;
        }
        word->length = (size_t)(at - word->start);
    }
}

void line_read(const char *written, struct line *line)
{
    struct plain plain;
    plain_read(written, -1, &plain);
    line_split(plain.text, line);
    line->plain = plain;
}

void line_clear(struct line *line)
{
    plain_clear(&line->plain);
}

static char *valid_copy(const char *start, size_t length)
{
    return g_utf8_make_valid(start, (gssize)length);
}

char *line_rest(const struct line *line, size_t first)
{
    if (first >= line->count) {
        return g_strdup("");
    }
    const char *start = line->word[first].start;
    return valid_copy(start, (size_t)(line->end - start));
}

/* Appends a piece of the line as it was written. */
static void append_written(GString *out, const struct line *line, const char *start, size_t length)
{
    if (line->plain.text != NULL) {
        plain_append_written(out, &line->plain, start, length);
    } else {
        g_string_append_len(out, start, (gssize)length);
    }
}

char *line_written(const struct line *line, size_t first, size_t end)
{
    if (first >= line->count) {
        return g_strdup("");
    }
    const char *start = line->word[first].start;
    const char *stop = end < line->count ? line->word[end].start : line->end;
    g_autoptr(GString) piece = g_string_new(NULL);
    append_written(piece, line, start, (size_t)(stop - start));
    return valid_copy(piece->str, piece->len);
}

static bool is_secret(const struct line *line, struct word word, size_t secret, size_t count)
{
    for (size_t i = secret; i < secret + count; i++) {
        const struct word hidden = line->word[i];
        if (word.length == hidden.length && memcmp(word.start, hidden.start, word.length) == 0) {
            return true;
        }
    }
    return false;
}

char *line_masked(const struct line *line, size_t secret, size_t count, const char *mask)
{
    if (secret + count > line->count) {
        return line_written(line, 0, LINE_WORDS_MAX);
    }
    g_autoptr(GString) shown = g_string_new(NULL);
    const char *at = line->word[0].start;
    for (size_t i = 0; i < line->count; i++) {
        struct word word = line->word[i];
        if (is_secret(line, word, secret, count)) {
            append_written(shown, line, at, (size_t)(word.start - at));
            g_string_append(shown, mask);
            at = word.start + word.length;
        }
    }
    append_written(shown, line, at, (size_t)(line->end - at));
    return valid_copy(shown->str, shown->len);
}

struct word line_bare(const struct line *line, size_t index)
{
    struct word word = line->word[index];
    if (index + 1 == line->count && word.length > 1 &&
        strchr(".!", word.start[word.length - 1]) != NULL) {
        word.length--;
    }
    return word;
}

char *word_copy(struct word word, size_t most)
{
    if (word.length <= most) {
        return valid_copy(word.start, word.length);
    }
    size_t length = most;
    while (length > 0 && ((unsigned char)word.start[length] & 0xC0) == 0x80) {
        length--;
    }
    return valid_copy(word.start, length);
}

char *word_shown(struct word word)
{
    enum { WHOLE_MOST = 22, CUT_TO = 10 };
    if (word.length <= WHOLE_MOST) {
        return word_copy(word, WHOLE_MOST);
    }
    g_autofree char *start = word_copy(word, CUT_TO);
    return g_strconcat(start, "...", NULL);
}

bool word_is(struct word word, const char *other)
{
    return strlen(other) == word.length && g_ascii_strncasecmp(word.start, other, word.length) == 0;
}

bool word_begins(struct word word, const char *whole)
{
    return strlen(whole) >= word.length && g_ascii_strncasecmp(word.start, whole, word.length) == 0;
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

size_t word_distance(struct word word, const char *other)
{
    size_t length = strlen(other);
    if (word.length > WORD_DISTANCE_MOST || length > WORD_DISTANCE_MOST) {
        return WORD_DISTANCE_MOST;
    }
    size_t cost[WORD_DISTANCE_MOST + 1][WORD_DISTANCE_MOST + 1];
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
