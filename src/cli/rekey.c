/* rekey: after somebody else has read a backup, no address in older letters is good any more. */
#include "cli/cli.h"
#include "cli/part.h"
#include "cli/workspace.h"
#include "operator/operator.h"

int cli_rekey(const struct invocation *invocation, int argc, char **argv)
{
    gboolean yes = FALSE;
    const GOptionEntry options[] = {
        { "yes", 0, 0, G_OPTION_ARG_NONE, &yes, NULL, NULL },
        { 0 },
    };
    int code = cli_options(options, &argc, &argv, 0, 0);
    code = code == CLI_GO_ON ? part_confirm("rekey", yes, "nothing was done",
                                            "Make all addresses in older letters void, and write "
                                            "to everybody who plays?")
                             : code;
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    struct act act;
    const bool done = act_begin(&act, &server, "rekey");
    if (done) {
        operator_rekey(act.run);
    }
    return act_end(&act, act_commit(&act, done, ""));
}
