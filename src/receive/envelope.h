/*
 * envelope.h: who sent a mail to whom, as the mail server tells a program it
 * pipes mail to (RFC 5321 calls the two the reverse-path and forward-path).
 */
#ifndef POSTMOVE_ENVELOPE_H
#define POSTMOVE_ENVELOPE_H

#include <stdbool.h>

/* Far more than an address may have (254); the rest is cut off. */
enum { ENVELOPE_BYTES_MAX = 1000 };

struct envelope {
    bool sender_known; /* an empty sender that is known is the null sender: a bounce */
    char sender[ENVELOPE_BYTES_MAX + 1];    /* control bytes and angle brackets are gone */
    char recipient[ENVELOPE_BYTES_MAX + 1]; /* the same; "" if it is not known */
};

/*
 * From the command line where that says it (NULL: it does not), else from the
 * environment: Postfix, OpenSMTPD, Exim and qmail all set SENDER and
 * RECIPIENT; Postfix and OpenSMTPD also ORIGINAL_RECIPIENT, the address before
 * aliases were followed, which still has the token.
 */
void envelope_read(struct envelope *envelope, const char *sender, const char *recipient);

#endif
