/* help: the help pages that players get by mail, on the terminal; and the
 * lists the manual pages hold. */
#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "commands/help.h"
#include "match/options.h"
#include "render/template.h"

enum { COLUMNS = 72 }; /* as in a letter */

/* The list of commands, of the server's options, or of a game's, as mdoc(7). */
static int manual(const struct words *words, const char *what)
{
    const struct game *game = registry_find(what);
    g_autofree char *text = game != NULL                   ? help_game_options_mdoc(words, game)
                            : g_str_equal(what, "options") ? help_terms_mdoc(words)
                                                           : help_commands_mdoc(words);
    fputs(text, stdout);
    return 0;
}

static int topics(const struct words *words, char **names)
{
    for (; *names != NULL; names++) {
        g_autofree char *text = help_topic(words, *names);
        if (text == NULL) {
            log_line("%s: no such topic; `postmove help` names them", *names);
            return POSTMOVE_ERROR_NO;
        }
        g_autofree char *filled = template_fill(text, COLUMNS);
        fputs(filled, stdout);
    }
    return 0;
}

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
    if (mdoc) {
        return manual(words, argc > 1 ? argv[1] : "commands");
    }
    char *index[] = { (char *)"help", NULL };
    return topics(words, argc > 1 ? argv + 1 : index);
}
