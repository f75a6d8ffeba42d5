/* What changes in a file, as `diff -u` shows it: by hand, and by applying it. */
#include "base/text_diff.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void check(const char *old, const char *new, const char *want)
{
    g_autofree char *diff = text_diff("f", old, new);
    g_assert_cmpstr(diff, ==, want);
}

static void test_forms(void)
{
    check("a\n", "a\n", "");
    check(NULL, "a\nb\n", "--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    check("a\n", "", "--- f\n+++ f\n@@ -1 +0,0 @@\n-a\n");
    check("a\nb\nc\n", "a\nx\nc\n", "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    check("a", "a\n", "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    check("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\n6\n",
          "--- f\n+++ f\n@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n");
}

/* Two changes are one hunk if at most six unchanged lines are between them. */
static void test_hunks(void)
{
    check("a\n1\n2\n3\n4\n5\n6\nb\n", "1\n2\n3\n4\n5\n6\n",
          "--- f\n+++ f\n@@ -1,8 +1,6 @@\n-a\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n");
    check("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "1\n2\n3\n4\n5\n6\n7\n",
          "--- f\n+++ f\n@@ -1,4 +1,3 @@\n-a\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-b\n");
}

/* ---- applying ---- */

/* The old text with the changes of `diff` made in it, or NULL if they do not fit. */
static char *apply(const char *old, const char *diff)
{
    g_auto(GStrv) olds = g_strsplit(old, "\n", -1);
    g_auto(GStrv) rows = g_strsplit(diff, "\n", -1);
    g_autoptr(GString) text = g_string_new(NULL);
    guint at = 0;
    for (char **row = rows + 2; *row != NULL && **row != '\0'; row++) {
        guint begin = 0;
        if (sscanf(*row, "@@ -%u", &begin) == 1) {
            const bool none = g_str_has_prefix(
                strchr(*row, '-') + strspn(strchr(*row, '-'), "-0123456789"), ",0 ");
            for (begin -= none ? 0 : 1; at < begin; at++) {
                g_string_append_printf(text, "%s\n", olds[at]);
            }
        } else if (**row == '+') {
            g_string_append_printf(text, "%s\n", *row + 1);
        } else {
            if (olds[at] == NULL || strcmp(olds[at], *row + 1) != 0) {
                return NULL;
            }
            if (**row == ' ') {
                g_string_append_printf(text, "%s\n", olds[at]);
            }
            at++;
        }
    }
    for (; olds[at] != NULL && olds[at + 1] != NULL; at++) {
        g_string_append_printf(text, "%s\n", olds[at]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *some_text(GRand *rand)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int lines = g_rand_int_range(rand, 0, 30); lines > 0; lines--) {
        g_string_append_printf(text, "%d\n", g_rand_int_range(rand, 0, 6));
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void test_applied(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    for (int i = 0; i < 3000; i++) {
        g_autofree char *old = some_text(rand), *new = some_text(rand);
        g_autofree char *diff = text_diff("f", old, new);
        g_autofree char *got = strcmp(old, new) == 0 ? g_strdup(new) : apply(old, diff);
        g_assert_cmpstr(got, ==, new);
    }
}

/* A change too large to be compared line by line. */
static void test_large(void)
{
    g_autoptr(GString) old = g_string_new(NULL), new = g_string_new(NULL);
    for (int i = 0; i < 3000; i++) {
        g_string_append_printf(old, "%d\n", i);
        g_string_append_printf(new, "%d\n", i % 2 == 0 ? i : -i);
    }
    g_autofree char *diff = text_diff("f", old->str, new->str);
    g_autofree char *got = apply(old->str, diff);
    g_assert_cmpstr(got, ==, new->str);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text-diff/forms", test_forms);
    g_test_add_func("/text-diff/hunks", test_hunks);
    g_test_add_func("/text-diff/applied", test_applied);
    g_test_add_func("/text-diff/large", test_large);
    return g_test_run();
}
