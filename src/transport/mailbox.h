/*
 * mailbox.h: mail is fetched from the mailboxes of the configuration into the
 * spool.
 *
 * In a mailbox a mail is marked, moved or deleted only when it is in the spool,
 * synced, its name too. Whatever ends a round before that (a connection cut, a
 * power cut, kill -9), the next round meets the mail again; then its name is
 * what keeps it from being played twice, since a name is processed once
 * (store/inbox.h). So a name is made of what the mail is, never of when it was
 * fetched; NAME is that of the mailbox:
 *
 *   NAME.imap.SOURCE.UIDVALIDITY.UID  SOURCE is a hash of server, user and
 *       folder, so that a mailbox whose configuration is turned to another
 *       account meets no name of the old one. No mail is read to know its name.
 *   NAME.pop3.HASH  of the unique-id (empty if the server has none) and of all
 *       bytes. A unique-id alone will not do: a server may give it to another mail
 *       once its mail is deleted (RFC 1939 section 7), and that one would be
 *       deleted unread.
 *   NAME.maildir.HASH  of the unique part of the file's name and of all bytes,
 *       for the same reason.
 *
 * A mailbox may be older than the server. What arrived in it before the server was
 * made was not written to the server: nobody waits for an answer to it. Such mail is
 * left where it is, unmarked. IMAP and Maildir tell when a mail arrived. A mail of a
 * POP3 server has to be fetched for that, and so has one that was copied from mailbox
 * to mailbox, whose own dates are the older ones. A mail fetched in vain is remembered
 * by the name NAME.imap-left.SOURCE.UIDVALIDITY.UID or NAME.pop3-left.HASH, of the
 * unique-id.
 *
 * Of a mail SPOOL_MAIL_MAX bytes are kept. An IMAP server is asked for no more;
 * elsewhere the rest is read and counted, a piece at a time. One process at a
 * time may fetch.
 */
#ifndef POSTMOVE_MAILBOX_H
#define POSTMOVE_MAILBOX_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_service.h"
#include "transport/transfer.h"

enum {
    MAILBOX_BATCH = 50,    /* mails that are synced, then marked, together */
    MAILBOX_WINDOW = 500,  /* mails asked for in one IMAP search */
    MAILBOX_SESSION = 500, /* mails in one POP3 session: what a cut connection undoes */
};

/* What a round of fetching is done with. */
struct mailbox_round {
    const char *spool;
    gint64 now;   /* no mail arrived later */
    gint64 since; /* a mail that arrived earlier is left in the mailbox as it is */

    /* Sets known[i] for each of `count` names that was processed already, or left in an
     * earlier round. Asked between two requests, only to save fetching a mail in vain,
     * and so only where a name is known before the mail is. */
    bool (*known)(void *data, char *const *names, bool *known, guint count, GError **error);

    /* At the end of a round: `count` mails were left, because they arrived before `since`.
     * `names` has those that were fetched to find that out; from then on `known` must
     * know them, so that no later round fetches them. `whole`: nothing failed, so all
     * are counted. */
    void (*left)(void *data, guint count, GPtrArray *names, bool whole);
    bool count_left; /* count those, too, that are left without being fetched */

    /* The server refused the log-in, which ends the round. */
    void (*refused)(void *data);

    /* True if the round should end between two mails: the run was asked to stop. */
    transfer_stop *stop;

    /* So many mails of so many are done. */
    void (*progress)(void *data, const char *mailbox, guint done, guint total);

    void *data; /* for all these functions but `stop` */
};

/*
 * Brings what waits in the mailbox into the spool and marks it. False with
 * POSTMOVE_ERROR_LATER, in words that hold the mend where there is one; what was
 * brought by then stays brought. Asked to stop it gives true.
 */
bool mailbox_fetch(const struct mailbox *mailbox, const struct mailbox_round *round,
                   GError **error);

/* What a look at a mailbox shows. */
struct mailbox_view {
    guint mails;     /* IMAP: all in the folder; else what waits */
    bool unmarkable; /* IMAP: the server keeps no keywords, so what is done is moved */
};

/*
 * Looks whether mail could be fetched: the folders and their rights; or the
 * log-in, the folder, and whether mail can be marked in it. Changes nothing, but
 * that a server may take note of the log-in. `stop` as above, or NULL.
 */
bool mailbox_look(const struct mailbox *mailbox, transfer_stop *stop, struct mailbox_view *view,
                  GError **error);

/* True if the two names are of one IMAP folder that has numbered its mails anew in
 * between: all is equal but UIDVALIDITY, and perhaps the UID. */
bool mailbox_renumbered(const char *name, const char *other);

#endif
