/* How far words are from each other. */
#include "base/plain.h"

#include <string.h>

static void test_slips(void)
{
    g_autofree char *long_text = g_strnfill(1000, 'x');
    const struct {
        const char *word, *meant;
        int slips;
    } pairs[] = {
        { "size", "SIZE", 0 },
        { "size", "sizes", 1 },
        { "size", "sise", 1 },
        { "", "size", 4 },
        { "LSIT", "list", 1 },
        { "chalenge", "challenge", 1 },
        { long_text, "x", SLIPS_LONGEST },
        { "abc", "cab", 2 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++) {
        const int slips = slips_between(pairs[i].word, strlen(pairs[i].word), pairs[i].meant);
        g_assert_cmpint(slips, ==, pairs[i].slips);
    }
    g_assert_cmpint(slips_between("sizes", 4, "size"), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/slips/between", test_slips);
    return g_test_run();
}
