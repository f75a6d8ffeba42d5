/* The renderer of templates, and filling to a width. */
#include <glib.h>
#include <string.h>

#include "base/error.h"
#include "render/template.h"

/* Values for all tests: text, number, yes and no. */
static struct values *some_values(void)
{
    struct values *values = pairs("name", "ann", "empty", "", "lines", "one\n\ntwo\n", "tag",
                                  "{{name}}", "nothing", NULL, NULL);
    with_number(values, "number", 7);
    with_number(values, "small", -3);
    with_number(values, "zero", 0);
    with_switch(values, "yes", true);
    with_switch(values, "no", false);
    return values;
}

static void check_text(const char *source, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Values) values = some_values();
    g_autofree char *text = template_render(source, values, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(text, ==, expected);
    g_assert_true(template_check(source, NULL, NULL));
}

static void check_fault(const char *source, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Values) values = some_values();
    g_autofree char *text = template_render(source, values, NULL, &error);
    g_assert_null(text);
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
    if (strstr(error->message, part) == NULL) {
        g_error("'%s' should say '%s'", error->message, part);
    }
}

static void test_values(void)
{
    check_text("", "");
    check_text("no tags } { }} here", "no tags } { }} here");
    check_text("{{name}} has {{number}} and {{ small }}{{empty}}.", "ann has 7 and -3.");
    check_text("{{tag}}", "{{name}}");
    check_text("a{{! not\nshown }}b", "ab");
}

static void test_sections(void)
{
    check_text("{{#yes}}a{{/yes}}{{#no}}b{{/no}}{{^no}}c{{/no}}{{^yes}}d{{/yes}}", "ac");
    check_text("{{#name}}a{{/name}}{{#empty}}b{{/empty}}{{^empty}}c{{/empty}}", "ac");
    check_text("{{#number}}a{{/number}}{{#zero}}b{{/zero}}{{^zero}}c{{/zero}}", "ac");
    check_text("{{#small}}a{{/small}}", "a");
    check_text("{{#no}}a{{/no}}{{^no}}b{{/no}}{{^name}}c{{/name}}", "b");
    check_text("{{#no}}{{unknown}}{{#deep}}{{/deep}}{{/no}}.", ".");
}

/* ---- a speaker ---- */

/* Says the key of a phrase, and the form that is asked for. */
static char *say_key(const struct speaker *speaker, const struct phrase *phrase, const char *form)
{
    (void)speaker;
    return g_strconcat(phrase->key, form != NULL ? "/" : NULL, form, NULL);
}

static const char *parity(const struct speaker *speaker, gint64 number)
{
    (void)speaker;
    return number % 2 == 0 ? "even" : "odd";
}

static void check_spoken(const char *source, const char *expected)
{
    static const struct speaker speaker = { say_key, parity };
    g_autoptr(GError) error = NULL;
    g_autoptr(Values) values = some_values();
    with_phrase(values, "span", phrase_key("group", "key", NULL));
    with_phrase(values, "drawn", phrase_key("group", "one\ntwo\n", NULL));
    g_autofree char *text = template_render(source, values, &speaker, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(text, ==, expected);
}

/* A phrase is said where it stands, in the form that stands behind its dot. */
static void test_phrases(void)
{
    check_spoken("{{span}}, {{span.dat}}, {{ span.gen-pl }}.", "key, key/dat, key/gen-pl.");
    check_spoken("{{span.a.b}}", "key/a.b");
    check_spoken("{{#span}}a{{/span}}{{^span}}b{{/span}}{{#span.dat}}c{{/span.dat}}", "ac");
    check_spoken("| {{drawn}}\nend", "| one\n| two\nend");
    /* Texts and numbers have no forms. */
    check_spoken("{{name.dat}} {{number.dat}}{{#name.one}}!{{/name.one}}", "ann 7!");
    /* Nobody is there to say it. */
    g_autoptr(GError) error = NULL;
    g_autoptr(Values) values = with_phrase(values_new(), "span", phrase_key("group", "key", NULL));
    g_assert_null(template_render("{{span}}", values, NULL, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
}

/* Of a number, a section may ask for its plural category. */
static void test_categories(void)
{
    check_spoken("{{#number.odd}}a{{/number.odd}}{{#number.even}}b{{/number.even}}", "a");
    check_spoken("{{^number.odd}}a{{/number.odd}}{{^number.even}}b{{/number.even}}", "b");
    check_spoken("{{#zero.even}}{{zero}}{{/zero.even}}{{#zero}}b{{/zero}}", "0");
    check_spoken("{{#small.odd}}{{small}}{{/small.odd}}", "-3");
    /* Without a speaker each is of the category other. */
    check_text("{{#number.one}}a{{/number.one}}{{#number.other}}b{{/number.other}}", "b");
    check_text("{{#zero.other}}a{{/zero.other}}{{^zero.other}}b{{/zero.other}}", "a");
}

static void test_lines(void)
{
    check_text("a\n{{#yes}}\nb\n{{/yes}}\nc\n", "a\nb\nc\n");
    check_text("a\n  {{#no}}  \nb\n{{/no}}\nc", "a\nc");
    check_text("a\n{{! gone }}\nb", "a\nb");
    check_text("a {{#yes}}\nb{{/yes}}", "a \nb");
    check_text("{{#yes}} {{/yes}}\nb", " \nb");
}

static void test_several_lines(void)
{
    check_text("{{lines}}\nend", "one\n\ntwo\nend");
    check_text("| {{lines}}\nend", "| one\n|\n| two\nend");
    check_text("  > {{lines}}", "  > one\n  >\n  > two");
    check_text("x {{lines}}\nend", "x one\n\ntwo\n\nend");
    check_text("| {{lines}} x", "| one\n\ntwo\n x");
}

static void test_faults(void)
{
    check_fault("a\nb {{unknown}}", "2: no value for {{unknown}}");
    check_fault("{{#unknown}}{{/unknown}}", "no value for {{unknown}}");
    check_fault("\n{{#yes}}\n", "not closed: {{yes}}");
    check_fault("{{#yes}}{{#no}}{{/yes}}{{/no}}", "closes no section: {{yes}}");
    check_fault("{{/yes}}", "closes no section");
    check_fault("{{name", "not closed");
    check_fault("{{}}", "without a name");
    check_fault("{{a b}}", "without a name");
    check_fault("{{! never ending", "not closed");
    check_fault("{{yes}}", "neither text nor number");
    check_fault("{{#number.one}}{{/number}}", "closes no section: {{number}}");
    check_fault("{{unknown.dat}}", "no value for {{unknown.dat}}");
    check_fault("{{.one}}", "no value for {{.one}}");

    g_autofree char *word = g_strnfill(65, 'a');
    g_autofree char *long_name = g_strconcat("{{", word, "}}", NULL);
    check_fault(long_name, "without a name");
}

static void test_check(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(template_check("{{any}}{{#thing}}{{/thing}}", NULL, &error));
    g_assert_no_error(error);
    g_assert_false(template_check("{{#thing}}", NULL, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
}

/* What a source asks for, sorted, with blanks between. */
static void check_names(const char *source, const char *expected)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GError) error = NULL;
    template_check(source, names, &error);
    g_assert_no_error(error);
    g_autoptr(GList) sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    g_autoptr(GString) found = g_string_new(NULL);
    for (const GList *name = sorted; name != NULL; name = name->next) {
        g_string_append_printf(found, "%s%s", found->len > 0 ? " " : "", (char *)name->data);
    }
    g_assert_cmpstr(found->str, ==, expected);
}

static void test_names(void)
{
    check_names("plain {{! a comment }}", "");
    check_names("{{b}} {{a}} {{ b }}", "a b");
    /* What stands in a section counts, open or not, and so does its own name. */
    check_names("{{#a}}{{^b}}{{c}}{{/b}}{{/a}}", "a b c");
    check_names("{{#n.one}}{{span.dat}}{{/n.one}}{{^n.few}}{{span}}{{/n.few}}", "n span");
}

static void test_no_values(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = template_render("plain", NULL, NULL, &error);
    g_assert_cmpstr(text, ==, "plain");
    g_assert_null(template_render("{{name}}", NULL, NULL, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
}

static char *nested(int depth)
{
    GString *source = g_string_new(NULL);
    for (int i = 0; i < depth; i++) {
        g_string_append(source, "{{#yes}}");
    }
    g_string_append(source, "x");
    for (int i = 0; i < depth; i++) {
        g_string_append(source, "{{/yes}}");
    }
    return g_string_free(source, FALSE);
}

static void test_depth(void)
{
    g_autofree char *deep = nested(16);
    check_text(deep, "x");
    g_autofree char *deeper = nested(17);
    check_fault(deeper, "too deep");
    g_assert_false(template_check(deeper, NULL, NULL));
}

static void test_size(void)
{
    g_autofree char *page = g_strnfill(600000, 'x');
    g_autoptr(Values) all = pairs("page", page, NULL);
    g_autoptr(GError) error = NULL;
    g_autofree char *once = template_render("{{page}}", all, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(once, ==, page);
    g_assert_null(template_render("{{page}}{{page}}", all, NULL, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
}

static void check_filled(const char *text, int columns, const char *expected)
{
    g_autofree char *filled = template_fill(text, columns);
    g_assert_cmpstr(filled, ==, expected);
}

static void test_fill(void)
{
    check_filled("", 10, "");
    check_filled("\n\n", 10, "\n\n");
    check_filled("exactly 10", 10, "exactly 10");
    check_filled("exactly 10 and more\n", 10, "exactly 10\nand more\n");
    check_filled("one two three", 7, "one two\nthree");
    check_filled("one two    three", 7, "one two\nthree");
    check_filled("a short line\nanother", 20, "a short line\nanother");
    check_filled("abcdefghijklm", 5, "abcde\nfghij\nklm");
    check_filled("ab cdefghijkl", 5, "ab\ncdefg\nhijkl");
    check_filled("one two          ", 7, "one two");
}

/* A move is not left alone in the last line, where it would read as one. */
static void test_fill_company(void)
{
    check_filled("either a1-b1 or c1-d1.", 17, "either a1-b1\nor c1-d1.");
    check_filled("either this one or that", 20, "either this one or\nthat");
    check_filled("3. a1   4. c1-d1", 12, "3. a1\n4. c1-d1");
    check_filled("- at c1-d1.", 6, "- at\n  c1-d\n  1.");
    check_filled("seventeen 18", 10, "seventeen\n18");
}

static void test_fill_prefix(void)
{
    check_filled("    one two three", 11, "    one two\n    three");
    check_filled("| one two three", 9, "| one two\n| three");
    check_filled("> > one two three", 11, "> > one two\n> > three");
    check_filled("          far in here", 12, "      far in\n      here");
    check_filled("|-ab", 2, "|-\n|a\n|b");
    check_filled("| | | | | | | far", 12, "| | | | | |\n| | | | far");
}

static void test_fill_characters(void)
{
    check_filled("| \u65e5\u672c\u8a9e\u65e5\u672c", 8, "| \u65e5\u672c\u8a9e\n| \u65e5\u672c");
    check_filled("ab\U0001f468\u200d\U0001f469c", 3, "ab\n\U0001f468\u200d\U0001f469c");
    check_filled("\u65e5\u672c", 1, "\u65e5\n\u672c");
    check_filled("|\u65e5\u672c", 2, "|\u65e5\n|\u672c"); /* no place for it, but some must be */
    check_filled("one\u00a0two three\u00a0four\u00a0five", 10,
                 "one\u00a0two\nthree\u00a0\nfour\u00a0five");
    check_filled("\303\244\303\266\303\274 \303\237", 5, "\303\244\303\266\303\274 \303\237");
    check_filled("\303\244\303\266\303\274\303\237", 3, "\303\244\303\266\303\274\n\303\237");
    check_filled("\200\200\200\200", 2, "\200\200\200\200");
    check_filled("long words here", -5, "lo\nng\nwo\nrd\ns\nhe\nre");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/template/values", test_values);
    g_test_add_func("/template/sections", test_sections);
    g_test_add_func("/template/phrases", test_phrases);
    g_test_add_func("/template/categories", test_categories);
    g_test_add_func("/template/lines", test_lines);
    g_test_add_func("/template/several-lines", test_several_lines);
    g_test_add_func("/template/faults", test_faults);
    g_test_add_func("/template/check", test_check);
    g_test_add_func("/template/names", test_names);
    g_test_add_func("/template/no-values", test_no_values);
    g_test_add_func("/template/depth", test_depth);
    g_test_add_func("/template/size", test_size);
    g_test_add_func("/template/fill", test_fill);
    g_test_add_func("/template/fill-company", test_fill_company);
    g_test_add_func("/template/fill-prefix", test_fill_prefix);
    g_test_add_func("/template/fill-characters", test_fill_characters);
    return g_test_run();
}
