/* postmove play: people at one terminal, with the boards and words of letters. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/position.h"
#include "cli/sitting.h"
#include "cli/terminal.h"

int cli_play(const struct invocation *invocation, int argc, char **argv)
{
    g_autofree char *board = NULL;
    const GOptionEntry entries[] = { { "board", 0, 0, G_OPTION_ARG_STRING, &board, NULL, NULL },
                                     { 0 } };
    enum diagram_form form = DIAGRAM_ASCII;
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = NULL;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 0, true, &argc, &argv, &match);
    code = code == CLI_GO_ON ? cli_board_form(board, &form) : code;
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL) {
        return cli_fail(error);
    }
    g_autoptr(Sitting) sitting = sitting_new(words, g_steal_pointer(&match), form);
    g_autoptr(Terminal) terminal = terminal_new(sitting_completions, sitting);
    g_autofree char *greeting = sitting_greeting(sitting);
    fputs(greeting, stdout);
    while (!sitting_done(sitting)) {
        g_autofree char *asking = sitting_prompt(sitting);
        g_autofree char *line = NULL;
        if (terminal_read(terminal, asking, &line) == TERMINAL_END) {
            break;
        }
        g_autofree char *said = sitting_line(sitting, line);
        fputs(said, stdout);
    }
    return 0;
}
