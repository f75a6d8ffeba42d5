#include "language/line.h"

#include <string.h>

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

struct word line_bare(const struct line *line, size_t index)
{
    return index + 1 == line->count ? word_bare(line->word[index]) : line->word[index];
}

struct word word_bare(struct word word)
{
    const bool ends = word.length > 1 && strchr(".!", word.start[word.length - 1]) != NULL;
    return (struct word){ word.start, word.length - (ends ? 1 : 0) };
}

char *word_copy(struct word word, size_t most)
{
    char *copy = g_utf8_make_valid(word.start, (gssize)word.length);
    plain_cut(copy, most);
    return copy;
}

bool word_begins(struct word word, const char *whole)
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
