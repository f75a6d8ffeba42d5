/*
 * drain.h: the spool is emptied into the office.
 *
 * One mail is one savepoint's worth of change; a transaction holds many. What
 * an earlier run left in work/ goes first, one mail a transaction, so that
 * only the mail that kills us uses up its attempts. Within a transaction the
 * parsing child is one mail ahead of the office.
 */
#ifndef POSTMOVE_DRAIN_H
#define POSTMOVE_DRAIN_H

#include <stdbool.h>

#include "base/config.h"
#include "view/words.h"

enum { DRAIN_BATCH = 50 }; /* mails a transaction */

/* Processes the mail that waits, until it is done or we are asked to stop, and
 * what time alone brings about. Our own failure leaves every mail not committed
 * in new/, uncounted, and is the error. While the operator holds the server
 * nothing is done: *held. The caller holds the "run" lock. */
bool drain_spool(const struct config *config, const struct words *words, bool *held,
                 GError **error);

#endif
