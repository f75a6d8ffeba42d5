/*
 * mailbox_kinds.h: mailbox_fetch and mailbox_look (mailbox.h) for each kind of mailbox.
 */
#ifndef POSTMOVE_MAILBOX_KINDS_H
#define POSTMOVE_MAILBOX_KINDS_H

#include "transport/mailbox.h"

/*
 * A folder on an IMAP server (RFC 3501; MOVE is RFC 6851, UID EXPUNGE RFC 4315).
 *
 * libcurl speaks with the server, and of what it offers only these are used: a
 * mail is fetched by its URL; all else are commands whose answers are short
 * lines without literals. A mail fetched by a command of our own would be taken
 * for lines of the server, and could end its answer early.
 *
 * What is to be done is found by searching for mails without our keyword
 * (MAILBOX_MARK), or is all that is in the folder; never by \Seen, which
 * fetching sets and any program may. Mails flagged as deleted are left alone,
 * except by MAILBOX_DELETE.
 */
bool imap_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error);
bool imap_look(const struct mailbox *mailbox, transfer_stop *stop, struct mailbox_view *view,
               GError **error);

/*
 * A mailbox on a POP3 server (RFC 1939).
 *
 * A session lists the mails, fetches them one by one, and gives DELE for each
 * that is safe in the spool; the server deletes at the QUIT with which the session
 * ends. If it is cut before, no mail is deleted, and those that were fetched are
 * known by their names next time. A session has at most MAILBOX_SESSION mails, so
 * that a connection that never lasts still makes headway.
 *
 * If a connection is cut in the midst of a mail, libcurl takes that for the end of
 * the mail. So each mail is followed by a NOOP on the same connection: a server
 * that answers it has sent the whole mail.
 */
bool pop3_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error);
bool pop3_look(const struct mailbox *mailbox, transfer_stop *stop, struct mailbox_view *view,
               GError **error);

/*
 * A folder of mail as maildir(5) has it: a file a mail, in new/ until somebody has
 * seen it, then in cur/.
 *
 * Mail in new/ is fetched, and so is mail in cur/ without the flag S (seen): a
 * mail server moves mail there as soon as any program looks at the list of mails,
 * whether a mail was read or not. A mail that is done is in cur/ with the flag S, or
 * removed where the mailbox says `done = delete`. It arrived when its file was last
 * changed. Files whose names begin with a dot are left alone, and so is tmp/.
 */
bool maildir_fetch(const struct mailbox *mailbox, const struct mailbox_round *round,
                   GError **error);
bool maildir_look(const struct mailbox *mailbox, transfer_stop *stop, struct mailbox_view *view,
                  GError **error);

#endif
