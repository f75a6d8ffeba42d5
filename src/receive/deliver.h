/*
 * deliver.h: one mail, from standard input to the spool.
 */
#ifndef POSTMOVE_RECEIVE_DELIVER_H
#define POSTMOVE_RECEIVE_DELIVER_H

#include <stdbool.h>

/* ---- who sent a mail to whom, as the mail server tells a program that it pipes mail to (RFC 5321
 * calls the two the reverse-path and forward-path) ---- */

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

/* ---- the mail ---- */

/* Of a longer mail this much is kept; all of it is read. */
enum { DELIVER_BYTES_MAX = 1024 * 1024 };

/*
 * Reads the mail and writes SPOOL/new/NAME. When it returns, the file is
 * whole and on disk, and so is its name: the sender may forget the mail. In
 * any other case it does not return: the process leaves with 75, and no part of
 * the mail is left in new/ or tmp/.
 */
void deliver(const char *spool, const struct envelope *envelope);

#endif
