/* Commands that say or watch something: to whom, and what. */
#include <glib.h>

#include "tests/unit/contexts.h"

/* The words that a line holds, with blanks between, whether it says where the names
 * end, and the text. */
static void check_read(const char *line, const char *words, bool addressed, const char *text)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(&plain, line, &refusal);
    g_assert_nonnull(command);
    g_autofree char *joined = g_strjoinv(" ", command->words);
    g_assert_cmpstr(joined, ==, words);
    g_assert_cmpint(command->addressed, ==, addressed);
    g_assert_cmpstr(command->text, ==, text);
}

static void check_refused(const char *line, const char *key, const char *word)
{
    struct command_refusal refusal = { 0 };
    g_assert_null(grammar_parse(&plain, line, &refusal));
    g_assert_cmpstr(refusal.key, ==, key);
    g_assert_cmpstr(refusal.word, ==, word);
    command_refusal_clear(&refusal);
}

static void test_message(void)
{
    check_read("message ann hello there", "ann", false, "hello there");
    check_read("message ann: hello, bob", "ann", true, "hello, bob");
    check_read("message ann,bob hello", "ann bob", true, "hello");
    check_read("message ann, bob,carl: hello", "ann bob carl", true, "hello");
    check_read("message ann,", "ann", true, NULL);
    check_read("message ann,, bob: x", "ann bob", true, "x");
    check_read("mess ann e4-e5", "ann", false, "e4-e5");
    check_refused("message", "missing-name", NULL);
    check_refused("message ,", "missing-name", NULL);
    check_refused("message :", "missing-name", NULL);
    check_refused("message ann,e4 hello", "name-taken-word", "e4");
    check_refused("message ann@example.org hello", "name-form", "ann@example.org");
    check_refused("message a1,a2,a3", "name-taken-word", "a1");
    check_refused("message aa,ab,ac,ad,ae,af,ag,ah,ai,aj,ak,al,am,an,ao,ap,aq,ar,as,at,au hello",
                  "too-many-words", NULL);
}

static void test_watch(void)
{
    check_read("watch", "", false, NULL);
    check_read("watch 12", "", false, NULL);
    check_read("halma watch 12 --end", "--end", false, NULL);
    check_read("watch ann --end", "ann --end", false, NULL);
    check_read("notify halma", "halma", false, NULL);
    check_read("subscribe hal", "hal", false, NULL);
    check_read("unsub ann", "ann", false, NULL);
    check_read("unwatch", "", false, NULL);
    check_refused("watch 12 --now", "wrong-form", NULL);
    check_refused("watch ann bob", "wrong-form", NULL);
    check_refused("watch 0", "missing-board", NULL);
}

static void test_note(void)
{
    check_read("note 12", "", false, NULL);
    check_read("halma note 12 off", "", false, "off");
    check_read("note 12 e4 is weak", "", false, "e4 is weak");
    check_refused("note that", "missing-board", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar-talk/message", test_message);
    g_test_add_func("/grammar-talk/watch", test_watch);
    g_test_add_func("/grammar-talk/note", test_note);
    return g_test_run();
}
