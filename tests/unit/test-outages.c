/* What lapses lapses by the time in which the server served, whatever its clock showed. */
#include "store/clocks.h"
#include "store/inbox.h"
#include "store/pending.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { DAY = 86400, YEAR = 365 * DAY, NOW = 1000000000 };

/* What SQL makes of two moments. */
static gint64 outages_lapse(struct db *db, gint64 since, gint64 until)
{
    return db_number(db, "SELECT " OUTAGES_LAPSE(":since", ":until"), until, since);
}

static void test_moments(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    g_assert_cmpint(outages_lapse(db, NOW, NOW + DAY), ==, NOW + DAY);
    outage_add(db, NOW - 10, NOW + 20, OUTAGE_HELD);
    outage_add(db, NOW + 30, NOW + 40, OUTAGE_STOOD_STILL);
    g_assert_cmpint(outages_lapse(db, NOW, NOW + DAY), ==, NOW + DAY + 30);
    g_assert_cmpint(outages_lapse(db, NOW + 35, NOW + DAY), ==, NOW + DAY + 5);
    g_assert_cmpint(outages_lapse(db, NOW + 40, NOW + DAY), ==, NOW + DAY);
    g_assert_cmpint(outages_served(db, NOW, NOW + 100), ==, 70);
    g_assert_cmpint(outages_served(db, NOW, NOW - 5), ==, 0);
}

/* One of each, made now, that lasts three days. */
static char *make_all(struct db *db)
{
    struct token token = {
        .kind = TOKEN_CONFIRM, .object = 1, .made = NOW, .expires = NOW + 3 * DAY
    };
    char name[] = "dora", address[] = "d@example.org";
    struct pending signup = { .kind = PENDING_SIGNUP,
                              .name = name,
                              .address = address,
                              .folded = address,
                              .made = NOW,
                              .expires = NOW + 3 * DAY };
    pending_add(db, &signup);
    return g_strdup(token_new(db, &token).text);
}

/* True if they are there at a moment; either all of them are or none. */
static bool are_open(struct db *db, const char *text, gint64 now)
{
    struct token token;
    bool found = token_find(db, text, now, &token);
    g_autoptr(Pending) named = pending_signup_by_name(db, "dora", now);
    g_assert_cmpint(found, ==, named != NULL);
    return found;
}

static void keep_house(struct db *db, gint64 now)
{
    g_assert_true(expire_rows(db, now, 0));
    notice_add(db, "x@example.org", "other", now);
}

/* A year forward, a day there, and back. */
static void test_year_ahead(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    g_autofree char *text = make_all(db);
    gint64 ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    gint64 bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    player_rename(db, ann, "anna", NOW);
    player_forget(db, bob, NOW);
    notice_add(db, "d@example.org", "signup", NOW);
    gint64 then = NOW + 2 * YEAR;
    outage_add(db, NOW + DAY, then, OUTAGE_STOOD_STILL);
    keep_house(db, then + DAY);
    g_assert_true(are_open(db, text, then + DAY));
    g_assert_cmpint(player_name_kept(db, "ann", then + DAY), ==, ann);
    g_assert_true(player_name_rests(db, "bob", then + DAY));
    g_assert_false(are_open(db, text, then + 2 * DAY));

    gint64 back = NOW + 2 * DAY;
    clocks_put_back(db, back);
    g_assert_true(are_open(db, text, back));
    g_assert_cmpint(player_name_kept(db, "ann", back), ==, ann);
    g_assert_true(player_name_rests(db, "bob", back));
    g_assert_cmpint(notice_count(db, "d@example.org", "signup", clock_span(back, 7 * DAY)), ==, 1);
    g_assert_false(are_open(db, text, NOW + 4 * DAY)); /* a day of the outage is left */
    keep_house(db, NOW + 5 * DAY);
    g_assert_false(are_open(db, text, NOW + 5 * DAY));
}

/* What was made ahead of time lasts no longer than anything else. */
static void test_made_ahead(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    g_autofree char *text = make_all(db);
    clocks_put_back(db, NOW - YEAR);
    g_assert_true(are_open(db, text, NOW - YEAR + DAY));
    g_assert_false(are_open(db, text, NOW - YEAR + 3 * DAY));
}

/* outages_ago says the same as SQL does, for all moments around outages. */
static void test_ago(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    enum { SPAN = 60, LONGEST = 9, ROUNDS = 40 };
    struct db *db = scratch->db;
    for (int round = 0; round < ROUNDS; round++) {
        scratch_begin(scratch);
        for (gint64 begin = random_below(LONGEST); begin < SPAN; begin += random_below(LONGEST)) {
            const gint64 end = begin + 1 + random_below(LONGEST);
            outage_add(db, NOW + begin, NOW + end, OUTAGE_HELD);
            begin = end;
        }
        for (gint64 seconds = 0; seconds < SPAN; seconds++) {
            const gint64 now = NOW + random_below(SPAN + LONGEST);
            const gint64 ago = outages_ago(db, now, seconds);
            for (gint64 began = NOW - SPAN; began <= now; began++) {
                g_assert_cmpint(began <= ago, ==, outages_lapse(db, began, began + seconds) <= now);
            }
        }
        db_rollback(db);
    }
}

static int count_step(void *steps)
{
    (*(int *)steps)++;
    return 0;
}

/* No run looks at each token that an outage keeps. */
static void test_kept_tokens(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    enum { MANY = 2000, EACH = 100 };
    struct db *db = scratch->db;
    scratch_begin(scratch);
    for (int i = 0; i < MANY; i++) {
        const struct token token = {
            .kind = TOKEN_MATCH, .object = i, .made = NOW + i, .expires = NOW + i + 60 * DAY
        };
        token_new(db, &token);
    }
    outage_add(db, NOW + DAY, NOW + 31 * DAY, OUTAGE_STOOD_STILL);
    int steps = 0;
    sqlite3_progress_handler(scratch_sqlite, EACH, count_step, &steps);
    g_assert_true(expire_rows(db, NOW + 180 * DAY - 1, 0));
    sqlite3_progress_handler(scratch_sqlite, 0, NULL, NULL);
    g_assert_cmpint(steps, <, MANY / EACH);
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM tokens"), ==, MANY);
    g_assert_true(expire_rows(db, NOW + 180 * DAY, 0));
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM tokens"), ==, MANY - 1);
    while (!expire_rows(db, NOW + 180 * DAY + MANY, 0)) {
    }
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM tokens"), ==, 0);
}

/* A token that lived long is kept by an outage of its first days, too. */
static void test_long_token(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    const struct token token = {
        .kind = TOKEN_WATCH, .object = 1, .made = NOW, .expires = NOW + YEAR
    };
    struct token found;
    g_autofree char *text = g_strdup(token_new(db, &token).text);
    outage_add(db, NOW + DAY, NOW + 101 * DAY, OUTAGE_HELD);
    g_assert_true(expire_rows(db, NOW + YEAR + 95 * DAY, 0));
    g_assert_true(token_find(db, text, NOW + YEAR + 95 * DAY, &found));
    g_assert_true(expire_rows(db, NOW + YEAR + 190 * DAY, 0));
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM tokens"), ==, 0);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/outages/moments", test_moments);
    scratch_test("/outages/year-ahead", test_year_ahead);
    scratch_test("/outages/made-ahead", test_made_ahead);
    scratch_test("/outages/ago", test_ago);
    scratch_test("/outages/kept-tokens", test_kept_tokens);
    scratch_test("/outages/long-token", test_long_token);
    return g_test_run();
}
