/*
 * steps.h: the steps of a run before and after the mail is played: fetch and send.
 *
 * Letters are taken in batches under the writers' lock and sent without it;
 * the results are written down before the next batch is taken.
 */
#ifndef POSTMOVE_CLI_STEPS_H
#define POSTMOVE_CLI_STEPS_H

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

/* Sends all letters that are due, or those before we are asked to stop, or
 * before nothing can be sent; none while the operator holds the server. A letter
 * that cannot be sent is no failure of ours: it is tried again later, and said on
 * stderr when it is parked. After a log-in that the server refused, none is tried for a
 * while (store/logins.h), unless it is `by_hand`. Takes the "send" lock; if another process
 * holds it, which then sends for us, does nothing. */
bool deliver_letters(const struct config *config, bool by_hand, GError **error);

#endif
