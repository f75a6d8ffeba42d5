/*
 * drain.h: the spool is emptied into the office.
 *
 * Mails are played in the order of their arrival. One mail is one savepoint's
 * worth of change; a transaction holds many. A mail that an earlier run left in
 * work/ has a transaction of its own, so that only the mail that kills us uses up
 * its attempts. Within a transaction the parsing child is one mail ahead of the
 * office.
 *
 * A mail that cannot be parsed or carried out is tried again at once; after three
 * attempts it lies in failed/, and the mails behind it are played. A file that is
 * not a mail goes to failed/ without an attempt. A file that this user may not read stays
 * where it is, and what came after it waits: the operator is told once a day.
 */
#ifndef POSTMOVE_DRAIN_H
#define POSTMOVE_DRAIN_H

#include <stdbool.h>

#include "base/config.h"
#include "render/words.h"

enum { DRAIN_BATCH = 50 }; /* mails a transaction */

/* Processes the mail that waits, until it is done or we are asked to stop, and
 * what time alone brings about. Our own failure leaves every mail not committed
 * in new/, uncounted, and is the error: nothing behind it is played. While the operator holds the
 * server, does nothing and sets *held. If this user may not read a mail, plays the mails before
 * it, leaves the rest and all clocks alone, and sets *stuck to the reason (free with
 * g_error_free), else to NULL. The caller holds the "run" lock. */
bool drain_spool(const struct config *config, const struct words *words, bool *held, GError **stuck,
                 GError **error);

#endif
