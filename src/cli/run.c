/* run, process, send: what cron or the mail server starts. */
#include "base/error.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/drain.h"
#include "cli/session.h"
#include "mail/child.h"

enum { DO_PROCESS = 1, DO_SEND = 2 };

static bool deliver(const struct config *config, GError **error)
{
    bool busy = false;
    g_autoptr(Lock) lock = session_single(config, "send", &busy, error);
    if (lock == NULL && busy) {
        g_clear_error(error); /* another is at work: ours is done for us */
        return true;
    }
    return lock != NULL && deliver_letters(config, error);
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
    g_autoptr(Lock) lock = NULL;
    if ((what & DO_PROCESS) != 0) {
        bool busy = false;
        lock = session_single(server.config, "run", &busy, &error);
        if (lock == NULL) {
            return busy ? 0 : cli_fail(error);
        }
        if (!drain_spool(server.config, server.words, &error)) {
            return cli_fail(error);
        }
    }
    if ((what & DO_SEND) != 0 && !deliver(server.config, &error)) {
        return cli_fail(error);
    }
    return 0;
}

int cli_run(const struct invocation *invocation, int argc, char **argv)
{
    return work(invocation, argc, argv, DO_PROCESS | DO_SEND);
}

int cli_process(const struct invocation *invocation, int argc, char **argv)
{
    return work(invocation, argc, argv, DO_PROCESS);
}

int cli_send(const struct invocation *invocation, int argc, char **argv)
{
    return work(invocation, argc, argv, DO_SEND);
}

int cli_parse_mail(const struct invocation *invocation, int argc, char **argv)
{
    (void)invocation;
    (void)argc;
    (void)argv;
    return child_serve();
}
