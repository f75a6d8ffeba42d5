/*
 * config_service.h: the mail services in the configuration: the server that takes our letters,
 * and the mailboxes where mail waits for us.
 *
 * All of them share these keys of their group:
 *   user     the name to log in with; not set: no log-in
 *   secret   file:PATH, or `command PROGRAM ARGUMENT ...`, which prints it
 *   auth     password (not set) or bearer: the secret is an access token
 *   tls      always (not set) or never
 *   ca       a file of certificates to trust in place of the system's
 *   timeout  seconds to wait for a connection, and for each answer
 */
#ifndef POSTMOVE_CONFIG_SERVICE_H
#define POSTMOVE_CONFIG_SERVICE_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_file.h"

#define SERVICE_TIMEOUT 60 /* seconds, if `timeout` is not set */
enum { SERVICE_TIMEOUT_MAX = 600 };

/* Nothing in it is secret. */
struct service {
    char *scheme;          /* lower case, as in "smtps" */
    char *host;            /* a name or an address, an IPv6 one in brackets */
    int port;              /* 0: that of the scheme */
    char *path;            /* what follows the slash after the host, as it was written; "" */
    char *user;            /* NULL: no log-in, and no secret */
    char *secret_file;     /* absolute; or NULL */
    char **secret_command; /* or NULL; one of the two is set if `user` is */
    bool bearer;           /* the secret is an access token (OAuth 2.0) */
    bool clear;            /* without TLS; else TLS is required */
    char *ca;              /* absolute; NULL: the system's */
    int timeout;           /* seconds, 1 to SERVICE_TIMEOUT_MAX */
};

/* The keys above; the last has no name. */
extern const struct config_key service_keys[];

/*
 * Reads a service: the URL that is the value, and the shared keys of its group. The scheme
 * must be one of `schemes` (ends with NULL). A scheme that ends in s begins with TLS, the
 * others ask for it (STARTTLS). A URL that holds a user or a password is refused, and no fault
 * repeats them. NULL with the fault.
 */
struct service *service_read(const struct config_value *url, const char *const *schemes,
                             GError **error);

/* True if the group of the value sets no shared key, as it must if the value names no server. Else
 * false with a fault. */
bool service_is_none(const struct config_value *value, GError **error);

void service_free(struct service *service);

typedef struct service Service;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Service, service_free)

/*
 * ---- mailboxes ----
 *
 * A group [mailbox NAME] has the keys `source` and `done`, and those above if the source is a
 * server.
 */

enum { MAILBOX_NAME_MAX = 40 /* characters of A-Z a-z 0-9 _ - */ };

enum mailbox_kind { MAILBOX_MAILDIR, MAILBOX_IMAP, MAILBOX_POP3 };

/* What is done with a mail that was taken in. */
enum mailbox_done {
    MAILBOX_MARK,   /* IMAP: a keyword; Maildir: the flag S */
    MAILBOX_MOVE,   /* IMAP: to done_folder */
    MAILBOX_DELETE, /* the only one for POP3 */
};

struct mailbox {
    char *name;
    enum mailbox_kind kind;
    char *folder;            /* Maildir: an absolute path; IMAP: the folder's name as the server
                                has it; POP3: NULL */
    struct service *service; /* NULL: Maildir */
    enum mailbox_done done;
    char *done_folder; /* MAILBOX_MOVE: the folder to move to; MAILBOX_MARK: the folder to move
                          to if the server keeps no keywords, NULL if it must keep them; else
                          NULL */
};

/* The keys of such a group, without the shared ones. */
extern const struct config_key mailbox_keys[];

/* Reads the group; NULL with the fault. */
struct mailbox *mailbox_read(const struct config_file *file, const char *group, GError **error);
void mailbox_free(struct mailbox *mailbox);

typedef struct mailbox Mailbox;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mailbox, mailbox_free)

#endif
