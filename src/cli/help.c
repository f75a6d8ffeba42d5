/* help: prints the help pages that players get by mail, and the lists that the manual pages
 * hold. */
#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "commands/help.h"
#include "match/options.h"
#include "render/template.h"

enum { COLUMNS = 72 }; /* as in a letter */

int cli_help(const struct invocation *invocation, int argc, char **argv)
{
    (void)invocation;
    gboolean mdoc = FALSE;
    const GOptionEntry entries[] = {
        { "mdoc", 0, 0, G_OPTION_ARG_NONE, &mdoc, NULL, NULL },
        { 0 },
    };
    int code = cli_options(entries, &argc, &argv, 0, -1);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL) {
        return cli_fail(error);
    }
    if (mdoc) { /* the list of commands, of the server's options, or of a game's, as mdoc(7) */
        const char *what = argc > 1 ? argv[1] : "commands";
        const struct game *game = registry_find(what);
        g_autofree char *list = game != NULL                   ? help_game_options_mdoc(words, game)
                                : g_str_equal(what, "options") ? help_terms_mdoc(words)
                                                               : help_commands_mdoc(words);
        fputs(list, stdout);
        return 0;
    }
    for (int i = 1; i < MAX(argc, 2); i++) {
        const char *topic = argc > 1 ? argv[i] : "help";
        g_autofree char *text = help_topic(words, topic);
        if (text == NULL) {
            log_line("%s: no such topic; `postmove help` names them", topic);
            return POSTMOVE_ERROR_NO;
        }
        g_autofree char *filled = template_fill(text, COLUMNS);
        fputs(filled, stdout);
    }
    return 0;
}
