/* Letters that came back: each counted once, points that fall week by week. */
#include <string.h>

#include "store/clocks.h"
#include "store/outbox.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 100000000, DAY = 86400, WEEK = 7 * DAY };

#define ANN "a@example.org"

static gint64 letter(struct db *db, gint64 player)
{
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    const struct outbox_new new = { .player = player, .recipient = ANN, .letter = bytes };
    return outbox_add(db, &new, NOW);
}

static void send_all(struct db *db)
{
    g_autoptr(GPtrArray) letters = outbox_take(db, NOW, 50);
    g_assert_cmpuint(letters->len, >, 0);
}

/* True if the letter's bounce is counted then. */
static bool counts(struct db *db, gint64 id, gint64 now)
{
    struct bounced_letter returned = { .player = -1 };
    bool counted = bounces_of_letter(db, id, now, &returned);
    if (counted) {
        g_assert_cmpstr(returned.recipient, ==, ANN);
    } else {
        g_assert_cmpint(returned.player, ==, -1);
    }
    g_free(returned.recipient);
    return counted;
}

static void test_letters(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", ANN, ANN, NULL, NOW);
    gint64 one = letter(scratch->db, ann), old = letter(scratch->db, 0);
    g_assert_false(counts(scratch->db, one, NOW)); /* it has not left the house */
    send_all(scratch->db);
    g_assert_true(counts(scratch->db, one, NOW));
    g_assert_false(counts(scratch->db, one, NOW + DAY));
    g_assert_false(counts(scratch->db, old, NOW + 30 * DAY + 1));
    g_assert_true(counts(scratch->db, old, NOW + 30 * DAY));
    g_assert_false(counts(scratch->db, 99, NOW));
    g_assert_false(counts(scratch->db, 0, NOW));
    gint64 parked = letter(scratch->db, ann);
    send_all(scratch->db);
    outbox_failed(scratch->db, parked, "refused", NOW + 4 * DAY, NOW + 4 * DAY);
    g_assert_true(counts(scratch->db, parked, NOW)); /* tried, and nobody knows what came of it */
    scratch_commit(scratch);
}

static int points(struct db *db, gint64 now)
{
    return bounces_read(db, ANN, now).points;
}

static void test_points_fall(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    g_assert_cmpint(points(db, NOW), ==, 0);
    g_assert_cmpint(bounces_add(db, ANN, 2, "5.1.1", NOW), ==, 2);
    g_assert_cmpint(points(db, NOW + WEEK - 1), ==, 2);
    g_assert_cmpint(points(db, NOW + WEEK), ==, 1);
    g_assert_cmpint(points(db, NOW + 2 * WEEK), ==, 0);
    g_assert_cmpint(points(db, NOW - WEEK), ==, 2); /* a clock set back */
    /* Six days of the second week have passed, and stay so. */
    g_assert_cmpint(bounces_add(db, ANN, 1, "4.2.2", NOW + 13 * DAY), ==, 2);
    g_assert_cmpint(points(db, NOW + 14 * DAY - 1), ==, 2);
    g_assert_cmpint(points(db, NOW + 14 * DAY), ==, 1);
    g_assert_cmpstr(bounces_read(db, ANN, NOW).status, ==, "4.2.2");
    /* Long after, it begins anew. */
    g_assert_cmpint(bounces_add(db, ANN, 2, "", NOW + 100 * DAY), ==, 2);
    g_assert_cmpint(points(db, NOW + 107 * DAY - 1), ==, 2);
    g_assert_cmpstr(bounces_read(db, ANN, NOW).status, ==, "");
    for (int i = 0; i < 2 * BOUNCES_POINTS_MAX; i++) {
        bounces_add(db, ANN, 2, "5.1.1", NOW + 100 * DAY);
    }
    g_assert_cmpint(points(db, NOW + 100 * DAY), ==, BOUNCES_POINTS_MAX);
    g_assert_cmpint(bounces_read(db, "b@example.org", NOW).points, ==, 0);
    scratch_commit(scratch);
}

static void test_suspended(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    bounces_suspend(db, ANN, NOW); /* nothing is known of it */
    g_assert_cmpint(bounces_read(db, ANN, NOW).suspended, ==, 0);
    bounces_add(db, ANN, 2, "5.1.1", NOW);
    bounces_suspend(db, ANN, NOW + 1);
    bounces_suspend(db, ANN, NOW + 2);
    g_assert_cmpint(bounces_read(db, ANN, NOW).suspended, ==, NOW + 1);
    bounces_add(db, ANN, 2, "5.1.1", NOW + 3);
    g_assert_cmpint(bounces_read(db, ANN, NOW).suspended, ==, NOW + 1);
    /* It does not end by itself. */
    g_assert_true(expire_rows(db, NOW + 100 * WEEK, 0));
    struct bounces later = bounces_read(db, ANN, NOW + 100 * WEEK);
    g_assert_cmpint(later.suspended, ==, NOW + 1);
    g_assert_cmpint(later.points, ==, 0);
    bounces_forget(db, ANN);
    g_assert_cmpint(bounces_read(db, ANN, NOW).suspended, ==, 0);
    g_assert_cmpstr(bounces_read(db, ANN, NOW).status, ==, "");
    scratch_commit(scratch);
}

static void test_expire(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    bounces_add(db, ANN, 2, "5.1.1", NOW);
    g_assert_true(expire_rows(db, NOW + 2 * WEEK - 1, 0));
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM bounces"), ==, 1);
    g_assert_true(expire_rows(db, NOW + 2 * WEEK, 0));
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM bounces"), ==, 0);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/returns/letters", test_letters);
    scratch_test("/returns/points-fall", test_points_fall);
    scratch_test("/returns/suspended", test_suspended);
    scratch_test("/returns/expire", test_expire);
    return g_test_run();
}
