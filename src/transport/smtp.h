/*
 * smtp.h: hands letters to a mail server by SMTP (RFC 5321).
 *
 * One connection takes many letters, one recipient each. TLS and log-in are in transfer.h. The
 * server's reply code decides. A 5xx about a recipient or about a letter's bytes is final,
 * unless it is about us (5.7.X, a relay that refuses us). A 5xx before that (greeting, EHLO,
 * log-in, sender) is a fault of the service and not of the letter. After any other failure the
 * letter is tried again. If the last byte went out and no answer came, the letter is sent once
 * more as it is: it may arrive twice, with one Message-ID.
 */
#ifndef POSTMOVE_SMTP_H
#define POSTMOVE_SMTP_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_file.h"
#include "transport/delivery.h"
#include "transport/transfer.h"

enum {
    /* The answer to a whole letter may take so many times as long as another answer (RFC 5321
     * section 4.5.3.2: 10 minutes against 2 to 5), since giving up too early sends the letter
     * twice. */
    SMTP_PATIENCE = 5,
    SMTP_STOP_SECONDS = 5, /* so long we still wait for that answer after a signal */
    SMTP_CUTS = 3,         /* if so many connections in a row break, the service is down */
};

struct smtp;

/* `name` is our own, for EHLO: a domain. Does not connect yet. */
struct smtp *smtp_new(const struct service *service, const char *name, transfer_stop *stop,
                      GError **error);

/* Sends QUIT, if there is a connection, and frees. NULL does nothing. */
void smtp_free(struct smtp *smtp);

typedef struct smtp Smtp;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Smtp, smtp_free)

/*
 * Sends one letter, with CRLF at the ends of all its lines. The envelope must be fit
 * (delivery.h).
 *
 * *word (free with g_free) is the server's answer if it took the letter, usually with the
 * number under which its log has the letter; if it refused the recipient for good, the code of
 * RFC 3463 for that ("5.1.1"; "5.0.0" if it gave none); else NULL. Unless the letter was taken
 * the error says what happened, in words for the operator. Neither contains an address of the
 * envelope.
 */
enum delivery smtp_send(struct smtp *smtp, const struct delivery_letter *letter, char **word,
                        GError **error);

/* True if the last letter went out whole and no answer came: the server may have taken it. */
bool smtp_in_doubt(const struct smtp *smtp);

/* True if the server refused the last log-in with a 5xx: another attempt would be refused too. */
bool smtp_login_refused(const struct smtp *smtp);

/* ---- a mail server's reply to a command (RFC 5321 section 4.2) ---- */

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
