/*
 * credential.h: the secret with which we log in.
 */
#ifndef POSTMOVE_CREDENTIAL_H
#define POSTMOVE_CREDENTIAL_H

#include <glib.h>

#include "base/config_service.h"

enum {
    CREDENTIAL_MAX = 16 * 1024, /* bytes; access tokens may have some thousands */
    CREDENTIAL_SECONDS = 30,    /* for the command that prints it */
};

/*
 * The secret of a service: the first line of its file, or of what its command
 * prints, without the line's end. The caller's, to be freed with secret_free.
 * A file that anybody but its owner may read or write, or whose owner is
 * neither we nor root, is refused with its mend, and so is an empty secret or
 * one longer than CREDENTIAL_MAX. NULL with POSTMOVE_ERROR_LATER; the error
 * holds nothing of it. Must not be called for a service without a user.
 */
char *credential_read(const struct service *service, GError **error);

/*
 * Names a log-in, so that its refusals can be counted (store/logins.h): server, user, and
 * where the secret comes from; for a file also when it was changed last, so that another
 * password is another log-in. Holds nothing secret. Free with g_free.
 */
char *credential_identity(const struct service *service);

#endif
