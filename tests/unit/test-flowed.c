/* format=flowed (RFC 3676). */
#include <glib.h>

#include "parse/body.h"

static void check(const char *text, bool delsp, const char *expected)
{
    g_autofree char *joined = flowed_join(text, delsp);
    g_assert_cmpstr(joined, ==, expected);
}

static void test_joins(void)
{
    check("A long \nline of \ntalk.\nNext.\n", false, "A long line of talk.\nNext.\n");
    check("no end", false, "no end\n");
    check("", false, "");
    check("\n", false, "\n");
    check("open ", false, "open \n");
    check("one\n\ntwo\n", false, "one\n\ntwo\n");
    /* A blank line stays one, whatever stands above it. */
    check("e4-e5 \n\nGood luck\n", false, "e4-e5 \n\nGood luck\n");
}

static void test_delsp(void)
{
    check("e4- \ne5\n", true, "e4-e5\n");
    check("e4-  \ne5\n", true, "e4- e5\n");
    check("e4- \ne5\n", false, "e4- e5\n");
    check("open ", true, "open\n");
}

static void test_stuffing(void)
{
    check(" From here\n", false, "From here\n");
    check("  two\n", false, " two\n");
    check(" >not quoted\n", false, ">not quoted\n");
    check(" one \n two\n", false, "one two\n");
}

static void test_quotes(void)
{
    check("> a \n> b\nmine\n", false, "> a b\nmine\n");
    check(">> a\n> b\n", false, ">> a\n> b\n");
    check("> a \n>> b\n", false, "> a \n>> b\n");
    /* What someone else wrote never flows into what the writer wrote. */
    check("> e4- \ne5\n", false, "> e4- \ne5\n");
    check("mine \n> his\n", false, "mine \n> his\n");
    check(">a\n>  b\n", false, "> a\n>  b\n");
}

static void test_signature(void)
{
    check("Bye \n-- \nAnn\n", false, "Bye \n-- \nAnn\n");
    check("-- \nAnn\n", false, "-- \nAnn\n");
    check("> -- \n> Ann\n", false, "> -- \n> Ann\n");
    check(" -- \nAnn\n", true, "-- \nAnn\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/flowed/joins", test_joins);
    g_test_add_func("/flowed/delsp", test_delsp);
    g_test_add_func("/flowed/stuffing", test_stuffing);
    g_test_add_func("/flowed/quotes", test_quotes);
    g_test_add_func("/flowed/signature", test_signature);
    return g_test_run();
}
