/* run, process, clocks, send: what cron or the mail server starts. */
#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/drain.h"
#include "cli/fetch.h"
#include "cli/mark.h"
#include "cli/workspace.h"
#include "commands/timeouts.h"
#include "mail/message.h"
#include "transport/spool.h"

enum { DO_PROCESS = 1, DO_CLOCKS = 2, DO_SEND = 4, DO_FETCH = 8, DO_ALL = 15 };

/* ---- clocks ---- */

/* When the oldest mail that waits reached us; 0: none does. Of a file whose header cannot
 * be read nobody knows. What is not a file at all is not a mail. */
static bool oldest_waiting(const struct config *config, gint64 *oldest, GError **error)
{
    g_autoptr(GPtrArray) entries = spool_list(config->spool, error);
    *oldest = 0;
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        if (entry->fault != SPOOL_NO_FILE) {
            gint64 received = entry->fault != SPOOL_CLOSED ? MAX(entry->received, 1) : 1;
            *oldest = *oldest == 0 ? received : MIN(*oldest, received);
        }
    }
    return entries != NULL;
}

/* Sees to the clocks in one transaction. Mail that waits in the spool is taken into
 * account: nobody is out of time whose move may lie there. The caller holds the
 * "run" lock. */
static bool clocks_see_to(const struct server *server, GError **error)
{
    struct workspace workspace;
    if (stop_asked()) {
        return true;
    }
    if (!workspace_open(&workspace, server->config, server->words, DB_WRITE, "clocks", error)) {
        return false;
    }
    /* What arrives from now on is later than any deadline that is over. */
    gint64 waiting = 0;
    bool done = oldest_waiting(server->config, &waiting, error);
    if (done) {
        db_begin(workspace.db);
        workspace_reseed(&workspace);
        if (!held_now(workspace.db)) {
            timeouts_run(&workspace.run, waiting);
        }
        done = db_commit(workspace.db, error);
    }
    workspace_close(&workspace);
    return done;
}

/* ---- the other steps ---- */

static bool deliver(const struct config *config, bool by_hand, GError **error)
{
    bool busy = false;
    g_autoptr(Lock) lock = workspace_single(config, "send", &busy, error);
    if (lock == NULL && busy) {
        g_clear_error(error); /* another is at work: ours is done for us */
        return true;
    }
    return lock != NULL && deliver_letters(config, by_hand, error);
}

/* One round of processing and, perhaps, sending, with the run lock held; *held
 * if there is to be none now. */
static bool round_of_work(const struct server *server, unsigned what, bool *busy, bool *held,
                          GError **error)
{
    g_autoptr(Lock) lock = workspace_single(server->config, "run", busy, error);
    g_autoptr(GError) stuck = NULL;
    if (lock == NULL || !drain_spool(server->config, server->words, held, &stuck, error)) {
        return false;
    }
    bool done =
        *held || (((what & DO_CLOCKS) == 0 || stuck != NULL || clocks_see_to(server, error)) &&
                  ((what & DO_SEND) == 0 || deliver(server->config, false, error)));
    if (stuck != NULL && done) {
        g_propagate_error(error, g_steal_pointer(&stuck));
    } else if (stuck != NULL) {
        log_line("%s", stuck->message);
    }
    return done && *error == NULL;
}

/* Mail may arrive while we are at work, and the run that was started for it
 * finds us and goes away. So we look once more when the lock is free again.
 * *others: another is at work, and we have nothing to do. */
static bool process_and_send(const struct server *server, unsigned what, bool *others,
                             GError **error)
{
    bool waits = true, held = false;
    *others = false;
    while (waits && !held && !stop_asked()) {
        if (!round_of_work(server, what, others, &held, error)) {
            if (*others) {
                g_clear_error(error); /* ours is done for us */
            }
            return *others;
        }
        if (!spool_mail_waits(server->config->spool, &waits, error)) {
            return false;
        }
    }
    return true;
}

/* A mailbox that cannot be had keeps no mail waiting that is here. */
static bool fetch(const struct config *config, GError **error)
{
    bool amiss;
    return fetch_mailboxes(config, FETCH_FOR_CRON, &amiss, error);
}

static int work(const struct invocation *invocation, int argc, char **argv, unsigned what)
{
    int code = cli_options(NULL, &argc, &argv, 0, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    stop_heed();
    bool others = false, done = (what & DO_FETCH) == 0 || fetch(server.config, &error);
    if (done) {
        done = (what & DO_PROCESS) != 0 ? process_and_send(&server, what, &others, &error)
                                        : deliver(server.config, true, &error);
    }
    if (done && what == DO_ALL && !others && !stop_asked()) {
        mark_write(server.config->database, BESIDE_RAN, clock_now(), "");
    }
    return done ? 0 : cli_fail(error);
}

int cli_run(const struct invocation *invocation, int argc, char **argv)
{
    return work(invocation, argc, argv, DO_ALL);
}

int cli_process(const struct invocation *invocation, int argc, char **argv)
{
    return work(invocation, argc, argv, DO_PROCESS);
}

int cli_send(const struct invocation *invocation, int argc, char **argv)
{
    return work(invocation, argc, argv, DO_SEND);
}

int cli_clocks(const struct invocation *invocation, int argc, char **argv)
{
    int code = cli_options(NULL, &argc, &argv, 0, 0);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    stop_heed();
    bool busy = false;
    g_autoptr(Lock) lock = workspace_single(server.config, "run", &busy, &error);
    if (lock == NULL) {
        return busy ? 0 : cli_fail(error); /* who is at work sees to them */
    }
    return clocks_see_to(&server, &error) ? 0 : cli_fail(error);
}

int cli_parse_mail(const struct invocation *invocation, int argc, char **argv)
{
    (void)invocation;
    (void)argc;
    (void)argv;
    return child_serve();
}
