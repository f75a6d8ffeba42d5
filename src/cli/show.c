/* postmove show: a position, its board and its result. */
#include "cli/cli.h"
#include "cli/position.h"
#include "render/diagram.h"

/* The seats as captions name them, "player 1 (O)"; the caller's (g_strfreev). */
static char **seat_names(const struct words *words, const struct match *match)
{
    const int seats = match->options.setup.seats;
    char **names = g_new0(char *, seats + 1);
    for (int seat = 0; seat < seats; seat++) {
        g_autofree char *name = words_seat(words, match->game, seat);
        g_autofree char *signs = diagram_signs(match->game, &match->start, seat);
        names[seat] = words_names_seats(words, match->game)
                          ? g_steal_pointer(&name)
                          : g_strdup_printf("%s (%s)", name, signs);
    }
    return names;
}

int cli_show(const struct invocation *invocation, int argc, char **argv)
{
    g_autofree char *form = NULL;
    const GOptionEntry entries[] = { { "board", 0, 0, G_OPTION_ARG_STRING, &form, NULL, NULL },
                                     { 0 } };
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = NULL;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 0, true, &argc, &argv, &match);
    enum diagram_form shown = DIAGRAM_ASCII;
    code = code == CLI_GO_ON ? cli_board_form(form, &shown) : code;
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL) {
        return cli_fail(error);
    }
    g_autofree char *position = match_position(match);
    g_auto(GStrv) names = seat_names(words, match);
    const struct diagram diagram = { .game = match->game,
                                     .position = &match->now,
                                     .last = match->last,
                                     .count = match->last_count,
                                     .before = match->last_count > 0 ? &match->before : NULL,
                                     .form = shown,
                                     .seats = match->options.setup.seats,
                                     .seat = -1 };
    g_autofree char *board = diagram_text(&diagram, words, (const char *const *)names);
    g_autofree char *result = match_result_text(match);
    g_print("%s\n\n%s\nresult: %s\n", position, board, result);
    return 0;
}
