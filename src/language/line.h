/*
 * line.h: splits a line into words.
 *
 * The words point into the plain form of the line (base/plain.h); people are shown the line as it
 * was written.
 */
#ifndef POSTMOVE_LINE_H
#define POSTMOVE_LINE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/plain.h"
#include "language/grammar.h"

/* A word needs a byte and a blank. Further words are not split off; they can only be the rest
 * of a text. */
enum { LINE_WORDS_MAX = GRAMMAR_LINE_MAX / 2 + 1 };

struct word {
    const char *start;
    size_t length;
};

struct line {
    struct word word[LINE_WORDS_MAX];
    size_t count;
    const char *end;    /* the end of the last word of the text, split off or not */
    struct plain plain; /* both forms of the text */
};

/* Splits the plain form of a text that is given as its writer wrote it, at blanks and control
 * characters. Clear with line_clear. */
void line_read(const char *written, struct line *line);
void line_clear(struct line *line);

typedef struct line Line;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Line, line_clear)

/* Copies the line from word `first` to its end, including words beyond LINE_WORDS_MAX, in the
 * form that the parser reads. Free with g_free. */
char *line_rest(const struct line *line, size_t first);

/* Copies a line that line_read has split, as it was written, from word `first` to before word
 * `end`, with the blanks between; LINE_WORDS_MAX is the end of the line. Free with g_free. */
char *line_written(const struct line *line, size_t first, size_t end);

/* The whole line as it was written, with each of the `count` words from word `secret` on replaced
 * by `mask`. The line must have a word. Free with g_free. */
char *line_masked(const struct line *line, size_t secret, size_t count, const char *mask);

/* The word, without a full stop or `!` at its end; the first function leaves the sign where the
 * word does not end the line. */
struct word line_bare(const struct line *line, size_t index);
struct word word_bare(struct word word);

/* A copy that is valid UTF-8 and has at most `most` bytes. Free with g_free. */
char *word_copy(struct word word, size_t most);

/* True if they are equal without regard to case. */
bool word_is(struct word word, const char *other);

/* True if `whole` begins with the word, without regard to case. */
bool word_begins(struct word word, const char *whole);

/* The number that the word is, of at most nine digits; -1: it is none. */
gint64 word_number(struct word word);

/* The word's index in a list that ends in NULL, or -1. */
int word_among(struct word word, const char *const *list);

struct word word_over(const char *text);

#endif
