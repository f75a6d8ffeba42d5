/*
 * charset.h: bytes of a declared character set as UTF-8, strictly, and the words of a header
 * that are written in one.
 *
 * No byte is ever dropped or guessed past: what cannot be decoded becomes
 * U+FFFD, so that damage stays visible to whoever reads a command.
 */
#ifndef POSTMOVE_CHARSET_H
#define POSTMOVE_CHARSET_H

#include <glib.h>

/* What stands for what could not be understood. */
#define CHARSET_REPLACEMENT "\xEF\xBF\xBD"
enum { CHARSET_REPLACEMENT_CHARACTER = 0xFFFD };

/* Opens every converter there is use for and keeps it, so that no file need
 * be opened later; a set that this system lacks counts as unknown. */
void charset_init(void);

/*
 * The bytes as UTF-8 without NUL and without a byte order mark. Tried in
 * turn: a mark of UTF-8 or UTF-16, the declared set (NULL: none) if all bytes
 * fit it, UTF-8 if valid, windows-1252. Free with g_free.
 */
char *charset_to_utf8(const char *bytes, size_t length, const char *declared);

/* An unfolded header value, read: its encoded words (RFC 2047) are decoded. Neighbouring
 * words of one set are decoded together, for a character may be split between them; a word that
 * is malformed stands as it is written. One line of valid UTF-8. Free with g_free. */
char *encoded_word_decode(const char *value);

#endif
