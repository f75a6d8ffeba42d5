/*
 * verdict.h: whether our own mail server confirms the From of a mail, by its fields
 * Authentication-Results (RFC 8601).
 *
 * A field counts if its authserv-id is the configured one, in any case. All fields that count
 * are read together, because the filters for DKIM and DMARC may each add one. Anybody can
 * write such a field, and only the mail server can remove forged ones (RFC 8601 section 5). So
 * a field never helps if it names our server in a way that no server writes (its id in quotes,
 * behind a comment, with another version), if it cannot be read to its end, or if there are
 * too many: then nothing is known of the sender, unless a field disowns them.
 *
 * The first of these that fits decides:
 *
 *   dmarc=fail                       disowned
 *   two results of dmarc             nothing is known
 *   a field that is malformed        nothing is known
 *   dmarc=pass for another domain    nothing is known
 *   dmarc=pass                       vouched for
 *   dkim=pass, header.d aligned      vouched for
 *   otherwise                        nothing is known
 *
 * A fail comes first, so that nobody with a stolen reply address can cancel it by writing
 * another result beside it.
 *
 * header.d is aligned if it is From's domain or a domain above it, and has at least two
 * labels. The owner of a domain controls all domains below it, so their signature is worth as
 * much. A domain below or beside From's does not count: that would need a list of the domains
 * under which strangers can register (co.uk, github.io).
 */
#ifndef POSTMOVE_VERDICT_H
#define POSTMOVE_VERDICT_H

#include <glib.h>

#include "mail/headers.h"

enum {
    VERDICT_FIELDS_MAX = 10,      /* fields that name our server */
    VERDICT_BYTES_MAX = 8 * 1024, /* of one field, unfolded */
};

enum sender_verdict {
    SENDER_UNKNOWN,  /* nothing is known of who wrote it */
    SENDER_VOUCHED,  /* it comes from the domain in From */
    SENDER_DISOWNED, /* that domain says that it does not (dmarc=fail) */
};

/* What the mail server `authserv_id` says of a mail from `domain`, which is From's. */
enum sender_verdict verdict_read(const struct headers *headers, const char *authserv_id,
                                 const char *domain);

#endif
