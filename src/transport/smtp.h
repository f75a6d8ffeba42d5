/*
 * smtp.h: hands letters to a mail server by SMTP (RFC 5321).
 *
 * One connection takes many letters, one recipient each. TLS and log-in are
 * transfer.h's. The server's reply code decides: what it says of a recipient or
 * of a letter's bytes with 5xx is final, unless it means us (5.7.X, a relay
 * that refuses us); everything else is tried again; 5xx before that (greeting, EHLO, log-in,
 * sender) is a fault of the service and not of the letter. When nothing is known after the last
 * byte went out, the letter is sent again as it is: it may arrive twice, with one Message-ID.
 */
#ifndef POSTMOVE_SMTP_H
#define POSTMOVE_SMTP_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_service.h"
#include "transport/delivery.h"
#include "transport/transfer.h"

enum {
    /* The answer to a whole letter may take so many times as long as another
     * (RFC 5321 section 4.5.3.2: 10 minutes against 2 to 5), since giving up
     * too early sends it twice. */
    SMTP_PATIENCE = 5,
    SMTP_STOP_SECONDS = 5, /* after a signal, such an answer is still waited for */
    SMTP_CUTS = 3,         /* connections in a row that break: the service is down */
};

struct smtp;

/* `name` is our own, for EHLO: a domain. Nothing is connected yet. */
struct smtp *smtp_new(const struct service *service, const char *name, transfer_stop *stop,
                      GError **error);
/* Says QUIT. NULL is nothing. */
void smtp_free(struct smtp *smtp);

typedef struct smtp Smtp;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Smtp, smtp_free)

/*
 * Sends one letter, with CRLF alone at the ends of its lines. The envelope must be fit
 * (delivery.h). *word, the caller's, is what the server said when it took the letter,
 * as a rule the number under which its log knows it; when it refused the recipient for good, the
 * code of RFC 3463 for that ("5.1.1"; "5.0.0" if it gave none); else NULL. Unless it was taken the
 * error says what happened, in words for the operator: no address of the envelope is in either.
 */
enum delivery smtp_send(struct smtp *smtp, const struct delivery_letter *letter, char **word,
                        GError **error);

/* Connects, with TLS, and logs in, without sending anything: true if letters could be sent.
 * *unasked: there was a user to log in but the server
 * did not ask for any. */
bool smtp_try(struct smtp *smtp, bool *unasked, GError **error);

/* Whether the server refused the last log-in for good: another would be refused alike. */
bool smtp_login_refused(const struct smtp *smtp);

#endif
