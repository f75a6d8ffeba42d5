/*
 * intake.h: the mails of a round on their way from a mailbox to the spool, one at a time.
 *
 * A mail comes in pieces. The first SPOOL_MAIL_MAX bytes are kept, the others are dropped and
 * noted as `truncated`; all of them go into the hash. A mail that cannot be fetched does not
 * keep the others waiting.
 */
#ifndef POSTMOVE_INTAKE_H
#define POSTMOVE_INTAKE_H

#include "transport/mailbox.h"

struct intake {
    const struct mailbox *mailbox;
    const struct mailbox_round *round;
    GByteArray *kept;
    bool truncated;
    GChecksum *sum;
    GPtrArray *left; /* char *: names of mails that were fetched and are older than round->since */
    GError *trouble; /* why the first mail that could not be fetched was not; NULL: none failed */
};

void intake_init(struct intake *intake, const struct mailbox *mailbox,
                 const struct mailbox_round *round);

/* Begins a mail; `identity` (may be "") goes into its hash first. */
void intake_begin(struct intake *intake, const char *identity);
void intake_add(struct intake *intake, const void *bytes, size_t length);

/* NAME.KIND.HASH, with the hash of the mail that was fetched. Free with g_free. */
char *intake_name(const struct intake *intake, const char *kind);

/*
 * True if the mail that was fetched is to be left in the mailbox, because it is older than
 * round->since: `arrived` is (when the mailbox says it arrived; 0: it does not say), or the
 * date of its first Received field is, or, in a mail without one, that of its Date field.
 * Adds NAME of such a mail to `left`. Takes ownership of NAME; NULL: no
 * name is to be remembered.
 */
bool intake_leave(struct intake *intake, char *name, gint64 arrived);

/* Puts the mail into the spool; its name is on disk only after spool_sync. `received` is when
 * it arrived in the mailbox; if that is 0 or in the future, the time of the round counts. Does
 * nothing if the mail is there already. */
bool intake_put(struct intake *intake, const char *name, gint64 received, GError **error);

/* Notes that a mail could not be fetched. Takes the error. The first such error is reported at
 * the end. */
void intake_trouble(struct intake *intake, GError *trouble);

/* What a kind of mailbox has to do to take its mails in. Each function gets `owner`. */
struct intake_work {
    void *owner;
    guint count; /* mails to take in, numbered from 0 */

    /* Learns about mails `from` to before `to`, which come next; may be NULL. */
    bool (*look_up)(void *owner, guint from, guint to, GError **error);

    /* Takes one mail in. Sets *here (false before) if it is in the spool and has to be marked. */
    bool (*take_in)(void *owner, guint number, bool *here, GError **error);

    /* Marks or removes those mails (guint), which are in the spool and synced. */
    bool (*mark)(void *owner, const GArray *numbers, GError **error);
};

/* Takes the mails in and marks them, MAILBOX_BATCH at a time, until we are asked to stop. False
 * with the error of the first function that fails. */
bool intake_run(struct intake *intake, const struct intake_work *work, GError **error);

/* Ends a round: reports the mails that were left, and clears the intake. False with the
 * `fault` that ended the round (taken; NULL: nothing did), or with the first mail's trouble.
 * True if we were asked to stop. */
bool intake_end(struct intake *intake, GError *fault, GError **error);

#endif
