/* Mails seen, and what strangers were told. */
#include "store/inbox.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000, DAY = 86400 };

static const unsigned char key_one[32] = { 1 }, key_two[32] = { 2 };

static void test_seen(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    g_assert_false(inbox_has_name(scratch->db, "one"));
    gint64 one = inbox_add(scratch->db, "one", key_one, NOW);
    g_assert_true(inbox_has_name(scratch->db, "one"));
    g_assert_false(inbox_has_name(scratch->db, "One"));

    g_auto(InboxRow) row = { 0 }, later = { 0 }, other = { 0 };
    g_assert_cmpint(inbox_find(scratch->db, "two", key_two, &row), ==, INBOX_NEW);
    g_assert_cmpint(inbox_find(scratch->db, "two", NULL, &row), ==, INBOX_NEW);
    g_assert_cmpint(inbox_find(scratch->db, "one", NULL, &row), ==, INBOX_SEEN);
    g_assert_cmpint(inbox_find(scratch->db, "one", key_one, &row), ==, INBOX_SEEN);
    g_assert_cmpint(inbox_find(scratch->db, "two", key_one, &row), ==, INBOX_RENAMED);
    g_assert_cmpint(row.id, ==, one);
    g_assert_cmpint(row.time, ==, NOW);
    g_assert_cmpstr(row.name, ==, "one");
    g_assert_false(row.repeated);
    inbox_repeated(scratch->db, one);
    g_assert_cmpint(inbox_find(scratch->db, "two", key_one, &later), ==, INBOX_RENAMED);
    g_assert_true(later.repeated);

    /* The same mail under other names is kept without a key. */
    inbox_add(scratch->db, "two", NULL, NOW);
    gint64 three = inbox_add(scratch->db, "three", NULL, NOW);
    g_assert_true(inbox_has_name(scratch->db, "two"));
    /* A name goes before a key. */
    g_assert_cmpint(inbox_find(scratch->db, "two", key_one, &other), ==, INBOX_SEEN);
    g_assert_cmpint(three, >, one);
    scratch_commit(scratch);
}

static void test_never_twice(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    inbox_add(scratch->db, "one", key_one, NOW);
    scratch_commit(scratch);
    scratch_begin(scratch);
    inbox_add(scratch->db, "one", key_two, NOW);
    g_assert_false(db_commit(scratch->db, NULL));
    scratch_begin(scratch);
    inbox_add(scratch->db, "two", key_one, NOW);
    g_assert_false(db_commit(scratch->db, NULL));
    g_assert_false(inbox_has_name(scratch->db, "two"));
}

static void test_notices(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    notice_add(scratch->db, "a@example.org", "text", NOW);
    notice_add(scratch->db, "a@example.org", "signup", NOW + 10);
    notice_add(scratch->db, "b@example.org", "text", NOW + 20);
    g_assert_cmpint(notice_count(scratch->db, "a@example.org", "text", since(NOW)), ==, 1);
    g_assert_cmpint(notice_count(scratch->db, "a@example.org", "text", since(NOW + 1)), ==, 0);
    g_assert_cmpint(notice_count(scratch->db, "a@example.org", "signup", since(NOW + 10)), ==, 1);
    g_assert_cmpint(notice_count(scratch->db, "c@example.org", "text", since(0)), ==, 0);
    g_assert_cmpint(notice_count(scratch->db, NULL, "text", since(NOW)), ==, 2);
    g_assert_cmpint(notice_count(scratch->db, NULL, "text", since(NOW + 20)), ==, 1);
    /* What a clock that was put back since has dated later is not in it. */
    g_assert_cmpint(notice_count(scratch->db, NULL, "text", clock_span(NOW + 19, DAY)), ==, 1);
    g_assert_cmpint(notice_count(scratch->db, "a@example.org", "text", clock_span(NOW - 1, DAY)),
                    ==, 0);
    /* Known for a week, forgotten after eight days. */
    notice_add(scratch->db, "c@example.org", "text", NOW + 7 * DAY);
    g_assert_cmpint(notice_count(scratch->db, NULL, "text", since(0)), ==, 3);
    notice_add(scratch->db, "c@example.org", "text", NOW + 8 * DAY + 11);
    g_assert_cmpint(notice_count(scratch->db, NULL, "text", since(0)), ==, 3);
    g_assert_cmpint(notice_count(scratch->db, "a@example.org", "text", since(0)), ==, 0);
    g_assert_cmpint(notice_count(scratch->db, "a@example.org", "signup", since(0)), ==, 0);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/inbox/seen", test_seen);
    scratch_test("/inbox/never-twice", test_never_twice);
    scratch_test("/inbox/notices", test_notices);
    return g_test_run();
}
