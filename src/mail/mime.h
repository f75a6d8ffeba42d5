/*
 * mime.h: the bytes of a mail, understood (RFC 5322, 2045-2047, 3676).
 *
 * Only this folder uses GMime. Limits, whatever the input: raw mail 1
 * MiB, 4,000 header fields, of each 64 KiB, 100 parts, 20 levels. Charsets are strict: what cannot
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

/* Sets in a message of mime_parse what the mail server `authserv_id` says of
 * its From (mail/verdict.h), from the headers of the same mail. One is vouched
 * for only if it has a Date, and not two fields of which a mail has one: a
 * signature holds just one of them. Its digest is then
 * made of Date, Subject and body as they stand there, blanks left out: what its
 * sender's server has signed. Message-ID often is not, nor is the type of the
 * body, and of blanks there may be more in a copy whose signature is good. */
void mime_weigh(struct message *message, const void *mail, size_t length, const char *authserv_id);

#endif
