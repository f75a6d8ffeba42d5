/*
 * plain.h: typographic characters made plain, the characters that end a line, what a reader sees
 * as one character, patterns, and how far a misspelt word is from the one that may be meant.
 *
 * Word processors and telephones write dashes, quotes and blanks that no command is written
 * with; only this module replaces them by what was meant. It also knows every character at
 * which some program may break a line: what is one line in a letter of ours must be one line
 * wherever it is quoted. The plain form is for reading commands; people are shown what was
 * written.
 */
#ifndef POSTMOVE_PLAIN_H
#define POSTMOVE_PLAIN_H

#include <glib.h>
#include <stdbool.h>

/* Valid UTF-8 as one line: each line end and control character becomes a blank (so CR LF becomes
 * two), and ASCII blanks at its ends are removed. Free with g_free. */
char *plain_one_line(const char *text);

/* Compares two texts of an array (char *), byte by byte, as g_ptr_array_sort wants it. */
int plain_compare(gconstpointer one, gconstpointer other);

/* Cuts valid UTF-8 to at most that many bytes, as grapheme_fit does. */
void plain_cut(char *text, size_t most);

/* Valid UTF-8 in normal form C. Unlike g_utf8_normalize, whose time grows with the square of
 * the length, it can be used on text of any length. Free with g_free. */
char *plain_composed(const char *text);

/* The ASCII letter, in lower case, or digit that a character shows, in whatever style or
 * alphabet; 0: none. For finding a secret, no matter how it is written. */
char plain_letter(gunichar character);

/* Valid UTF-8 of at most `length` bytes (-1: up to its NUL), made plain. Free with g_free. Odd
 * blanks, tabs and line ends become a blank, dashes and quotes their ASCII, the sign of
 * multiplication an x; digits of all scripts become ASCII, full-width forms fold, zero-width
 * and direction marks are left out. A long dash that begins a word becomes two, as in
 * --random. Where a cell is meant, similar characters are taken for it: a letter of another
 * alphabet that looks like an ASCII one, alone before a digit; after a digit an arrow (->),
 * the Japanese sign for a long vowel and the wave (-), and the comma and full stop of East
 * Asia. */
char *plain_text(const char *text, gssize length);

/*
 * Finds a sign of direction (such as U+202E) that may make a line look different from what was
 * written: a writer sees `a1-b1` and has written `1b-1a`. `length` is in bytes of UTF-8. Returns
 * the first such sign. NULL if there is none, or if the line holds letters that run from right to
 * left.
 */
const char *direction_turn(const char *line, size_t length);

/* A text in both its forms: as written, to be shown to readers, and plain, to be searched for
 * commands and secrets. */
struct plain {
    char *written; /* valid UTF-8 */
    char *text;    /* plain_text of it */
    gsize *origin; /* for each byte of `text`, and for its end: where in `written` the character
                      begins that it came from. A character that is left out goes with the one
                      before it, or after a blank with the next. NULL: both forms are the same */
};

/* Makes both forms of at most `length` bytes (-1: up to the NUL), which need not be valid
 * UTF-8. Free with plain_clear. */
void plain_read(const char *text, gssize length, struct plain *plain);
void plain_clear(struct plain *plain);

/* What was written for the `length` bytes of plain->text that begin at `start` (a pointer into
 * it): the first function appends it to `out`, the second returns a copy, to be freed with
 * g_free. */
void plain_append_written(GString *out, const struct plain *plain, const char *start,
                          size_t length);
char *plain_written(const struct plain *plain, const char *start, size_t length);

typedef struct plain Plain;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Plain, plain_clear)

/*
 * ---- what a reader sees as one character, and how wide it is ----
 *
 * A grapheme is a character with its marks, several emoji joined into one picture, a flag, or
 * a syllable of Hindi or Korean (after Unicode annex 29, without its tables of emoji). Texts
 * are never cut inside one, except by grapheme_fit if it alone is too long.
 */

/* Bytes of the first grapheme of UTF-8 that ends at `end`; 0 at the end. Bytes that are not
 * UTF-8 are a grapheme of one column. *columns (may be NULL) is its width on a screen: 2 for
 * East Asian characters and emoji, 0 for what is invisible alone. */
size_t grapheme_first(const char *text, const char *end, size_t *columns);

/* How many columns a text takes on a screen. */
size_t grapheme_columns(const char *text);

/* How many bytes of a valid text its first graphemes take that fit into `most`
 * bytes. A single grapheme that is longer is cut between two characters. */
size_t grapheme_fit(const char *text, size_t most);

/* ---- regular expressions (PCRE), each of which is compiled once ---- */

/* A pattern, which must be a correct one, and comes with the same flags each time. It is kept as
 * long as the program runs. */
const GRegex *pattern_kept(const char *pattern, GRegexCompileFlags how);

/* A pattern that reads bytes, without regard to the case of ASCII letters; `.` fits any byte. */
const GRegex *pattern_of(const char *pattern);

/* True if a part of the text fits such a pattern. */
bool pattern_fits(const char *text, const char *pattern);

/* The first part of the text that fits; NULL: none does. Free with g_free. */
char *pattern_find(const char *text, const char *pattern);

/* ---- how far a misspelt word is from the one that may be meant ---- */

enum { SLIPS_LONGEST = 64 /* letters of a word that is compared */ };

/* The Damerau-Levenshtein distance (optimal string alignment) without regard to case: letters left
 * out, added, changed, or two neighbours swapped. `length` is that of the first word. If one is
 * longer than SLIPS_LONGEST, the distance is that. */
int slips_between(const char *word, size_t length, const char *meant);

#endif
