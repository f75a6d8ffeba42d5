/* postmove moves: the legal turns of a position. */
#include "cli/cli.h"
#include "cli/position.h"

int cli_moves(const struct invocation *invocation, int argc, char **argv)
{
    gboolean decisions = FALSE;
    const GOptionEntry entries[] = {
        { "decisions", 0, 0, G_OPTION_ARG_NONE, &decisions, NULL, NULL },
        { 0 },
    };
    g_autoptr(Match) match = NULL;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 0, false, &argc, &argv, &match);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GPtrArray) turns = decisions ? match_decisions(match) : match_turns(match);
    for (guint i = 0; i < turns->len; i++) {
        g_print("%s\n", (const char *)turns->pdata[i]);
    }
    return 0;
}
