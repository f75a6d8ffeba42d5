/*
 * mailbox.h: fetches mail from the mailboxes of the configuration into the spool.
 *
 * In a mailbox a mail is marked, moved or deleted only when it is in the spool, synced, its
 * name too. If a round ends before that (a connection cut, a power cut, kill -9), the next
 * round meets the mail again. Its name then keeps it from being played twice, since a name is
 * processed once (store/inbox.h). So a name is made of what the mail is, never of when it was
 * fetched; NAME is that of the mailbox:
 *
 *   NAME.imap.SOURCE.UIDVALIDITY.UID  SOURCE is a hash of server, user and
 *       folder, so that a mailbox whose configuration is turned to another
 *       account meets no name of the old one. No mail is read to know its name.
 *   NAME.pop3.HASH  of the unique-id (empty if the server has none) and of all
 *       bytes. A unique-id alone is not enough: a server may give it to another
 *       mail once its mail is deleted (RFC 1939 section 7), and that one would be
 *       deleted unread.
 *   NAME.maildir.HASH  of the unique part of the file's name and of all bytes,
 *       for the same reason.
 *
 * A mailbox may be older than the server. Mail that arrived in it before the server was made
 * was not written to the server, and nobody waits for an answer to it. Such mail is left where
 * it is, unmarked. IMAP and Maildir tell when a mail arrived. From a POP3 server a mail must
 * be fetched to know that; so must a mail that was copied from mailbox to mailbox, since its
 * own dates are older. A mail that was fetched only to be left is remembered by the name
 * NAME.imap-left.SOURCE.UIDVALIDITY.UID or NAME.pop3-left.HASH, of the unique-id.
 *
 * Of a mail SPOOL_MAIL_MAX bytes are kept. An IMAP server is asked for no more; elsewhere the
 * rest is read and counted, a piece at a time. Only one process at a time may fetch.
 */
#ifndef POSTMOVE_MAILBOX_H
#define POSTMOVE_MAILBOX_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_file.h"
#include "transport/transfer.h"

enum {
    MAILBOX_BATCH = 50,    /* mails that are synced, then marked, together */
    MAILBOX_WINDOW = 500,  /* mails asked for in one IMAP search */
    MAILBOX_SESSION = 500, /* mails in one POP3 session: so many are fetched again after a cut */
};

/* What a round of fetching needs from its caller. */
struct mailbox_round {
    const char *spool;
    gint64 now;   /* mails cannot have arrived later */
    gint64 since; /* a mail that arrived earlier is left in the mailbox as it is */
    gint64 again; /* mails that are marked as done are fetched too, if they arrived since then; 0:
                     none. A POP3 server has none that are done */

    /* Sets known[i] for each of `count` names that was processed already, or left in an
     * earlier round. Called between two requests, to save fetching a mail in vain, and so only
     * if a name is known before the mail is fetched. */
    bool (*known)(void *data, char *const *names, bool *known, guint count, GError **error);

    /* At the end of a round: the mails of these names were fetched only to find out that they
     * arrived before `since`. From then on `known` must know them, so that no later round fetches
     * them. */
    void (*left)(void *data, const GPtrArray *names);

    /* Called if the server refused the log-in, which ends the round. */
    void (*refused)(void *data);

    /* True if the round should end between two mails: the run was asked to stop. */
    transfer_stop *stop;

    void *data; /* for all these functions but `stop` */
};

/*
 * Fetches the mail that waits in the mailbox into the spool, and marks it. False with
 * POSTMOVE_ERROR_LATER, and an error that says what to do where that is known; mail that was
 * fetched before stays fetched. True if it was asked to stop.
 */
bool mailbox_fetch(const struct mailbox *mailbox, const struct mailbox_round *round,
                   GError **error);

/*
 * Checks that mail could be fetched: the folders and their rights; or the log-in, the folder,
 * and whether mail can be marked in it. Changes nothing, except that a server may note the
 * log-in. *mails is how many are there (IMAP: all in the folder; else those that wait).
 */
bool mailbox_look(const struct mailbox *mailbox, guint *mails, GError **error);

/* True if the two names are of one IMAP folder that has renumbered its mails in between: all
 * is equal except UIDVALIDITY, and perhaps the UID. */
bool mailbox_renumbered(const char *name, const char *other);

#endif
