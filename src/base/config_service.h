/*
 * config_service.h: a mail service elsewhere, as the configuration tells of it:
 * the server that takes our letters, or a mailbox where mail waits for us.
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

enum {
    SERVICE_TIMEOUT = 60, /* seconds, if `timeout` is not set */
    SERVICE_TIMEOUT_MAX = 600,
};

/* Nothing in it is secret. */
struct service {
    char *scheme;          /* lower case, as in "smtps" */
    char *host;            /* a name or an address, an IPv6 one in brackets */
    int port;              /* 0: that of the scheme */
    char *path;            /* what follows the slash behind the host, as it was written; "" */
    char *user;            /* NULL: no log-in, and no secret */
    char *secret_file;     /* absolute; or NULL */
    char **secret_command; /* or NULL; one of the two is set if `user` is */
    bool bearer;           /* the secret is an access token (OAuth 2.0) */
    bool clear;            /* without TLS; else it is demanded */
    char *ca;              /* absolute; NULL: the system's */
    int timeout;           /* seconds, 1 to SERVICE_TIMEOUT_MAX */
};

/* Whether a key of a group is one of those above. */
bool service_knows_key(const char *key);

/*
 * Reads a service: the URL in `key` of `group`, and the shared keys of that
 * group. The scheme must be one of `schemes` (ends with NULL); one that ends in
 * s begins with TLS, the others ask for it (STARTTLS). A URL that holds a user
 * or a password is refused, and no fault repeats one. NULL with the fault.
 */
struct service *service_read(const struct config_file *file, const char *group, const char *key,
                             const char *const *schemes, GError **error);

/* False with a fault if the group sets a shared key though there is no service
 * in it, which `key` names otherwise. */
bool service_is_none(const struct config_file *file, const char *group, const char *key,
                     GError **error);

/* Whether the host is this machine, so that what goes there in clear crosses
 * no network: localhost, 127.*, [::1]. */
bool service_is_near(const struct service *service);

void service_free(struct service *service);

typedef struct service Service;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Service, service_free)

#endif
