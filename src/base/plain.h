/*
 * plain.h: typographic characters made plain, and what ends a line.
 *
 * Word processors and telephones write dashes, quotes and blanks that no
 * command is written with; this is the one place that takes them for what was
 * typed. It also knows every character at which some program or other breaks
 * a line: what one line of a letter of ours carries must be one line wherever
 * it is quoted. The plain form is for reading commands; people are shown what
 * was written.
 */
#ifndef POSTMOVE_PLAIN_H
#define POSTMOVE_PLAIN_H

#include <glib.h>
#include <stdbool.h>

/* Whether a reader may break the line there (Unicode annex 14, mandatory
 * breaks): LF, VT, FF, CR, U+0085, U+2028, U+2029. */
bool plain_ends_line(gunichar character);

/* Valid UTF-8 as one line: line ends and control characters become blanks,
 * those around it vanish. The caller's. */
char *plain_one_line(const char *text);

/* Ends valid UTF-8 after at most that many bytes, between two graphemes
 * (base/grapheme.h). */
void plain_cut(char *text, size_t most);

/* Valid UTF-8 in normal form C. Unlike g_utf8_normalize, which needs time that grows
 * with the square of the length, fit for text of any length. Free with g_free. */
char *plain_composed(const char *text);

/* What a character is taken for; 0: for nothing. Line ends are blanks. */
gunichar plain_character(gunichar character);

/* The ASCII letter, in lower case, or digit that a character shows, in whatever style or
 * alphabet; 0: none. For whoever looks for a secret, no matter how it is written. */
char plain_letter(gunichar character);

/* Valid UTF-8 of at most `length` bytes (-1: up to its NUL): odd blanks, tabs
 * and line ends become a blank, dashes and quotes their ASCII, the sign of
 * multiplication an x; digits of all scripts become ours, full-width forms fold,
 * zero-width and direction marks vanish. A long dash that begins a word is two,
 * as in --random. What is typed where a cell is meant is taken for it: a letter
 * of another alphabet that looks like ours, alone before a digit; behind a digit
 * an arrow (->), the Japanese sign for a long vowel and the wave (-), and the comma
 * and full stop of East Asia. The caller's. */
char *plain_text(const char *text, gssize length);

/*
 * Finds a sign of direction (such as U+202E) that may make a line look different from what was
 * written: a writer sees `a1-b1` and has written `1b-1a`. `length` is in bytes of UTF-8. Returns
 * the first such sign. NULL if there is none, or if the line holds letters that run from right to
 * left.
 */
const char *direction_turn(const char *line, size_t length);

/* A text in both its forms: as written, for whoever is to read it, and plain,
 * for whoever looks for commands and secrets in it. */
struct plain {
    char *written; /* valid UTF-8 */
    char *text;    /* plain_text of it */
    gsize *origin; /* for each byte of `text`, and for its end, where in `written` its character
                      begins; what vanishes belongs to the character before it, behind a blank
                      to the one after it. NULL: both forms are the same */
};

/* Of at most `length` bytes (-1: up to its NUL), made valid UTF-8. Free with plain_clear. */
void plain_read(const char *text, gssize length, struct plain *plain);
void plain_clear(struct plain *plain);

/* What was written where `length` bytes of plain->text stand from `start` on,
 * which points into it; appended to `out`, or as a copy to be freed with g_free. */
void plain_append_written(GString *out, const struct plain *plain, const char *start,
                          size_t length);
char *plain_written(const struct plain *plain, const char *start, size_t length);

typedef struct plain Plain;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Plain, plain_clear)

#endif
