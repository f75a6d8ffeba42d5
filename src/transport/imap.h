/*
 * imap.h: a folder on an IMAP server (RFC 3501; MOVE is RFC 6851, UID EXPUNGE
 * RFC 4315).
 *
 * libcurl speaks with the server, and of what it offers only these are used: a
 * mail is fetched by its URL; all else are commands whose answers are short
 * lines without literals. A mail fetched by a command of our own would be taken
 * for lines of the server, and could end its answer early.
 *
 * What is to be done is found by searching for mails without our keyword
 * (MAILBOX_MARK), or is all that is in the folder; never by \Seen, which
 * fetching sets and any program may. Mails flagged as deleted are left alone,
 * but by MAILBOX_DELETE.
 */
#ifndef POSTMOVE_IMAP_H
#define POSTMOVE_IMAP_H

#include "transport/mailbox.h"

/* mailbox_fetch and mailbox_look for a MAILBOX_IMAP. */
bool imap_fetch(const struct mailbox *mailbox, const struct mailbox_round *round, GError **error);
bool imap_look(const struct mailbox *mailbox, transfer_stop *stop, struct mailbox_view *view,
               GError **error);

#endif
