/*
 * charset.h: converts bytes of a declared character set to UTF-8, strictly, and the words of a
 * header that are written in one.
 *
 * Bytes are never dropped or guessed: what cannot be decoded becomes U+FFFD, so that whoever
 * reads a command sees the damage.
 */
#ifndef POSTMOVE_CHARSET_H
#define POSTMOVE_CHARSET_H

#include <glib.h>
#include <stdbool.h>

/* Stands for bytes that could not be decoded. */
#define CHARSET_REPLACEMENT "\xEF\xBF\xBD"
enum { CHARSET_REPLACEMENT_CHARACTER = 0xFFFD };

/* Opens every converter that can be needed and keeps it, so that no file need be opened later;
 * a set that this system lacks counts as unknown. */
void charset_init(void);

/*
 * The bytes as UTF-8 without NUL and without a byte order mark. Tried in
 * turn: a mark of UTF-8 or UTF-16, the declared set (NULL: none) if all bytes
 * fit it, UTF-8 if valid, windows-1252. Free with g_free.
 */
char *charset_to_utf8(const char *bytes, size_t length, const char *declared);

/* Decodes the encoded words (RFC 2047) of an unfolded header value. Neighbouring words of one
 * set are decoded together, since a character may be split between them; a malformed word
 * stays as it is. One line of valid UTF-8. Free with g_free. */
char *encoded_word_decode(const char *value);

#endif
