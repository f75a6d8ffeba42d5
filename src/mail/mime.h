/*
 * mime.h: the bytes of a mail, understood (RFC 5322, 2045-2047, 3676).
 *
 * The only room that touches GMime. Limits, whatever the input: raw mail 1
 * MiB, headers 64 KiB, 100 parts, 20 levels. Charsets are strict: what cannot
 * be decoded becomes U+FFFD, never nothing. Nothing parsed here is ever
 * serialised again.
 */
#ifndef POSTMOVE_MIME_H
#define POSTMOVE_MIME_H

#include <glib.h>
#include <stdbool.h>

#include "mail/message.h"

enum { MIME_BYTES_MAX = 1024 * 1024 };

/* Readies GMime and loads the character sets mail is written in, so that no
 * file need be opened afterwards. */
void mime_init(void);

/* Understands one mail; never NULL, however bad the bytes. `truncated` says
 * that bytes are missing at the end. `sender` is the envelope sender ("" for
 * the null sender, NULL: not known), a sign of automatic mail. */
struct message *mime_parse(const void *mail, size_t length, bool truncated, const char *sender);

#endif
