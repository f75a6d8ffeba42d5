/*
 * intake.h: the mails of a round on their way from a mailbox to the spool, one
 * at a time.
 *
 * A mail comes in pieces: the first SPOOL_MAIL_MAX bytes are kept, of the others
 * only that there were some, and all go into the hash. Trouble with one mail keeps
 * none of the others waiting.
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
    guint older;     /* mails left in the mailbox since they arrived before round->since */
    GPtrArray *left; /* char *: names of those that were fetched to know it */
    GError *trouble; /* with the first mail that could not be fetched; NULL: none */
};

void intake_init(struct intake *intake, const struct mailbox *mailbox,
                 const struct mailbox_round *round);

/* A mail begins; `identity` (may be "") goes into its hash first. */
void intake_begin(struct intake *intake, const char *identity);
void intake_add(struct intake *intake, const void *bytes, size_t length);

/* NAME.KIND.HASH, the hash being that of the mail that has come whole. Free with g_free. */
char *intake_name(const struct intake *intake, const char *kind);

/*
 * Whether the mail that has come is to be left in the mailbox: it arrived before
 * round->since. That is when the mailbox says it arrived (0: it does not say), or the
 * server that took it in last; where no server wrote it down, the writer's own date.
 * Such a mail is counted, and NAME (taken; NULL: none is of use) remembered.
 */
bool intake_leave(struct intake *intake, char *name, gint64 arrived);

/* Puts it into the spool, but not its name on disk (spool_sync). `received` is
 * when it arrived in the mailbox; a time to come is no time of arrival. Does
 * nothing if it is there already. */
bool intake_put(struct intake *intake, const char *name, gint64 received, GError **error);

/* A mail could not be fetched; takes the error. The first such error is reported at the end. */
void intake_trouble(struct intake *intake, GError *trouble);

/* How the mails of a mailbox are taken in: what its kind has to do. Each function gets `owner`. */
struct intake_work {
    void *owner;
    guint count;  /* mails to take in, numbered from 0 */
    guint before; /* mails that were taken in earlier in this round, for the progress */
    guint total;  /* mails that wait, these among them */

    /* Learns about mails `from` to before `to`, which come next; may be NULL. */
    bool (*look_up)(void *owner, guint from, guint to, GError **error);

    /* Takes one mail in. *here (false at first): it is in the spool, to be marked. */
    bool (*take_in)(void *owner, guint number, bool *here, GError **error);

    /* Marks or removes those mails (guint), which are in the spool and synced. */
    bool (*mark)(void *owner, const GArray *numbers, GError **error);
};

/* Takes the mails in and marks them, MAILBOX_BATCH at a time, until we are asked to stop. False
 * with the error of the first function that fails. */
bool intake_run(struct intake *intake, const struct intake_work *work, GError **error);

/* The end of a round: reports the mails that were left, and clears the intake. False with the
 * `fault` that ended it (taken; NULL: it came through), or with the first trouble. True if we were
 * asked to stop. */
bool intake_end(struct intake *intake, GError *fault, GError **error);

#endif
