/* The words that a board in all its forms may be answered with, and those of lessons. */
#include "tests/unit/contexts.h"

/* In the letter that asks for it the name of a command is the form of a board, and
 * elsewhere it is not; with more behind it, it is neither. */
static void test_board_word(void)
{
    g_autoptr(Command) list = grammar_parse_here(&display_reply, "List.", NULL);
    g_assert_cmpstr(list->row->name, ==, "set");
    g_assert_cmpstr(list->line, ==, "set board list");
    g_assert_cmpstr(list->words[0], ==, "board");
    g_assert_cmpstr(list->words[1], ==, "list");
    g_assert_null(list->words[2]);
    g_autoptr(Command) halma = grammar_parse_here(&display_reply, "list halma", NULL);
    g_assert_true(halma->apart);
    g_assert_null(grammar_parse_here(&display_reply, "list them all", NULL));
    g_autoptr(Command) command = grammar_parse_here(&match_reply, "list", NULL);
    g_assert_cmpstr(command->row->name, ==, "list");
    g_assert_null(grammar_parse_here(&match_reply, "wide", NULL));
    struct command_refusal refusal = { 0 };
    g_assert_null(grammar_parse(&plain, "board wide", &refusal));
    g_assert_cmpstr(refusal.key, ==, "reply-only");
    command_refusal_clear(&refusal);
}

static void check_lesson(const char *line, const char *text, const char *word)
{
    g_autoptr(Command) command = grammar_parse_here(&lesson_reply, line, NULL);
    g_assert_cmpstr(command->row->name, ==, "lesson");
    g_assert_cmpstr(command->text, ==, text);
    g_assert_cmpstr(command->words[0], ==, word);
    g_assert_null(grammar_parse_here(&match_reply, "next", NULL));
}

static void test_lesson_words(void)
{
    check_lesson("e4-e5", "e4-e5", NULL);
    check_lesson("E4-E5!", "E4-E5!", NULL);
    check_lesson("Next.", NULL, "next");
    check_lesson("back", NULL, "back");
    check_lesson("again", NULL, "again");
    check_lesson("draw", NULL, "draw");
    check_lesson("undo", "undo", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar-board/word", test_board_word);
    g_test_add_func("/grammar-board/lesson", test_lesson_words);
    return g_test_run();
}
