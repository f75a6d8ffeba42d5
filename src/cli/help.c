/* help: prints the help pages that players get by mail. */
#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "cli/cli.h"
#include "commands/help.h"
#include "render/template.h"

enum { COLUMNS = 72 }; /* as in a letter */

int cli_help(const struct invocation *invocation, int argc, char **argv)
{
    (void)invocation;
    const GOptionEntry entries[] = { { 0 } };
    int code = cli_options(entries, &argc, &argv, 0, -1);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL) {
        return cli_fail(error);
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
