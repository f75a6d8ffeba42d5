/* Vacations as they are stored: joined where they meet, never two for a day. */
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1700000000, DAY = 86400 };

static gint64 begin(struct scratch *scratch)
{
    scratch_begin(scratch);
    return player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
}

/* From one day to another, by UTC. */
static struct vacation days(gint64 first, gint64 last)
{
    return (struct vacation){
        .first = first, .last = last, .begin = first * DAY, .end = (last + 1) * DAY
    };
}

static void add(struct db *db, gint64 player, gint64 first, gint64 last)
{
    struct vacation vacation = days(first, last);
    vacation_add(db, player, &vacation, first * DAY, NULL);
}

/* "10-12 20-21". Free with g_free. */
static char *listed(struct db *db, gint64 player)
{
    g_autoptr(GArray) all = vacations_of(db, player);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < all->len; i++) {
        const struct vacation *each = &g_array_index(all, struct vacation, i);
        g_string_append_printf(text, "%s%d-%d", i > 0 ? " " : "", (int)each->first,
                               (int)each->last);
        g_assert_cmpint(each->begin, ==, each->first * DAY);
        g_assert_cmpint(each->end, ==, (each->last + 1) * DAY);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void assert_listed(struct db *db, gint64 player, const char *want)
{
    g_autofree char *got = listed(db, player);
    g_assert_cmpstr(got, ==, want);
}

static void test_joined(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    gint64 ann = begin(scratch);
    gint64 bob = player_add(scratch->db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    add(scratch->db, ann, 20, 21);
    add(scratch->db, ann, 10, 12);
    add(scratch->db, bob, 11, 30);
    assert_listed(scratch->db, ann, "10-12 20-21");
    add(scratch->db, ann, 13, 14); /* goes on without a break */
    assert_listed(scratch->db, ann, "10-14 20-21");
    add(scratch->db, ann, 11, 12); /* nothing new */
    assert_listed(scratch->db, ann, "10-14 20-21");
    add(scratch->db, ann, 30, 40);
    add(scratch->db, ann, 14, 20); /* meets two */
    assert_listed(scratch->db, ann, "10-21 30-40");
    add(scratch->db, ann, 5, 50);
    assert_listed(scratch->db, ann, "5-50");
    assert_listed(scratch->db, bob, "11-30");
    vacation_drop(scratch->db, ann, 5);
    assert_listed(scratch->db, ann, "");
    scratch_commit(scratch);
}

/* Who has moved west may ask for a day again that is over by the clock. */
static void test_one_day_twice(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    gint64 ann = begin(scratch);
    struct vacation again = { .first = 10, .last = 10, .begin = 11 * DAY + 60, .end = 12 * DAY };
    struct vacation joined;
    add(scratch->db, ann, 10, 10);
    vacation_add(scratch->db, ann, &again, again.begin, &joined);
    g_assert_cmpint(joined.begin, ==, 10 * DAY);
    g_assert_cmpint(joined.end, ==, 12 * DAY);
    scratch_commit(scratch);
}

static void test_at(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    gint64 ann = begin(scratch);
    struct vacation found = { .first = -1 };
    add(scratch->db, ann, 10, 12);
    g_assert_false(vacation_at(scratch->db, ann, 10 * DAY - 1, &found));
    g_assert_cmpint(found.first, ==, -1);
    g_assert_true(vacation_at(scratch->db, ann, 10 * DAY, &found));
    g_assert_cmpint(found.last, ==, 12);
    g_assert_true(vacation_at(scratch->db, ann, 13 * DAY - 1, &found));
    g_assert_false(vacation_at(scratch->db, ann, 13 * DAY, &found));
    g_assert_false(vacation_at(scratch->db, ann + 1, 11 * DAY, &found));
    scratch_commit(scratch);
}

static void test_old(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    gint64 ann = begin(scratch);
    add(scratch->db, ann, 10, 12);
    add(scratch->db, ann, 13 + VACATIONS_KEPT / DAY, 800);
    assert_listed(scratch->db, ann, "10-12 745-800");
    add(scratch->db, ann, 900, 901);
    assert_listed(scratch->db, ann, "745-800 900-901");
    scratch_commit(scratch);
}

/* Whatever is added: each day is in one vacation, and in one if it was asked for. */
static void test_chance(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    gint64 ann = begin(scratch);
    bool away[100] = { false };
    for (int i = 0; i < 60; i++) {
        int first = g_test_rand_int_range(0, 95);
        int last = first + g_test_rand_int_range(0, 5);
        add(scratch->db, ann, first, last);
        for (int day = first; day <= last; day++) {
            away[day] = true;
        }
        for (int day = 0; day < 100; day++) {
            struct vacation found;
            bool is_away = vacation_at(scratch->db, ann, (gint64)day * DAY + DAY / 2, &found);
            g_assert_true(is_away == away[day]);
            g_assert_true(!is_away || (found.first <= day && day <= found.last));
        }
    }
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/vacations/joined", test_joined);
    scratch_test("/vacations/one day twice", test_one_day_twice);
    scratch_test("/vacations/at", test_at);
    scratch_test("/vacations/old", test_old);
    scratch_test("/vacations/chance", test_chance);
    return g_test_run();
}
