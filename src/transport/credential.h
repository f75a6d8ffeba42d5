/*
 * credential.h: the secret with which we log in.
 */
#ifndef POSTMOVE_CREDENTIAL_H
#define POSTMOVE_CREDENTIAL_H

#include <glib.h>

#include "base/config_file.h"

enum {
    CREDENTIAL_MAX = 16 * 1024, /* bytes; an access token may be some thousand long */
    CREDENTIAL_SECONDS = 30,    /* for the command that prints the secret */
};

/*
 * The secret of a service: the first line of its file, or of what its command prints, without
 * the line's end. Free with secret_free. Fails, with an error that says what to do, if anybody
 * but its owner may read or write the file, or if its owner is neither we nor root; also if
 * the secret is empty or longer than CREDENTIAL_MAX. NULL with POSTMOVE_ERROR_LATER; the error
 * contains nothing of the secret. Must not be called for a service without a user.
 */
char *credential_read(const struct service *service, GError **error);

/*
 * Names a log-in, so that its refusals can be counted (store/inbox.h): server, user, and
 * where the secret comes from; for a file also when it was last changed, so that another
 * password is another log-in. Contains nothing secret. Free with g_free.
 */
char *credential_identity(const struct service *service);

#endif
