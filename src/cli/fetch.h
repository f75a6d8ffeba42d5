/*
 * fetch.h: the mailboxes of the configuration are emptied into the spool.
 */
#ifndef POSTMOVE_CLI_FETCH_H
#define POSTMOVE_CLI_FETCH_H

#include <stdbool.h>

#include "base/config.h"

/* Who reads what is said. */
enum fetch_audience {
    FETCH_FOR_PERSON,
    FETCH_FOR_CRON, /* mails each line to the operator: the same trouble is said once a day */
};

/*
 * Fetches from one mailbox after the other, until all are done or we are asked
 * to stop. What is wrong with one is said on stderr, and keeps none of the
 * others waiting; *amiss says that there was something. Does nothing if another
 * process is fetching. False with the error where it is not a mailbox's fault.
 *
 * Takes the "fetch" lock, and the writers' lock for moments at most: none of it
 * while it waits for a server.
 */
bool fetch_mailboxes(const struct config *config, enum fetch_audience audience, bool *amiss,
                     GError **error);

#endif
