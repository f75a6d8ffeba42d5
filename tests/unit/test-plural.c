/* Plural rules: those of languages take the numbers that Unicode CLDR gives as samples of each
 * category; what is no rule takes none. */
#include <glib.h>
#include <string.h>

#include "render/plural.h"

enum { CATEGORIES_MAX = 6, TRIED = 2500 };

static bool fits(const char *rule, gint64 number)
{
    bool good;
    return plural_fits(rule, number, &good);
}

static bool is_rule(const char *rule)
{
    bool good;
    plural_fits(rule, 0, &good);
    return good;
}

/* Rules and samples of whole numbers as CLDR writes them, without those in compact notation. */
static const struct language {
    const char *name;
    struct {
        const char *category, *rule, *samples;
    } rows[CATEGORIES_MAX];
} languages[] = {
    { "Japanese", { { "other", NULL, "0~15, 100, 1000, 10000, 100000, 1000000" } } },
    { "English",
      { { "one", "i = 1 and v = 0", "1" },
        { "other", NULL, "0, 2~16, 100, 1000, 10000, 100000, 1000000" } } },
    { "French",
      { { "one", "i = 0,1", "0, 1" },
        { "many", "e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5", "1000000" },
        { "other", NULL, "2~17, 100, 1000, 10000, 100000" } } },
    { "Polish",
      { { "one", "i = 1 and v = 0", "1" },
        { "few", "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
          "2~4, 22~24, 32~34, 42~44, 52~54, 62, 102, 1002" },
        { "many",
          "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = "
          "12..14",
          "0, 5~19, 100, 1000, 10000, 100000, 1000000" },
        { "other", NULL, "" } } },
    { "Russian",
      { { "one", "v = 0 and i % 10 = 1 and i % 100 != 11",
          "1, 21, 31, 41, 51, 61, 71, 81, 101, 1001" },
        { "few", "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
          "2~4, 22~24, 32~34, 42~44, 52~54, 62, 102, 1002" },
        { "many", "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14",
          "0, 5~19, 100, 1000, 10000, 100000, 1000000" },
        { "other", NULL, "" } } },
    { "Arabic",
      { { "zero", "n = 0", "0" },
        { "one", "n = 1", "1" },
        { "two", "n = 2", "2" },
        { "few", "n % 100 = 3..10", "3~10, 103~110, 1003" },
        { "many", "n % 100 = 11..99", "11~26, 111, 1011" },
        { "other", NULL,
          "100~102, 200~202, 300~302, 400~402, 500~502, 600, 1000, 10000, 100000, 1000000" } } },
    { "Latvian",
      { { "zero", "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19",
          "0, 10~20, 30, 40, 50, 60, 100, 1000, 10000, 100000, 1000000" },
        { "one",
          "n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f "
          "% 10 = 1",
          "1, 21, 31, 41, 51, 61, 71, 81, 101, 1001" },
        { "other", NULL, "2~9, 22~29, 102, 1002" } } },
    { "Breton",
      { { "one", "n % 10 = 1 and n % 100 != 11,71,91", "1, 21, 31, 41, 51, 61, 81, 101, 1001" },
        { "two", "n % 10 = 2 and n % 100 != 12,72,92", "2, 22, 32, 42, 52, 62, 82, 102, 1002" },
        { "few", "n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99",
          "3, 4, 9, 23, 24, 29, 33, 34, 39, 43, 44, 49, 103, 1003" },
        { "many", "n != 0 and n % 1000000 = 0", "1000000" },
        { "other", NULL, "0, 5~8, 10~20, 100, 1000, 10000, 100000" } } },
};

static const char *rule_of(const struct language *language, const char *category)
{
    for (int i = 0; i < CATEGORIES_MAX && language->rows[i].category != NULL; i++) {
        if (g_str_equal(language->rows[i].category, category)) {
            return language->rows[i].rule;
        }
    }
    return NULL;
}

/* The category of a number, and how many rules take it: no more than one. */
static const char *category_of(const struct language *language, gint64 number)
{
    const char *category = "other";
    int taken = 0;
    for (const char *const *each = plural_categories; *each != NULL; each++) {
        const char *rule = rule_of(language, *each);
        if (rule != NULL && fits(rule, number)) {
            category = *each;
            taken++;
        }
    }
    g_assert_cmpint(taken, <=, 1);
    return category;
}

/* The numbers of "2~4, 22". */
static void check_samples(const struct language *language, const char *category,
                          const char *samples)
{
    g_auto(GStrv) ranges = g_strsplit(samples, ", ", -1);
    for (char **range = ranges; *range != NULL; range++) {
        char *end;
        const gint64 first = g_ascii_strtoll(*range, &end, 10);
        const gint64 last = *end == '~' ? g_ascii_strtoll(end + 1, NULL, 10) : first;
        for (gint64 number = first; number <= last; number++) {
            g_test_message("%s: %" G_GINT64_FORMAT, language->name, number);
            g_assert_cmpstr(category_of(language, number), ==, category);
            g_assert_cmpstr(category_of(language, -number), ==, category);
        }
    }
}

static void test_languages(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(languages); i++) {
        const struct language *language = &languages[i];
        for (int j = 0; j < CATEGORIES_MAX && language->rows[j].category != NULL; j++) {
            const char *rule = language->rows[j].rule;
            g_assert_true(rule == NULL || is_rule(rule));
            check_samples(language, language->rows[j].category, language->rows[j].samples);
        }
        for (gint64 number = 0; number < TRIED; number++) {
            category_of(language, number);
        }
    }
}

/* Blanks do not matter, and a rule may say less than those of languages do. */
static void test_forms(void)
{
    static const struct {
        const char *rule;
        gint64 number;
        bool fits;
    } rows[] = {
        { "n=1", 1, true },
        { "  n  =  1  ", 1, true },
        { "n%10=2..4,7", 27, true },
        { "n%10=2..4,7", 25, false },
        { "n % 10 != 2..4 , 7", 25, true },
        { "n % 10 != 2..4 , 7", 33, false },
        { "n = 3..5", 3, true },
        { "n = 3..5", 5, true },
        { "n = 3..5", 6, false },
        /* "and" binds closer than "or". */
        { "n = 1 or n = 2 and n = 3", 1, true },
        { "n = 1 or n = 2 and n = 3", 3, false },
        { "n = 2 and n = 3 or n = 1", 1, true },
        /* Of a whole number there is nothing behind the point. */
        { "v = 0 and w = 0 and f = 0 and t = 0 and c = 0 and e = 0", 5, true },
        { "v != 0", 5, false },
        { "n = 1", G_MAXINT64, false },
        { "n != 1", G_MAXINT64, true },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_test_message("%s", rows[i].rule);
        g_assert_true(is_rule(rows[i].rule));
        g_assert_true(fits(rows[i].rule, rows[i].number) == rows[i].fits);
    }
}

static void test_faults(void)
{
    static const char *const faults[] = {
        "",
        " ",
        "n",
        "1",
        "n =",
        "= 1",
        "n 1",
        "x = 1",
        "N = 1",
        "n == 1",
        "n = x",
        "n = -1",
        "n = +1",
        "n = 1.5",
        "n = 1..",
        "n = ..2",
        "n = 1,",
        "n = ,1",
        "n = 1;",
        "n = 1 n = 1",
        "n % = 1",
        "n % 10",
        "n % -10 = 1",
        "n ! = 1",
        "n != ",
        "n <> 2",
        "n is 1",
        "n in 0..1",
        "n mod 10 = 1",
        "(n = 1)",
        "n = 1 and",
        "n = 1 or",
        "and n = 1",
        "or n = 1",
        "n = 1 and or n = 1",
        "n = 1 but n = 1",
        "n = 1 @integer 1",
        "one: n = 1",
        "n = \xe2\x88\x92"
        "1",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_test_message("\"%s\"", faults[i]);
        g_assert_false(is_rule(faults[i]));
        for (gint64 number = 0; number < 20; number++) {
            g_assert_false(fits(faults[i], number));
        }
    }
}

/* The start of a rule up to any of its bytes is a rule or none, and takes no number that is not
 * asked about. */
static void test_cut(void)
{
    static const char rule[] = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or n = 100000";
    for (size_t length = 0; length < sizeof rule; length++) {
        g_autofree char *cut = g_strndup(rule, length);
        for (gint64 number = 0; number < 200; number++) {
            g_assert_true(is_rule(cut) || !fits(cut, number));
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plural/languages", test_languages);
    g_test_add_func("/plural/forms", test_forms);
    g_test_add_func("/plural/faults", test_faults);
    g_test_add_func("/plural/cut", test_cut);
    return g_test_run();
}
