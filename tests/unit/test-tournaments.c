/* Who plays whom in a tournament, and how a section stands: tables worked by hand. What holds for
 * all of them is in tests/mail/tournaments. */
#include <string.h>

#include "tournaments/table.h"

/* ---- pairings ---- */

static void assert_list(int size, int seats, int rounds, const char *expected)
{
    g_autoptr(GArray) list = pairing_list(size, seats, rounds);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < list->len; i++) {
        for (int seat = 0; seat < (seats == 2 ? 2 : size); seat++) {
            const int place = g_array_index(list, struct pairing, i).seat[seat];
            g_string_append_printf(text, "%s%d", seat > 0 ? "-" : i > 0 ? " " : "", place + 1);
        }
    }
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_berger(void)
{
    /* The tables as they are printed, each round in the order of the lower numbers. */
    assert_list(3, 2, 1, "2-3 1-2 3-1");
    assert_list(4, 2, 1, "1-4 2-3 1-2 4-3 3-1 2-4");
    assert_list(6, 2, 1, "1-6 2-5 3-4 1-2 5-3 6-4 3-1 2-6 4-5 1-4 2-3 6-5 5-1 4-2 3-6");
    assert_list(3, 2, 2, "2-3 1-2 3-1 3-2 2-1 1-3");
    assert_list(2, 2, 4, "1-2 2-1 1-2 2-1");
    assert_list(1, 2, 1, "");
    assert_list(4, 4, 1, "1-2-3-4 2-3-4-1 3-4-1-2 4-1-2-3");
    assert_list(3, 6, 2, "1-2-3 2-3-1 3-1-2");
    assert_list(1, 3, 1, "");
}

/* Each two meet once in a round, and everybody begins as often as not. */
static void test_balance(void)
{
    for (int size = 2; size <= PAIRING_SECTION_MOST; size++) {
        g_autoptr(GArray) list = pairing_list(size, 2, 1);
        int met[PAIRING_SECTION_MOST][PAIRING_SECTION_MOST] = { { 0 } };
        g_assert_cmpuint(list->len, ==, (guint)(size * (size - 1) / 2));
        for (guint i = 0; i < list->len; i++) {
            const int *seat = g_array_index(list, struct pairing, i).seat;
            met[seat[0]][seat[1]]++;
        }
        for (int one = 0; one < size; one++) {
            int first = 0, second = 0;
            for (int other = 0; other < size; other++) {
                first += met[one][other];
                second += met[other][one];
                g_assert_cmpint(met[one][other] + met[other][one], ==, one != other);
            }
            g_assert_cmpint(ABS(first - second), ==, (size + 1) % 2);
        }
    }
}

static void assert_sections(GArray *sections, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < sections->len; i++) {
        g_string_append_printf(text, "%s%d", i > 0 ? " " : "", g_array_index(sections, int, i) + 1);
    }
    g_assert_cmpstr(text->str, ==, expected);
    g_array_unref(sections);
}

static void test_sections(void)
{
    enum { TWO = 1 << 2, FOUR = 1 << 4, ALL = TWO | 1 << 3 | FOUR | 1 << 6 };
    assert_sections(pairing_sections(5, 5, ~0U), "1 1 1 1 1");
    assert_sections(pairing_sections(8, 4, ~0U), "1 2 2 1 1 2 2 1");
    assert_sections(pairing_sections(13, 5, ~0U), "1 2 3 3 2 1 1 2 3 3 2 1 1");
    assert_sections(pairing_sections(3, 3, ALL), "1 1 1");
    assert_sections(pairing_sections(7, 4, ALL), "1 2 2 1 1 2 1");
    assert_sections(pairing_sections(5, 4, TWO | FOUR), "2 1 1 1 1");
    assert_sections(pairing_sections(6, 4, TWO | FOUR), "1 2 3 3 2 1");
    assert_sections(pairing_sections(2, 3, 1 << 3), "1 2");
    assert_sections(pairing_sections(0, 3, ALL), "");
    assert_sections(pairing_bracket(2), "1 1");
    assert_sections(pairing_bracket(4), "1 2 2 1");
    assert_sections(pairing_bracket(7), "1 3 4 2 2 4 3");
    assert_sections(pairing_bracket(3), "1 2 2");
}

/* printf '42 1' | sha256sum, and so on, sorted. */
static void test_lot(void)
{
    g_autoptr(GArray) lot = pairing_lot(42, 4);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < lot->len; i++) {
        g_string_append_printf(text, "%d ", g_array_index(lot, int, i));
    }
    g_assert_cmpstr(text->str, ==, "2 1 4 3 ");
}

/* ---- tables ---- */

/* A section, and its results as text: for each match of two the places of its seats, as "12" for a
 * win of the first, "11" for a draw; ".." is open, "--" is void. With `rows` as text: "rank points
 * berger won left" for each place. `gone` has a letter for each: "l" left, "a" annulled. */
struct sample {
    int size, seats, rounds;
    const char *results, *gone, *rows, *chances;
};

static const struct sample samples[] = {
    /* 2-3 1-2 3-1: all beat each other in a ring, and share the first place. */
    { 3, 2, 1, "12 12 12", "", "1 2 4 1 0, 1 2 4 1 0, 1 2 4 1 0", "" },
    /* Points. */
    { 3, 2, 1, "12 12 21", "", "1 4 4 2 0, 2 2 0 1 0, 3 0 0 0 0", "" },
    /* 1-4 2-3 1-2 4-3 3-1 2-4. Two have two points, and two have one: Sonneborn-Berger decides. */
    { 4, 2, 1, "21 12 12 21 21 12", "", "1 4 12 2 0, 2 4 8 2 0, 4 2 4 1 0, 3 2 8 1 0", "" },
    /* Nothing but draws, and one void match: points, then all shared. */
    { 3, 2, 1, "11 11 --", "", "2 1 2 0 0, 1 2 2 0 0, 2 1 2 0 0", "" },
    /* One has left with the rest lost, and has a rank; but goes on no more. */
    { 3, 2, 1, "11 12 21", "l", "1 4 4 2 0, 2 1 1 0 0, 2 1 1 0 0", "" },
    /* The matches of one do not count. */
    { 3, 2, 1, "12 12 21", "a", "0 0 0 0 0, 1 2 0 1 0, 2 0 0 0 0", "" },
    /* At a table of three, once with a shared place. */
    { 3, 3, 1, "123 122 ...", "", "2 5 15 1 1, 1 6 14 1 1, 3 1 5 0 1", "" },
    /* Whether one will be first. 2-3 1-2 3-1 */
    { 3, 2, 1, ".. 12 21", "", "1 4 0 2 0, 2 0 0 0 1, 2 0 0 0 1", "sure none none" },
    { 3, 2, 1, ".. .. ..", "", "1 0 0 0 2, 1 0 0 0 2, 1 0 0 0 2", "own own own" },
    { 3, 2, 1, "12 .. ..", "", "2 0 0 0 2, 1 2 0 1 1, 2 0 0 0 1", "own own others" },
    { 3, 2, 1, "12 .. 12", "", "3 0 0 0 1, 1 2 4 1 1, 2 2 0 1 0", "others own others" },
};

static void read_results(const struct sample *sample, const GArray *list, struct bout *bouts)
{
    g_auto(GStrv) words = g_strsplit(sample->results, " ", -1);
    g_assert_cmpuint(g_strv_length(words), ==, list->len);
    for (guint i = 0; i < list->len; i++) {
        bouts[i].state = words[i][0] == '.'   ? BOUT_OPEN
                         : words[i][0] == '-' ? BOUT_VOID
                                              : BOUT_PLAYED;
        for (int seat = 0; bouts[i].state == BOUT_PLAYED && words[i][seat] != '\0'; seat++) {
            bouts[i].place[seat] = words[i][seat] - '0';
        }
    }
}

static void test_tables(void)
{
    static const char *const chances[] = { "none", "others", "own", "sure" };
    for (size_t i = 0; i < G_N_ELEMENTS(samples); i++) {
        const struct sample *sample = &samples[i];
        g_autoptr(GArray) list = pairing_list(sample->size, sample->seats, sample->rounds);
        g_autofree struct bout *bouts = g_new0(struct bout, list->len);
        struct table_row rows[PAIRING_SECTION_MOST] = { 0 };
        g_autoptr(GString) text = g_string_new(NULL);
        g_autoptr(GString) will = g_string_new(NULL);
        read_results(sample, list, bouts);
        for (size_t place = 0; sample->gone[place] != '\0'; place++) {
            rows[place].withdrawn = sample->gone[place] != '-';
            rows[place].annulled = sample->gone[place] == 'a';
        }
        table_make(rows, sample->size, sample->seats, list, bouts);
        for (int place = 0; place < sample->size; place++) {
            const struct table_row *row = &rows[place];
            g_string_append_printf(text, "%s%d %d %d %d %d", place > 0 ? ", " : "", row->rank,
                                   row->points, row->berger, row->won, row->left);
            g_string_append_printf(
                will, "%s%s", place > 0 ? " " : "",
                chances[table_chance(rows, sample->size, sample->seats, list, bouts, place)]);
        }
        g_test_message("%zu: %s", i, sample->results);
        g_assert_cmpstr(text->str, ==, sample->rows);
        if (*sample->chances != '\0') {
            g_assert_cmpstr(will->str, ==, sample->chances);
        }
    }
}

static void test_best(void)
{
    struct table_row rows[] = {
        { .rank = 1, .withdrawn = true }, { .rank = 2 }, { .rank = 2 }, { 0 }
    };
    g_assert_cmpint(table_best(rows, 4), ==, 2);
    g_assert_cmpint(table_best(rows, 1), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tournaments/berger", test_berger);
    g_test_add_func("/tournaments/balance", test_balance);
    g_test_add_func("/tournaments/sections", test_sections);
    g_test_add_func("/tournaments/lot", test_lot);
    g_test_add_func("/tournaments/tables", test_tables);
    g_test_add_func("/tournaments/best", test_best);
    return g_test_run();
}
