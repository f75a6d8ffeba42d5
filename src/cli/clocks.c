/* clocks: what time brings about, once the mail is processed. */
#include "cli/clocks.h"

#include "cli/held.h"
#include "cli/stop.h"
#include "commands/timeouts.h"
#include "transport/spool.h"

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

bool clocks_see_to(const struct server *server, GError **error)
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
