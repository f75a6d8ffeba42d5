/*
 * mailbox_kinds.h: mailbox_fetch and mailbox_look (mailbox.h) for each kind of mailbox.
 */
#ifndef POSTMOVE_MAILBOX_KINDS_H
#define POSTMOVE_MAILBOX_KINDS_H

#include "transport/mailbox.h"

/*
 * A folder on an IMAP server (RFC 3501; MOVE is RFC 6851, UID EXPUNGE RFC 4315).
 *
 * libcurl talks to the server, and is used only so: a mail is fetched by its URL; everything
 * else is a command whose answers are short lines without literals. If we fetched a mail by a
 * command of our own, libcurl would take the mail for lines of the server, and a mail could
 * end the answer early.
 *
 * The mails to fetch are found by searching for mails without our keyword (MAILBOX_MARK), or
 * are all that are in the folder; never by \Seen, which fetching sets and any program may set.
 * Mails flagged as deleted are left alone, except with MAILBOX_DELETE.
 */
bool imap_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error);
bool imap_look(const struct mailbox *mailbox, guint *mails, GError **error);

/*
 * A mailbox on a POP3 server (RFC 1939).
 *
 * A session lists the mails, fetches them one by one, and sends DELE for each that is safe in
 * the spool; the server deletes them at the QUIT that ends the session. If the session is cut
 * before, no mail is deleted, and those that were fetched are known by their names next time.
 * A session has at most MAILBOX_SESSION mails, so that there is progress even if no connection
 * lasts.
 *
 * If a connection is cut in the middle of a mail, libcurl takes that for the end of the mail.
 * So each mail is followed by a NOOP on the same connection: if the server answers it, it has
 * sent the whole mail.
 */
bool pop3_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error);
bool pop3_look(const struct mailbox *mailbox, guint *mails, GError **error);

/*
 * A folder of mail as maildir(5) has it: a file a mail, in new/ until somebody has seen it,
 * then in cur/.
 *
 * Fetches the mail in new/, and the mail in cur/ without the flag S (seen): a mail server
 * moves mail to cur/ as soon as any program looks at the list of mails, even if the mail was
 * not read. A mail that is done is in cur/ with the flag S, or is removed if the mailbox says
 * `done = delete`. It arrived when its file was last changed. Files whose names begin with a
 * dot are left alone, and so is tmp/.
 */
bool maildir_fetch(const struct mailbox *mailbox, const struct mailbox_round *round,
                   GError **error);
bool maildir_look(const struct mailbox *mailbox, guint *mails, GError **error);

#endif
