/* postmove play: people at one terminal, with the boards and words of letters. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/position.h"
#include "cli/sitting.h"
#include "cli/terminal.h"
#include "think/think.h"

int cli_play(const struct invocation *invocation, int argc, char **argv)
{
    g_autofree char *board = NULL;
    gint level = 0, seat = 0; /* 0: not given */
    const GOptionEntry entries[] = {
        { "board", 0, 0, G_OPTION_ARG_STRING, &board, NULL, NULL },
        { "level", 0, 0, G_OPTION_ARG_INT, &level, NULL, NULL },
        { "seat", 0, 0, G_OPTION_ARG_INT, &seat, NULL, NULL },
        { 0 },
    };
    enum diagram_form form = DIAGRAM_ASCII;
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = NULL;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 0, true, &argc, &argv, &match);
    code = code == CLI_GO_ON ? cli_board_form(board, &form) : code;
    if (code != CLI_GO_ON) {
        return code;
    }
    const int seats = match->options.setup.seats;
    if (level < 0 || level > THINK_LEVELS) {
        return cli_misused(argv[0], "the level is a number from 1 to %d, or 0 for no program",
                           THINK_LEVELS);
    }
    if (seat != 0 && (level == 0 || seat < 1 || seat > seats)) {
        return cli_misused(argv[0], "the seat is a number from 1 to %d, and needs --level", seats);
    }
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL) {
        return cli_fail(error);
    }
    g_autoptr(Sitting) sitting = sitting_new(words, g_steal_pointer(&match), form);
    if (level > 0) {
        sitting_set_program(sitting, level, MAX(seat, 1) - 1);
    }
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
