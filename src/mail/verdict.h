/*
 * verdict.h: whether our own mail server says that a mail is from whom From
 * names: the fields Authentication-Results (RFC 8601).
 *
 * A field counts if its authserv-id is the configured one, without regard to
 * case; all that count are read together, since a filter each for DKIM and
 * DMARC may have added its own. Anybody can write such a field, and only the
 * mail server can take forged ones out (RFC 8601 section 5). So a field that
 * names our server in a way no server writes (its id in quotes, behind a
 * comment, with another version), or that cannot be read to its end, or one
 * field too many, never helps: then nothing is known of the sender, unless one
 * disowns him.
 *
 * What they say is weighed thus, the first that fits:
 *
 *   dmarc=fail                       disowned
 *   two results of dmarc             nothing is known
 *   a field that is malformed        nothing is known
 *   dmarc=pass for another domain    nothing is known
 *   dmarc=pass                       vouched for
 *   dkim=pass, header.d aligned      vouched for
 *   otherwise                        nothing is known
 *
 * The fail comes first, so that nobody who holds a stolen reply address gets rid
 * of it with a result of his own beside it.
 *
 * header.d is aligned if it is From's domain or one above it, and has two
 * labels at least. Whoever rules a domain above another can make what is below
 * it say anything, so his signature is worth as much; one of a domain below or
 * beside From's is not taken, as that would need a list of the domains under
 * which strangers get theirs (co.uk, github.io).
 */
#ifndef POSTMOVE_VERDICT_H
#define POSTMOVE_VERDICT_H

#include <glib.h>

#include "mail/headers.h"

enum {
    VERDICT_FIELDS_MAX = 10,      /* that name our server */
    VERDICT_BYTES_MAX = 8 * 1024, /* of one, unfolded */
    VERDICT_RESULTS_MAX = 50,     /* in one */
    VERDICT_PROPERTIES_MAX = 50,  /* of a result */
    VERDICT_COMMENTS_MAX = 10,    /* within each other */
};

enum sender_verdict {
    SENDER_UNKNOWN,  /* nothing is known of who wrote it */
    SENDER_VOUCHED,  /* it comes from the domain in From */
    SENDER_DISOWNED, /* that domain says that it does not (dmarc=fail) */
};

/* What the mail server `authserv_id` says of a mail from `domain`, From's. */
enum sender_verdict verdict_read(const struct headers *headers, const char *authserv_id,
                                 const char *domain);

#endif
