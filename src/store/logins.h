/*
 * logins.h: log-ins that a mail server refused, and when to try the next one.
 *
 * A server may lock an account that tries a wrong password every minute. So after a refusal
 * nobody logs in there for a while: 5 minutes, then 15, then an hour each time. Refusals count
 * for one day. A log-in that succeeds ends the waiting, and so does another password, since
 * the identity is another then (transport/credential.h). Refusals are kept among the notices
 * (store/inbox.h).
 */
#ifndef POSTMOVE_STORE_LOGINS_H
#define POSTMOVE_STORE_LOGINS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* True if a log-in with that identity has to wait at the time `now`. */
bool logins_wait(struct db *db, const char *identity, gint64 now);

/* The server refused a log-in. */
void logins_refused(struct db *db, const char *identity, gint64 now);

/* True if one was refused within a day. */
bool logins_were_refused(struct db *db, const char *identity, gint64 now);

/* The server accepted the log-in: deletes the refusals. */
void logins_accepted(struct db *db, const char *identity);

#endif
