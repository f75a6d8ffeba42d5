/* The lines by which players look: history, standings, replay. */
#include <glib.h>

#include "tests/unit/contexts.h"

/* A line, and of what it names the game, player, board, turn and page; without a
 * game it is refused for `key`. */
static const struct {
    const char *line;
    enum command_id id;
    const char *game, *name;
    gint64 board, ply;
    const char *page;
    const char *key;
} lines[] = {
    { "history halma", COMMAND_HISTORY, "halma", NULL, 0, 0, NULL, NULL },
    { "HIST hal 2", COMMAND_HISTORY, "halma", NULL, 0, 0, "2", NULL },
    { "history halma bob", COMMAND_HISTORY, "halma", "bob", 0, 0, NULL, NULL },
    { "history halma bob 13", COMMAND_HISTORY, "halma", "bob", 0, 0, "13", NULL },
    { "history halma 999999", COMMAND_HISTORY, "halma", NULL, 0, 0, "999999", NULL },
    { "standings emergo", COMMAND_STANDINGS, "emergo", NULL, 0, 0, NULL, NULL },
    { "halma replay 12#-3", COMMAND_REPLAY, "halma", NULL, 12, -3, NULL, NULL },
    { "halma replay 12", COMMAND_REPLAY, "halma", NULL, 12, 0, NULL, NULL },
    { "history", COMMAND_HISTORY, NULL, NULL, 0, 0, NULL, NULL },
    { .line = "history 2", .key = "unknown-game" },
    { .line = "history bob", .key = "unknown-game" },
    { .line = "history halma 0", .key = "wrong-form" },
    { .line = "history halma 1000000", .key = "wrong-form" },
    { .line = "history halma -1", .key = "name-form" },
    { .line = "history halma 2x", .key = "wrong-form" },
    { .line = "history halma 2 bob", .key = "wrong-form" },
    { .line = "history halma bob carl", .key = "wrong-form" },
    { .line = "games 12", .key = "wrong-form" },
    { "standings", COMMAND_STANDINGS, NULL, NULL, 0, 0, NULL, NULL },
    { .line = "standings halma 2", .key = "wrong-form" },
    { .line = "replay", .key = "missing-board" },
    { .line = "replay halma", .key = "missing-board" },
    { .line = "replay 12 13", .key = "wrong-form" },
    { .line = "export all", .key = "wrong-form" },
    { .line = "signof", .key = "unknown" }, /* never shortened nor corrected */
    { .line = "sign off", .key = "unknown" },
};

static void test_lines(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        struct command_refusal refusal = { 0 };
        g_test_message("%s", lines[i].line);
        g_autoptr(Command) command = grammar_parse(&plain, lines[i].line, &refusal);
        g_assert_cmpstr(refusal.key, ==, lines[i].key);
        if (command != NULL) {
            g_assert_cmpint(command->row->id, ==, lines[i].id);
            g_assert_cmpstr(command->game, ==, lines[i].game);
            g_assert_cmpstr(command->name, ==, lines[i].name);
            g_assert_cmpint(command->board, ==, lines[i].board);
            g_assert_cmpint(command->ply, ==, lines[i].ply);
            g_assert_cmpstr(command->text, ==, lines[i].page);
        }
        command_refusal_clear(&refusal);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar-look/lines", test_lines);
    return g_test_run();
}
