/*
 * grapheme.h: what a reader sees as one character, and how wide it is.
 *
 * A grapheme is a character with its marks, several emoji joined into one picture, a flag, or
 * a syllable of Hindi or Korean (after Unicode annex 29, without its tables of emoji). Texts
 * are never cut inside one, except by grapheme_fit if it alone is too long.
 */
#ifndef POSTMOVE_GRAPHEME_H
#define POSTMOVE_GRAPHEME_H

#include <stddef.h>

/* Bytes of the first grapheme of UTF-8 that ends at `end`; 0 at the end. Bytes that are not
 * UTF-8 are a grapheme of one column. *columns (may be NULL) is its width on a screen: 2 for
 * East Asian characters and emoji, 0 for what is invisible alone. */
size_t grapheme_first(const char *text, const char *end, size_t *columns);

/* How many columns a text takes on a screen. */
size_t grapheme_columns(const char *text);

/* How many bytes of a valid text its first graphemes take that fit into `most`
 * bytes. A single grapheme that is longer is cut between two characters. */
size_t grapheme_fit(const char *text, size_t most);

#endif
