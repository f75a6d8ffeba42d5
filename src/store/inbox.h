/*
 * inbox.h: which mails have been seen, what was answered to them, and what is said only so often.
 */
#ifndef POSTMOVE_INBOX_H
#define POSTMOVE_INBOX_H

#include <glib.h>
#include <stdbool.h>

#include "base/clock.h"
#include "store/db.h"

/* The row of a mail already seen. */
struct inbox_row {
    gint64 id;
    gint64 time;   /* when it was processed */
    bool repeated; /* its answer was sent again once */
    char *name;    /* of its spool file */
};

/* Frees what the row holds. */
void inbox_row_clear(struct inbox_row *row);

typedef struct inbox_row InboxRow;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(InboxRow, inbox_row_clear)

/* True if a spool file of that name was processed. */
bool inbox_has_name(struct db *db, const char *name);

/* Finds the row with that dedupe key (a keyed hash, SECRET_HASH_BYTES); false if there is
 * none. Call inbox_row_clear on the row. */
bool inbox_by_key(struct db *db, const unsigned char *key, struct inbox_row *row);

/* Records a mail: spool name, key (NULL: the mail is not to be recognised under another name),
 * time. Returns its id. */
gint64 inbox_add(struct db *db, const char *name, const unsigned char *key, gint64 now);

/* Its answer has been sent again. */
void inbox_repeated(struct db *db, gint64 id);

/* ---- notices to people who are not players, and to the operator ---- */

/* How many notices of a kind ("text", "signup", "signup-refusal") went to the folded address
 * in that time; NULL address: to anyone. Notices to the operator are kept here too, with
 * another text in place of the address: the name of a mail that failed ("failed-mail"), the
 * trouble of a mailbox ("mailbox"). notice_add deletes those older than eight days, except
 * "failed-mail". */
int notice_count(struct db *db, const char *folded, const char *kind, struct clock_span span);
void notice_add(struct db *db, const char *folded, const char *kind, gint64 now);

/* True if no notice of the kind went to the address in that time; then counts one at its end. */
bool notice_once(struct db *db, const char *folded, const char *kind, struct clock_span span);

/*
 * ---- log-ins that a mail server refused, and when to try the next one ----
 *
 * A server may lock an account that tries a wrong password every minute. So after a refusal
 * nobody logs in there for a while: 5 minutes, then 15, then an hour each time. Refusals count
 * for one day. A log-in that succeeds ends the waiting, and so does another password, since
 * the identity is another then (transport/credential.h). Refusals are kept among the notices.
 */

/* True if a log-in with that identity has to wait at the time `now`. */
bool logins_wait(struct db *db, const char *identity, gint64 now);

/* The server refused a log-in. */
void logins_refused(struct db *db, const char *identity, gint64 now);

/* True if one was refused within a day. */
bool logins_were_refused(struct db *db, const char *identity, gint64 now);

/* The server accepted the log-in: deletes the refusals. */
void logins_accepted(struct db *db, const char *identity);

#endif
