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
 * Of a mail SPOOL_MAIL_MAX bytes are kept. An IMAP server is asked for no more;
 * elsewhere the rest is read and counted, a piece at a time. One process at a
 * time may fetch.
 */
#ifndef POSTMOVE_MAILBOX_H
#define POSTMOVE_MAILBOX_H

#include <glib.h>
#include <stdbool.h>

#include "base/config_mailbox.h"

enum {
    MAILBOX_BATCH = 50,    /* mails that are synced, then marked, together */
    MAILBOX_WINDOW = 500,  /* mails asked for in one IMAP search */
    MAILBOX_SESSION = 500, /* mails in one POP3 session: what a cut connection undoes */
};

/* What a round of fetching is done with. */
struct mailbox_round {
    const char *spool;
    gint64 now; /* no mail arrived later */

    /* Sets known[i] for each of `count` names that was processed already. Asked
     * between two requests, only to save fetching a mail in vain, and so only
     * where a name is known before the mail is: IMAP. */
    bool (*known)(void *data, char *const *names, bool *known, guint count, GError **error);

    /* Whether to end the round between two mails (base/stop). */
    bool (*stop)(void);

    /* So many mails of so many are done. */
    void (*progress)(void *data, const char *mailbox, guint done, guint total);

    void *data; /* for `known` and `progress` */
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
bool mailbox_look(const struct mailbox *mailbox, bool (*stop)(void), struct mailbox_view *view,
                  GError **error);

#endif
