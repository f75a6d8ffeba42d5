/* The language: seeks, rematches, limits, and what is blocked. */
#include "tests/unit/contexts.h"

static void assert_refused(const char *line, const char *key)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(&plain, line, &refusal);
    g_test_message("%s", line);
    g_assert_null(command);
    g_assert_cmpstr(refusal.key, ==, key);
    command_refusal_clear(&refusal);
}

static void assert_target(const char *line, enum command_id id, const char *game, const char *word)
{
    g_autoptr(Command) command = parsed(line);
    g_assert_cmpint(command->row->id, ==, id);
    g_assert_cmpstr(command->game, ==, game);
    g_assert_cmpstr(command->words[0], ==, word);
    g_assert_true(word == NULL || command->words[1] == NULL);
}

static void test_targets(void)
{
    assert_target("block", COMMAND_BLOCK, NULL, NULL);
    assert_target("block ann", COMMAND_BLOCK, NULL, "ann");
    assert_target("Block Halma", COMMAND_BLOCK, "halma", "Halma");
    assert_target("block hal", COMMAND_BLOCK, "halma", "hal");
    assert_target("block ha", COMMAND_BLOCK, NULL, "ha");
    assert_target("unblock ann.", COMMAND_UNBLOCK, NULL, "ann");
    assert_target("unbl embargo", COMMAND_UNBLOCK, "embargo", "embargo");
    assert_refused("unblock", "missing-name");
    assert_refused("block ann bob", "wrong-form");
    assert_refused("halma block ann", "wrong-form");
    assert_refused("block e4", "name-taken-word");
    assert_refused("block 12", "name-form");
}

static void test_limits(void)
{
    assert_target("halma limit", COMMAND_LIMIT, "halma", NULL);
    assert_target("hal limit 3", COMMAND_LIMIT, "halma", "3");
    assert_target("halma limit 9999", COMMAND_LIMIT, "halma", "9999");
    assert_target("halma limit OFF", COMMAND_LIMIT, "halma", "OFF");
    assert_refused("halma limit 0", "wrong-form");
    assert_refused("halma limit 007", "wrong-form");
    assert_refused("halma limit 10000", "wrong-form");
    assert_refused("halma limit -1", "wrong-form");
    assert_refused("halma limit 3 4", "wrong-form");
    assert_refused("limit 3", "missing-game");
}

static void test_seeks(void)
{
    g_autoptr(Command) seek = parsed("emer seek -size=4 --time=10d -nolock");
    g_assert_cmpint(seek->row->id, ==, COMMAND_SEEK);
    g_assert_cmpstr(seek->game, ==, "emergo");
    g_assert_cmpstr(seek->options[0], ==, "-size=4");
    g_assert_cmpstr(seek->options[1], ==, "--time=10d");
    g_assert_cmpstr(seek->options[2], ==, "-nolock");
    g_autoptr(Command) placed = parsed("emer seek -nolock --time=3d --from=a b.");
    g_assert_cmpstr(placed->options[0], ==, "-nolock");
    g_assert_cmpstr(placed->options[1], ==, "--time=3d");
    g_assert_cmpstr(placed->options[2], ==, "--from=a b.");
    assert_refused("emer seek -size = 4", "wrong-form");
    assert_target("seeks", COMMAND_SEEKS, NULL, NULL);
    assert_target("halma seeks", COMMAND_SEEKS, "halma", NULL);
    g_autoptr(Command) take = parsed("take #12");
    g_assert_cmpint(take->row->id, ==, COMMAND_TAKE);
    g_assert_cmpint(take->board, ==, 12);
    assert_refused("seek", "missing-game");
    assert_refused("halma seek ann", "wrong-form");
    assert_refused("take", "missing-board");
    assert_refused("take ann", "missing-board");
}

static void test_rematch(void)
{
    const struct grammar_context finished = { .games = games, .board = 7, .reply = REPLY_TO_MATCH };
    g_autoptr(Command) reply = grammar_parse_here(&finished, "Rematch!", NULL);
    g_assert_nonnull(reply);
    g_assert_cmpint(reply->row->id, ==, COMMAND_REMATCH);
    g_autoptr(Command) talk = grammar_parse_here(&finished, "rematch soon", NULL);
    g_assert_null(talk);
    g_autoptr(Command) named = parsed("halma rematch 7");
    g_assert_cmpint(named->board, ==, 7);
    assert_refused("rematch", "missing-board");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar-find/targets", test_targets);
    g_test_add_func("/grammar-find/limits", test_limits);
    g_test_add_func("/grammar-find/seeks", test_seeks);
    g_test_add_func("/grammar-find/rematch", test_rematch);
    return g_test_run();
}
