/*
 * deliver.h: the outbox is emptied through the hook.
 *
 * Letters are taken in batches under the writers' lock and sent without it;
 * the results are written down before the next batch is taken.
 */
#ifndef POSTMOVE_DELIVER_H
#define POSTMOVE_DELIVER_H

#include <stdbool.h>

#include "base/config.h"

enum {
    DELIVER_BATCH = 50,
    DELIVER_FAILURES = 10, /* one after the other: the rest is left for the next run */
};

/* Sends all letters that are due, or those before we are asked to stop, or
 * before nothing can be sent; none while the operator holds the server. A letter
 * that cannot be sent is no failure of ours: it is tried again later, and said on
 * stderr when it is parked. After a log-in that the server refused, none is tried for a
 * while (store/logins.h), unless it is `by_hand`. Takes the "send" lock; if another process
 * holds it, which then sends for us, does nothing. */
bool deliver_letters(const struct config *config, bool by_hand, GError **error);

#endif
