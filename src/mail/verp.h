/*
 * verp.h: the envelope sender of each letter, by which a failure notice tells
 * which letter has come back (variable envelope return path).
 *
 * LOCAL+b.NUMBER.CODE@HOST: NUMBER is the letter's in the outbox, CODE eight
 * letters of a-z2-7, a hash of it under the instance's key: who has not seen
 * the letter cannot say that it came back. Case does not matter, since some
 * mail servers fold it. A number of 15 digits fits into the room of a token,
 * so that no local part grows beyond the 64 bytes of RFC 5321 4.5.3.1.1.
 */
#ifndef POSTMOVE_VERP_H
#define POSTMOVE_VERP_H

#include <glib.h>

/* The address to which failures of that letter return. `key` is of
 * SECRET_KEY_BYTES. Free with g_free. */
char *verp_address(const unsigned char *key, gint64 letter, const char *local, char delimiter,
                   const char *host);

/* The letter that an extension (mail/address.h, lower case) names; 0 if it is
 * of another form, or its code another than ours. The codes are compared in a
 * time that does not depend on them. */
gint64 verp_letter(const unsigned char *key, const char *extension);

#endif
