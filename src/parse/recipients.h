/*
 * recipients.h: the addresses in the fields of a mail that name its recipients (RFC 5322
 * section 3.4).
 */
#ifndef POSTMOVE_RECIPIENTS_H
#define POSTMOVE_RECIPIENTS_H

#include "mail/headers.h"

/* The addresses in the fields of two names: all of the first before those of the second, each
 * from top to bottom, groups included; at most `most`. Ends with NULL. Free with g_strfreev.
 * To and Cc contain the recipients; in Delivered-To and X-Original-To mail servers note where
 * they delivered it. */
char **recipients_read(const struct headers *headers, const char *first, const char *second,
                       guint most);

#endif
