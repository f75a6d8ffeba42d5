/*
 * smtp_reply.h: a mail server's reply to a command (RFC 5321 section 4.2).
 */
#ifndef POSTMOVE_SMTP_REPLY_H
#define POSTMOVE_SMTP_REPLY_H

#include <glib.h>

enum { SMTP_REPLY_MAX = 300 /* bytes of a line that are kept */ };

struct smtp_reply {
    int code;                      /* 100 to 999; 0: there is no reply yet */
    char text[SMTP_REPLY_MAX + 1]; /* of its last line, behind the code; any bytes */
};

/* Reads one line. A line that does not begin with a code is ignored. */
void smtp_reply_read(struct smtp_reply *reply, const char *bytes, size_t length);

/*
 * Code and text, fit to be logged and stored: one line of printable ASCII. Every word that
 * contains an @, or one of the addresses `unspoken` (ends with NULL) or the part of one before
 * its @, is replaced by "[address]". Free with g_free.
 */
char *smtp_reply_words(const struct smtp_reply *reply, const char *const *unspoken);

/* The code, and the code of RFC 3463 that the text begins with, if it does, but nothing else
 * of the text. For replies to a log-in: a server that did not understand us may repeat what we
 * sent, the secret in base64. Free with g_free. */
char *smtp_reply_codes(const struct smtp_reply *reply);

/* The code of RFC 3463 of class 5 that a text begins with, as in "5.1.1"; "5.0.0" if it begins
 * with none. Free with g_free. */
char *smtp_reply_status(const struct smtp_reply *reply);

#endif
