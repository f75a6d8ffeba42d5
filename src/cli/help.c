/* help: prints the help pages that players get by mail. */
#include <stdio.h>

#include "cli/workspace.h"
#include "commands/help.h"
#include "render/template.h"

enum { COLUMNS = 72 }; /* as in a letter */

static bool help(struct act *act)
{
    static char word[] = "help";
    static char *const first[] = { word, NULL };
    for (char *const *topic = act->words[0] != NULL ? act->words : first; *topic != NULL; topic++) {
        const struct words *words = act->server->words;
        g_autofree char *text = words_said(words, help_topic(words, *topic));
        if (text == NULL) {
            return cli_refuse(&act->error, POSTMOVE_ERROR_NO,
                              "%s: no such topic; `postmove help` names them", *topic);
        }
        g_autofree char *filled = template_fill(text, COLUMNS);
        fputs(filled, stdout);
    }
    return true;
}

const struct part cli_help[] = { { NULL, 0, -1, "", .bare = true, .run = help }, { 0 } };
