/*
 * mime.h: parses the bytes of a mail (RFC 5322, 2045-2047, 3676).
 *
 * Only this folder uses GMime and libxml2. Limits, whatever the input: raw mail 1 MiB, 4,000 header
 * fields, 100 parts, 20 levels. Charsets are strict: what cannot be decoded
 * becomes U+FFFD and never disappears. Nothing parsed here is ever serialised again.
 */
#ifndef POSTMOVE_MIME_H
#define POSTMOVE_MIME_H

#include <glib.h>
#include <stdbool.h>

#include "mail/message.h"

/* Prepares GMime and libxml2 and loads the character sets that mail is written in, so that no file
 * need be opened afterwards. */
void mime_init(void);

/* Parses one mail; never NULL, however bad the bytes are. `truncated` says that bytes are
 * missing at the end. `sender` is the envelope sender ("" for the null sender, NULL: not
 * known), a sign of automatic mail. Free with message_free.
 *
 * What the mail server `authserv_id` says of From (mail/verdict.h; NULL: none is believed) is the
 * message's verdict. A mail is vouched for only if it has a Date, and no field twice that a mail
 * has once: a signature covers only one of the two. Its digest is then one of the raw Date,
 * Subject and body, without blanks: that is what its sender's server has signed. Message-ID is
 * often not signed, nor is the type of the body, and a copy with more blanks may have a good
 * signature, too. */
struct message *mime_parse(const void *mail, size_t length, bool truncated, const char *sender,
                           const char *authserv_id);

#endif
