/*
 * author.h: who wrote a mail, by its From field (RFC 5322 section 3.6.2), and its recipients.
 *
 * Mail programs, gateways and people write that field in ways that no standard allows. If it
 * can only mean one mailbox, that mailbox is the author. If it could mean two, there is no
 * author: a mail must never be taken for somebody else's.
 */
#ifndef POSTMOVE_AUTHOR_H
#define POSTMOVE_AUTHOR_H

#include <glib.h>
#include <stdbool.h>

#include "mail/headers.h"

enum { AUTHOR_POSSIBLE_MAX = 10 };

struct author {
    char *address;   /* the author's, ASCII and valid (mail/address.h), in the case it is written
                        in; NULL if the mail has no From, or From could mean nobody or two
                        mailboxes */
    bool certain;    /* every reader of this From finds the same domain: only then can what a mail
                        server says about that domain prove the author */
    char **possible; /* if address is NULL: valid addresses that are anywhere in From, then in
                        Sender, then in Reply-To, each once, at most AUTHOR_POSSIBLE_MAX. They
                        prove nothing. Never NULL */
};

/*
 * Reads From. It means one mailbox if
 * - outside of quotes and comments there is one address, however often: `"bob@example.net"
 *   <ann@example.org>` is written by ann; or
 * - a quote or comment does not end, and all of the field holds one address.
 * Tolerated are lists and groups of one, missing and doubled `<` and `>`, routes, `mailto:`,
 * needless quotes around the local part, brackets and other signs in a name that has none around
 * it, a domain in Unicode or as A-label, and more than one From with the same address. A name
 * without quotes that is itself an address counts as one: `bob@example.net <ann@example.org>`
 * means nobody.
 *
 * Free `address` with g_free, `possible` with g_strfreev.
 */
void author_read(const struct headers *headers, struct author *author);

/* The valid addresses (mail/address.h) in the fields of two names: all of the first before those of
 * the second, each from top to bottom, groups included; at most `most`. Ends with NULL. Free with
 * g_strfreev. To and Cc contain the recipients; in Delivered-To and X-Original-To mail servers note
 * where they delivered it. */
char **recipients_read(const struct headers *headers, const char *first, const char *second,
                       guint most);

#endif
