/* What is typed and shown at a terminal: clean lines, completion, columns. */
#include <glib.h>
#include <string.h>

#include "cli/terminal.h"

static const struct {
    const char *bytes;
    gsize length; /* 0: up to its NUL */
    const char *clean;
} lines[] = {
    { "e2-e4", 0, "e2-e4" },
    { "  \te2\te4 \r", 0, "e2 e4" },
    { "\033[31mred\007", 0, "?[31mred?" },
    { "a\0b", 3,
      "a\xef\xbf\xbd"
      "b" },
    { "\xff\xfe", 0, "\xef\xbf\xbd\xef\xbf\xbd" },
    { "\xc2\x9b"
      "31m",
      0, "?31m" },
    { "\xe2\x80\xae"
      "e4",
      0, "?e4" },
    { "gr\xc3\xbc\xc3\x9f", 0, "gr\xc3\xbc\xc3\x9f" },
    { "e2\u2013e4,\u00a0e4\u00d7d5\u00a0", 0, "e2-e4, e4xd5" },
    { "", 0, "" },
};

static void test_clean(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        gsize length = lines[i].length > 0 ? lines[i].length : strlen(lines[i].bytes);
        g_autofree char *clean = typing_clean(lines[i].bytes, length);
        g_assert_cmpstr(clean, ==, lines[i].clean);
    }
}

static GPtrArray *list(const char *text)
{
    g_auto(GStrv) each = g_strsplit(text, " ", -1);
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    for (char **word = each; *word != NULL; word++) {
        g_ptr_array_add(texts, g_strdup(*word));
    }
    return texts;
}

static const struct {
    const char *typed, *whole;
    guint fitting;
} completions[] = {
    { "u", "undo", 1 },   { "U", "undo", 1 },    { "e2", "e2-e", 2 },
    { "e2-", "e2-e", 2 }, { "E2-E", "e2-e", 2 }, { "e2-e4", "e2-e4", 1 },
    { "", "", 5 },        { "x", NULL, 0 },      { "undoing", NULL, 0 },
};

static void test_complete(void)
{
    g_autoptr(GPtrArray) words = list("e2-e3 e2-e4 undo moves d1");
    for (gsize i = 0; i < G_N_ELEMENTS(completions); i++) {
        g_autoptr(GPtrArray) fitting = g_ptr_array_new();
        g_autofree char *whole = typing_complete(words, completions[i].typed, fitting);
        g_assert_cmpuint(fitting->len, ==, completions[i].fitting);
        g_assert_cmpstr(whole, ==, completions[i].whole);
    }
}

static void test_columns(void)
{
    g_autoptr(GPtrArray) texts = list("a bb ccc d \xc3\xa4");
    g_autofree char *two = columns_text(texts, 8);
    g_assert_cmpstr(two, ==, "a    bb\nccc  d\n\xc3\xa4\n");
    g_autofree char *one = columns_text(texts, 2);
    g_assert_cmpstr(one, ==, "a\nbb\nccc\nd\n\xc3\xa4\n");
    g_autofree char *row = columns_text(texts, 23);
    g_assert_cmpstr(row, ==, "a    bb   ccc  d    \xc3\xa4\n");
    /* Two columns each, and a mark that takes none. */
    g_autoptr(GPtrArray) wide = list("\u65e5\u672c a e\u0301 b");
    g_autofree char *apart = columns_text(wide, 10);
    g_assert_cmpstr(apart, ==, "\u65e5\u672c  a\ne\u0301     b\n");
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_autofree char *nothing = columns_text(none, 8);
    g_assert_cmpstr(nothing, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/typing/clean", test_clean);
    g_test_add_func("/typing/complete", test_complete);
    g_test_add_func("/typing/columns", test_columns);
    return g_test_run();
}
