/* postmove show: a position, its board and its result. */
#include "cli/cli.h"
#include "cli/position.h"
#include "view/diagram.h"

int cli_show(const struct invocation *invocation, int argc, char **argv)
{
    static const GOptionEntry entries[] = { { 0 } };
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = NULL;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 0, true, &argc, &argv, &match);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL) {
        return cli_fail(error);
    }
    g_autofree char *position = match_position(match);
    g_autofree char *board =
        diagram_text(match->game, &match->now, match->last, match->last_count, -1, words, NULL);
    g_autofree char *result = match_result_text(match);
    g_print("%s\n\n%s\nresult: %s\n", position, board, result);
    return 0;
}
