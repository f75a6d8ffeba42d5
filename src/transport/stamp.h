/*
 * stamp.h: when a mail arrived in a mailbox, as the mailbox's server wrote it
 * down.
 *
 * These are bytes of a server, and of whoever could speak through it: any may
 * come, and what is no date of a form known here is none.
 */
#ifndef POSTMOVE_STAMP_H
#define POSTMOVE_STAMP_H

#include <glib.h>
#include <stdbool.h>

enum { STAMP_HEADERS_MAX = 64 * 1024 }; /* of a mail's headers that are searched */

/*
 * Reads a date and time that begins at `text` (of `length` bytes; need not end
 * with it): RFC 5322 section 3.3, with or without the day of the week, and
 * INTERNALDATE of RFC 3501 section 9 ("17-Jul-1996 02:44:25 -0700"). Seconds
 * since 1970, from 0 to the end of the year 9999. A zone that is not a number
 * counts as UTC. False if there is none.
 */
bool stamp_read(const char *text, size_t length, gint64 *seconds);

/* The date of the first Received field of a mail, which is that of the server
 * that took it in last (RFC 5321 section 4.4); 0: there is none. */
gint64 stamp_of_mail(const char *mail, size_t length);

/* The date of a mail's Date field, which its writer's program set; 0: there is none. */
gint64 stamp_of_writer(const char *mail, size_t length);

/* The day of a moment, UTC, as IMAP searches for it (RFC 3501 section 9, date):
 * "17-Jul-1996". Free with g_free. */
char *stamp_day(gint64 seconds);

#endif
