/*
 * pop3.h: a mailbox on a POP3 server (RFC 1939).
 *
 * A session lists the mails, fetches them one by one, and gives DELE for each
 * that is safe in the spool; the server deletes at the QUIT with which the session
 * ends. If it is cut before, no mail is deleted, and those that were fetched are
 * known by their names next time. A session has at most MAILBOX_SESSION mails, so
 * that a connection that never lasts makes headway all the same.
 *
 * libcurl takes a connection that is cut in the midst of a mail for the end of
 * the mail. So each mail is followed by a NOOP on the same connection: a server
 * that answers it has said the whole mail.
 */
#ifndef POSTMOVE_POP3_H
#define POSTMOVE_POP3_H

#include "transport/mailbox.h"

/* mailbox_fetch and mailbox_look for a MAILBOX_POP3. */
bool pop3_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error);
bool pop3_look(const struct mailbox *mailbox, transfer_stop *stop, struct mailbox_view *view,
               GError **error);

#endif
