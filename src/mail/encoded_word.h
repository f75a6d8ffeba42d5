/*
 * encoded_word.h: words of a header in other character sets (RFC 2047).
 */
#ifndef POSTMOVE_ENCODED_WORD_H
#define POSTMOVE_ENCODED_WORD_H

#include <glib.h>

/* An unfolded header value, read: neighbouring words of one set are decoded
 * together, for a character may be split between them; a word that is
 * malformed stands as it is written. One line of valid UTF-8. Free with g_free. */
char *encoded_word_decode(const char *value);

#endif
