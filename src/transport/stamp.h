/*
 * stamp.h: when a mail arrived in a mailbox, as the mailbox's server wrote it down.
 *
 * These are bytes from a server, and from anybody who can send mail through it: any may come.
 * A text that has no form of a date known here counts as no date.
 */
#ifndef POSTMOVE_STAMP_H
#define POSTMOVE_STAMP_H

#include <glib.h>
#include <stdbool.h>

enum { STAMP_HEADERS_MAX = 64 * 1024 }; /* of a mail's headers that are searched */

/*
 * Reads a date and time that begins at `text` (of `length` bytes; more text may follow): RFC
 * 5322 section 3.3, with or without the day of the week, and INTERNALDATE of RFC 3501 section
 * 9 ("17-Jul-1996 02:44:25 -0700"). Sets seconds since 1970, from 0 to the end of the year
 * 9999. A zone that is not a number counts as UTC. False if there is no date.
 */
bool stamp_read(const char *text, size_t length, gint64 *seconds);

/* The date of the first Received field of a mail, which the server that took it in last wrote
 * (RFC 5321 section 4.4); 0 if it has none. */
gint64 stamp_of_mail(const char *mail, size_t length);

/* The date of a mail's Date field, which its writer's program set; 0 if the mail has none. */
gint64 stamp_of_writer(const char *mail, size_t length);

/* The day of a moment, in UTC, as IMAP searches for it (RFC 3501 section 9, date):
 * "17-Jul-1996". Free with g_free. */
char *stamp_day(gint64 seconds);

#endif
