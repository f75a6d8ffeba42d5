/*
 * logins.h: log-ins that a mail server refused, and when to try the next one.
 *
 * A server may lock an account that tries a wrong password every minute. So after a
 * refusal nobody logs in there for a while: 5 minutes, then 15, then an hour each
 * time. The refusals of one day count; a log-in that succeeds ends it, and so does
 * another password, since the identity is another then (transport/credential.h). They are
 * kept among the notices (store/inbox.h).
 */
#ifndef POSTMOVE_STORE_LOGINS_H
#define POSTMOVE_STORE_LOGINS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* Whether a log-in with that identity is to wait, at the time `now`. */
bool logins_wait(struct db *db, const char *identity, gint64 now);

/* The server refused a log-in. */
void logins_refused(struct db *db, const char *identity, gint64 now);

/* Whether one was refused within a day. */
bool logins_were_refused(struct db *db, const char *identity, gint64 now);

/* The server took the log-in: nothing is known of refusals any more. */
void logins_accepted(struct db *db, const char *identity);

#endif
