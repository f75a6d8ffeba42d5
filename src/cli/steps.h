/*
 * steps.h: the steps of a run before and after the mail is played: fetch, send, ask the programs
 * that play, and carry the log to the standby.
 *
 * Letters are taken in batches under the writers' lock and sent without it;
 * the results are written down before the next batch is taken.
 */
#ifndef POSTMOVE_CLI_STEPS_H
#define POSTMOVE_CLI_STEPS_H

#include <stdbool.h>

#include "base/config.h"
#include "cli/workspace.h"
#include "render/speech.h"

/*
 * Fetches from one mailbox after the other, until all are done or we are asked to stop. A
 * mailbox that fails is reported on stderr, sets *amiss, and does not keep the others waiting.
 * Unless a person asks (`by_hand`), the same trouble is said once a day, since cron mails each
 * line, and no log-in is tried for a while after some were refused. Mail that is marked as done is
 * fetched too if it arrived since `again` (0: none is). Does nothing if another process is
 * fetching. False with the error if something else failed.
 *
 * Takes the "fetch" lock, and the writers' lock only for moments: never while it waits for a
 * server.
 */
bool fetch_mailboxes(const struct config *config, bool by_hand, gint64 again, bool *amiss,
                     GError **error);

enum deliver_what {
    DELIVER_UNRECORDED, /* none is due, but an earlier sender may have failed to record some */
    DELIVER_DUE,
    DELIVER_BY_HAND, /* the operator asks for it */
};

/* Sends the letters that are due, until we are asked to stop or nothing can be sent; sends
 * none while the operator holds the server. A letter that cannot be sent is not an error here:
 * it is tried again later, and reported on stderr when it is parked. After the server refused
 * a log-in, none is tried for a while (store/inbox.h), unless it is DELIVER_BY_HAND. Takes the
 * "send" lock; does nothing if another process holds it, which then sends for us. */
bool deliver_letters(const struct config *config, struct words *words, enum deliver_what what,
                     GError **error);

/* With `standby` in the configuration: sees that its folder has a copy of the database, and runs
 * the program that carries it elsewhere. A failure is told to the operator once a day, and does not
 * make the run fail. Does nothing if another process does it now. */
void standby_after_run(const struct server *server);

/* Asks the programs that play about some of the matches that wait for them, the house player first,
 * and carries out their answers; sets *asked to false if no match waits. The programs think while
 * no lock is held that others wait for. Takes the lock "house" or "bots"; does nothing if another
 * process holds it, which then asks for us. */
bool ask_bots(const struct server *server, bool *asked, GError **error);

#endif
