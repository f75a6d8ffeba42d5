/*
 * address_fields.h: the addresses that stand in a header (RFC 5322 section 3.4).
 */
#ifndef POSTMOVE_ADDRESS_FIELDS_H
#define POSTMOVE_ADDRESS_FIELDS_H

#include <glib.h>

#include "mail/headers.h"

/* The addresses in To and Cc, groups included, at most `most`; ends with
 * NULL. The caller's. */
char **address_fields_recipients(const struct headers *headers, guint most);

/* Likewise those that mail servers have noted when they delivered the mail: of
 * Delivered-To, then of X-Original-To, each from the top. */
char **address_fields_delivered(const struct headers *headers, guint most);

#endif
