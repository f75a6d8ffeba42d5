/* postmove moves and perft: the legal turns of a position, and how many sequences of them there
 * are. */
#include "match/perft.h"

#include "cli/cli.h"
#include "cli/position.h"

enum { DEPTH_MOST = 100 };

int cli_moves(const struct invocation *invocation, int argc, char **argv)
{
    gboolean decisions = FALSE;
    const GOptionEntry entries[] = {
        { "decisions", 0, 0, G_OPTION_ARG_NONE, &decisions, NULL, NULL },
        { 0 },
    };
    g_autoptr(Match) match = NULL;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 0, POSITION_COUNTED, &argc, &argv, &match);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GPtrArray) turns = decisions ? match_decisions(match) : match_turns(match);
    for (guint i = 0; i < turns->len; i++) {
        g_print("%s\n", (const char *)turns->pdata[i]);
    }
    return 0;
}

int cli_perft(const struct invocation *invocation, int argc, char **argv)
{
    gboolean decisions = FALSE, divide = FALSE;
    const GOptionEntry entries[] = {
        { "decisions", 0, 0, G_OPTION_ARG_NONE, &decisions, NULL, NULL },
        { "divide", 0, 0, G_OPTION_ARG_NONE, &divide, NULL, NULL },
        { 0 },
    };
    g_autoptr(Match) match = NULL;
    guint64 depth = 0;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 1, POSITION_COUNTED, &argc, &argv, &match);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (!g_ascii_string_to_unsigned(argv[2], 10, 0, DEPTH_MOST, &depth, NULL)) {
        return cli_misused("perft", "DEPTH is a number from 0 to %d, not \"%s\"", DEPTH_MOST,
                           argv[2]);
    }
    if (divide) {
        g_autoptr(GArray) shares = perft_divide(match->game, &match->now, (int)depth, decisions);
        for (guint i = 0; i < shares->len; i++) {
            const struct perft_share *share = &g_array_index(shares, struct perft_share, i);
            g_print("%s %" G_GUINT64_FORMAT "\n", share->turn, share->count);
        }
    } else {
        g_print("%" G_GUINT64_FORMAT "\n", perft(match->game, &match->now, (int)depth, decisions));
    }
    return 0;
}
