/* Letters: queued, taken, sent, put off, parked, repeated, forgotten. */
#include <string.h>

#include "store/clocks.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000, MINUTE = 60, HOUR = 3600, DAY = 86400 };

static gint64 add(struct db *db, const char *recipient, gint64 now)
{
    g_autofree char *text = g_strdup_printf("Hello %s\n", recipient);
    g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
    return outbox_add(db, &(struct outbox_new){ .recipient = recipient, .letter = bytes }, now);
}

static const struct outbox_letter *letter(GPtrArray *letters, guint at)
{
    g_assert_cmpuint(at, <, letters->len);
    return g_ptr_array_index(letters, at);
}

/* Takes and gives how many there were. */
static guint take(struct db *db, gint64 now)
{
    g_autoptr(GPtrArray) letters = outbox_take(db, now, 50);
    return letters->len;
}

static gint64 waiting(struct db *db)
{
    return db_number(db, "SELECT COUNT(*) FROM outbox WHERE due IS NOT NULL");
}

static gint64 parked(struct db *db)
{
    return db_number(db, "SELECT COUNT(*) FROM outbox WHERE due IS NULL AND sent IS NULL");
}

static void test_taken_and_sent(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 one = add(scratch->db, "a@example.org", NOW);
    gint64 two = add(scratch->db, "b@example.org", NOW - 10);
    gint64 three = add(scratch->db, "c@example.org", NOW);
    g_assert_cmpint(waiting(scratch->db), ==, 3);
    g_autoptr(GPtrArray) letters = outbox_take(scratch->db, NOW, 2);
    g_assert_cmpuint(letters->len, ==, 2);
    g_assert_cmpint(letter(letters, 0)->id, ==, one);
    g_assert_cmpint(letter(letters, 1)->id, ==, two);
    g_assert_cmpstr(letter(letters, 0)->recipient, ==, "a@example.org");
    g_assert_null(letter(letters, 0)->reason);
    g_assert_cmpint(letter(letters, 1)->queued, ==, NOW - 10);
    static const char expected[] = "Hello a@example.org\n";
    g_autoptr(GBytes) bytes = g_bytes_new_static(expected, sizeof(expected) - 1);
    g_assert_true(g_bytes_equal(letter(letters, 0)->letter, bytes));
    g_assert_null(letter(letters, 0)->bytes);
    g_assert_cmpint(letter(letters, 0)->player, ==, 0);

    /* What was sent is not taken again. */
    g_assert_cmpint(waiting(scratch->db), ==, 3);
    outbox_sent(scratch->db, one, NULL, NOW);
    outbox_sent(scratch->db, two, NULL, NOW);
    g_autoptr(GPtrArray) rest = outbox_take(scratch->db, NOW, 50);
    g_assert_cmpuint(rest->len, ==, 1);
    g_assert_cmpint(letter(rest, 0)->id, ==, three);
    g_assert_cmpint(waiting(scratch->db), ==, 1);
    g_assert_cmpint(parked(scratch->db), ==, 0);
    outbox_sent(scratch->db, three, NULL, NOW);
    g_assert_cmpuint(take(scratch->db, NOW + 10 * DAY), ==, 0);
    scratch_commit(scratch);
}

/* However many there are, they fit into memory. */
static void test_long_letters(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    enum { LONG = 3 << 20 };
    g_autofree char *text = g_strnfill(LONG, 'x');
    g_autoptr(GBytes) bytes = g_bytes_new_static(text, LONG);
    scratch_begin(scratch);
    for (int i = 0; i < 3; i++) {
        const struct outbox_new new = { .recipient = "a@example.org", .letter = bytes };
        const gint64 id = outbox_add(scratch->db, &new, NOW);
        if (i == 1) {
            outbox_keep_bytes(scratch->db, id, bytes);
        }
    }
    g_autoptr(GPtrArray) first = outbox_take(scratch->db, NOW, 50);
    g_assert_cmpuint(first->len, ==, 2);
    outbox_sent(scratch->db, letter(first, 0)->id, NULL, NOW);
    outbox_sent(scratch->db, letter(first, 1)->id, NULL, NOW);
    g_assert_cmpuint(take(scratch->db, NOW), ==, 1);
    scratch_commit(scratch);
}

/* What a letter was made into is kept from its first attempt until it is known that it was sent. */
static void test_bytes(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    const gint64 one = add(db, "a@example.org", NOW), two = add(db, "b@example.org", NOW);
    g_assert_cmpuint(take(db, NOW), ==, 2);
    g_autoptr(GBytes) bytes = g_bytes_new_static("To: a\n\nHello\n", 13);
    outbox_keep_bytes(db, one, bytes);
    outbox_failed(db, one, "down", NOW, NOW);
    outbox_doubted(db, one);
    outbox_sent(db, two, NULL, NOW);
    g_autoptr(GPtrArray) again = outbox_take(db, NOW + MINUTE, 50);
    g_assert_cmpuint(again->len, ==, 1);
    g_assert_true(g_bytes_equal(letter(again, 0)->bytes, bytes));
    outbox_sent(db, one, NULL, NOW + MINUTE);
    g_autoptr(OutboxLetter) sent = outbox_read(db, one);
    g_assert_null(sent->bytes);
    g_assert_nonnull(sent->letter);
    scratch_commit(scratch);
}

/* Senders die: the very same letter is due again, the first time at once, and
 * then not at every run. */
static void test_senders_die(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 id = add(scratch->db, "a@example.org", NOW);
    g_autoptr(GPtrArray) first = outbox_take(scratch->db, NOW, 50);
    g_assert_cmpuint(first->len, ==, 1);
    g_autoptr(GPtrArray) second = outbox_take(scratch->db, NOW, 50);
    g_assert_cmpint(letter(second, 0)->id, ==, id);
    g_assert_true(g_bytes_equal(letter(first, 0)->letter, letter(second, 0)->letter));
    g_assert_cmpuint(take(scratch->db, NOW + MINUTE - 1), ==, 0);
    g_assert_cmpuint(take(scratch->db, NOW + MINUTE), ==, 1);
    g_assert_cmpuint(take(scratch->db, NOW + 6 * MINUTE - 1), ==, 0);
    g_autoptr(GPtrArray) fourth = outbox_take(scratch->db, NOW + 6 * MINUTE, 50);
    g_assert_null(letter(fourth, 0)->reason);
    g_assert_cmpint(waiting(scratch->db), ==, 1);
    scratch_commit(scratch);
}

/* Those left by a dead sender go out in their old order among the others. */
static void test_order_after_death(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 one = add(scratch->db, "a@example.org", NOW);
    g_assert_cmpuint(take(scratch->db, NOW), ==, 1);
    gint64 two = add(scratch->db, "b@example.org", NOW + 1);
    g_autoptr(GPtrArray) letters = outbox_take(scratch->db, NOW + 1, 50);
    g_assert_cmpuint(letters->len, ==, 2);
    g_assert_cmpint(letter(letters, 0)->id, ==, one);
    g_assert_cmpint(letter(letters, 1)->id, ==, two);
    scratch_commit(scratch);
}

/* A sender asked to stop hands back what it has not tried. */
static void test_untried(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 id = add(scratch->db, "a@example.org", NOW);
    for (int i = 0; i < 10; i++) {
        g_assert_cmpuint(take(scratch->db, NOW), ==, 1);
        outbox_untried(scratch->db, id, NOW);
    }
    g_assert_cmpuint(take(scratch->db, NOW), ==, 1);
    outbox_failed(scratch->db, id, "refused", NOW, NOW);
    g_assert_cmpuint(take(scratch->db, NOW + MINUTE), ==, 1);
    outbox_untried(scratch->db, id, NOW + MINUTE);
    g_autoptr(GPtrArray) letters = outbox_take(scratch->db, NOW + MINUTE, 50);
    g_assert_nonnull(letter(letters, 0)->reason);
    /* The operator wants it tried as if it were new, while it waits for its turn. */
    g_assert_true(outbox_retry(scratch->db, id, NOW + MINUTE));
    outbox_untried(scratch->db, id, NOW + MINUTE);
    g_autoptr(OutboxLetter) entry = outbox_read(scratch->db, id);
    g_assert_cmpint(entry->attempts, ==, 0);
    scratch_commit(scratch);
}

/* One that will never be taken is parked at once, and counted once if it was
 * its recipient. */
static void test_refused(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 one = add(scratch->db, "a@example.org", NOW);
    gint64 two = add(scratch->db, "b@example.org", NOW);
    g_assert_cmpuint(take(scratch->db, NOW), ==, 2);
    outbox_refused(scratch->db, one, "5.1.1", "no such user");
    outbox_refused(scratch->db, two, NULL, "too long");
    g_assert_cmpint(parked(scratch->db), ==, 2);
    g_assert_cmpuint(take(scratch->db, NOW + 10 * DAY), ==, 0);
    g_autofree char *status = NULL, *none = NULL;
    g_assert_cmpint(bounces_next_refused(scratch->db, &status), ==, one);
    g_assert_cmpstr(status, ==, "5.1.1");
    g_assert_cmpint(bounces_next_refused(scratch->db, &none), ==, 0);
    scratch_commit(scratch);
}

static void test_reasons(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 id = add(scratch->db, "a@example.org", NOW);
    g_assert_false(outbox_knows_reason(scratch->db, "down"));
    outbox_failed(scratch->db, id, "down", NOW, NOW);
    g_assert_true(outbox_knows_reason(scratch->db, "down"));
    g_assert_false(outbox_knows_reason(scratch->db, "up"));
    outbox_sent(scratch->db, id, "250 Ok", NOW);
    g_assert_false(outbox_knows_reason(scratch->db, "down"));
    scratch_commit(scratch);
}

/* What the operator sees and may do. */
static void test_review(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 sent = add(scratch->db, "a@example.org", NOW);
    gint64 waits = add(scratch->db, "b@example.org", NOW);
    gint64 fails = add(scratch->db, "Op@example.org", NOW);
    outbox_sent(scratch->db, sent, "250 Ok", NOW + 1);
    outbox_refused(scratch->db, waits, NULL, "no");
    outbox_refused(scratch->db, fails, NULL, "no");
    g_assert_cmpint(outbox_newest(scratch->db), ==, fails);
    g_autoptr(GPtrArray) unsent = outbox_unsent(scratch->db);
    g_assert_cmpuint(unsent->len, ==, 2);
    g_autoptr(OutboxLetter) entry = outbox_read(scratch->db, sent);
    g_assert_cmpint(entry->state, ==, OUTBOX_SENT);
    g_assert_cmpstr(entry->receipt, ==, "250 Ok");
    g_assert_cmpint(entry->sent, ==, NOW + 1);
    g_assert_null(outbox_read(scratch->db, 99));

    /* The operator is told once, and never of letters to the operator. */
    g_assert_cmpint(outbox_untold(scratch->db, "op@example.org"), ==, 1);
    outbox_told(scratch->db, NOW);
    g_assert_cmpint(outbox_untold(scratch->db, "op@example.org"), ==, 0);

    g_assert_false(outbox_retry(scratch->db, sent, NOW));
    g_assert_true(outbox_retry(scratch->db, waits, NOW + 9 * DAY));
    g_autoptr(OutboxLetter) again = outbox_read(scratch->db, waits);
    g_assert_cmpint(again->state, ==, OUTBOX_QUEUED);
    g_assert_cmpint(again->queued, ==, NOW + 9 * DAY);
    g_assert_null(again->reason);
    outbox_refused(scratch->db, waits, NULL, "no");
    g_assert_cmpint(outbox_untold(scratch->db, "op@example.org"), ==, 1);
    g_assert_cmpint(outbox_retry_parked(scratch->db, NOW), ==, 2);
    g_assert_false(outbox_drop(scratch->db, sent));
    g_assert_true(outbox_drop(scratch->db, waits));
    g_assert_false(outbox_drop(scratch->db, waits));
    g_assert_cmpint(waiting(scratch->db), ==, 1);
    scratch_commit(scratch);
}

static guint listed(struct db *db, gint64 player, gint64 board, bool sent)
{
    g_autoptr(GPtrArray) letters = outbox_history(db, player, board, sent);
    return letters->len;
}

/* The letters to a player, those about a board, and both; all, or those that were sent. */
static void test_history(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    const gint64 ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    const gint64 bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    const gint64 mail = inbox_add(db, "mail", NULL, NOW);
    const gint64 players[] = { 0, ann, ann, bob }, boards[] = { 0, 0, 7, 7 };
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    for (size_t i = 0; i < G_N_ELEMENTS(players); i++) {
        outbox_add(db,
                   &(struct outbox_new){ .player = players[i],
                                         .inbox = i == 2 ? mail : 0,
                                         .board = boards[i],
                                         .recipient = "r",
                                         .letter = bytes },
                   NOW);
    }
    outbox_sent(db, 3, NULL, NOW);
    g_assert_cmpuint(listed(db, 0, 0, false), ==, 4);
    g_assert_cmpuint(listed(db, ann, 0, false), ==, 2);
    g_assert_cmpuint(listed(db, 0, 7, false), ==, 2);
    g_assert_cmpuint(listed(db, 0, 8, false), ==, 0);
    g_assert_cmpuint(listed(db, bob, 7, false), ==, 1);
    g_assert_cmpuint(listed(db, 0, 0, true), ==, 1);
    g_assert_cmpuint(listed(db, bob, 7, true), ==, 0);
    g_autoptr(GPtrArray) both = outbox_history(db, ann, 7, true);
    g_assert_cmpuint(both->len, ==, 1);
    g_assert_cmpint(letter(both, 0)->id, ==, 3);
    g_assert_cmpstr(letter(both, 0)->mail, ==, "mail");
    scratch_commit(scratch);
}

static void test_failures(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    static const gint64 distances[] = { MINUTE,   5 * MINUTE, 15 * MINUTE, HOUR,
                                        4 * HOUR, 4 * HOUR,   4 * HOUR };
    scratch_begin(scratch);
    gint64 id = add(scratch->db, "a@example.org", NOW);
    gint64 now = NOW;
    int attempts = 0;
    for (; now < NOW + 3 * DAY; attempts++) {
        g_autoptr(GPtrArray) letters = outbox_take(scratch->db, now, 50);
        g_assert_true((letter(letters, 0)->reason != NULL) == (attempts > 0));
        g_assert_false(outbox_failed(scratch->db, id, "refused", now, now));
        gint64 distance = distances[MIN(attempts, (int)G_N_ELEMENTS(distances) - 1)];
        g_assert_cmpuint(take(scratch->db, now + distance - 1), ==, 0);
        now += distance;
    }
    /* 81 minutes, then every 4 hours of 72. */
    g_assert_cmpint(attempts, ==, 4 + 18);
    g_assert_cmpint(parked(scratch->db), ==, 0);
    g_assert_cmpuint(take(scratch->db, now), ==, 1);
    g_assert_true(outbox_failed(scratch->db, id, "refused", now, now));
    g_assert_cmpint(parked(scratch->db), ==, 1);
    g_assert_cmpint(waiting(scratch->db), ==, 0);
    g_assert_cmpuint(take(scratch->db, now + 100 * DAY), ==, 0);
    scratch_commit(scratch);
}

/* A letter put off does not hold up those behind it. */
static void test_put_off_and_others(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 one = add(scratch->db, "a@example.org", NOW);
    gint64 two = add(scratch->db, "b@example.org", NOW);
    g_autoptr(GPtrArray) first = outbox_take(scratch->db, NOW, 1);
    g_assert_cmpint(letter(first, 0)->id, ==, one);
    outbox_failed(scratch->db, one, "refused", NOW, NOW);
    g_autoptr(GPtrArray) second = outbox_take(scratch->db, NOW, 1);
    g_assert_cmpint(letter(second, 0)->id, ==, two);
    scratch_commit(scratch);
}

static int repeat(struct db *db, gint64 mail, gint64 now)
{
    outbox_repeat(db, mail, now);
    return db_changes(db);
}

static void test_repeat(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    gint64 mail = inbox_add(scratch->db, "mail", NULL, NOW);
    gint64 other = inbox_add(scratch->db, "other", NULL, NOW);
    g_autoptr(GBytes) answer = g_bytes_new_static("answer", 6);
    g_autoptr(GBytes) news = g_bytes_new_static("news", 4);
    const struct outbox_new to_ann = { .player = ann,
                                       .inbox = mail,
                                       .board = 7,
                                       .answer = true,
                                       .recipient = "a@example.org",
                                       .letter = answer };
    const struct outbox_new to_bob = { .inbox = mail,
                                       .recipient = "b@example.org",
                                       .letter = news };
    outbox_add(scratch->db, &to_ann, NOW);
    outbox_add(scratch->db, &to_bob, NOW);
    g_assert_cmpuint(take(scratch->db, NOW), ==, 2);
    for (gint64 id = 1; id <= 2; id++) {
        outbox_keep_bytes(scratch->db, id, news);
        outbox_sent(scratch->db, id, NULL, NOW);
    }
    g_assert_cmpint(repeat(scratch->db, other, NOW + 5), ==, 0);
    g_assert_cmpint(repeat(scratch->db, mail, NOW + 5), ==, 1);
    g_autoptr(GPtrArray) letters = outbox_take(scratch->db, NOW + 5, 50);
    g_assert_cmpuint(letters->len, ==, 1);
    outbox_sent(scratch->db, 3, NULL, NOW + 5);
    g_assert_cmpint(letter(letters, 0)->id, ==, 3);
    g_assert_cmpstr(letter(letters, 0)->recipient, ==, "a@example.org");
    g_assert_cmpint(letter(letters, 0)->queued, ==, NOW + 5);
    g_assert_true(g_bytes_equal(letter(letters, 0)->letter, answer));
    g_assert_null(letter(letters, 0)->bytes);
    g_assert_cmpint(letter(letters, 0)->player, ==, ann);
    g_autoptr(GPtrArray) about = outbox_history(scratch->db, 0, 7, false);
    g_assert_cmpuint(about->len, ==, 2);
    /* A copy is not copied. */
    g_assert_cmpint(repeat(scratch->db, mail, NOW + 6), ==, 1);
    g_assert_cmpuint(take(scratch->db, NOW + 6), ==, 1);
    scratch_commit(scratch);
}

static void test_expire(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 mail = inbox_add(scratch->db, "mail", NULL, NOW);
    g_autoptr(GBytes) bytes = g_bytes_new_static("answer", 6);
    const struct outbox_new new = {
        .inbox = mail, .answer = true, .recipient = "r", .letter = bytes
    };
    gint64 sent = outbox_add(scratch->db, &new, NOW);
    add(scratch->db, "a@example.org", NOW);
    outbox_sent(scratch->db, sent, NULL, NOW + DAY);
    g_assert_true(expire_rows(scratch->db, NOW + 31 * DAY - 1, 0));
    g_assert_cmpint(repeat(scratch->db, mail, NOW), ==, 1);
    g_assert_true(expire_rows(scratch->db, NOW + 31 * DAY, 0));
    g_assert_cmpint(repeat(scratch->db, mail, NOW), ==, 0);
    /* What waits is kept, however old, and no number comes back. */
    g_assert_cmpint(waiting(scratch->db), ==, 2);
    outbox_refused(scratch->db, add(scratch->db, "c@example.org", NOW), NULL, "no");
    g_assert_true(expire_rows(scratch->db, NOW + 60 * DAY - 1, 0));
    g_assert_cmpint(parked(scratch->db), ==, 1);
    g_assert_true(expire_rows(scratch->db, NOW + 60 * DAY, 0));
    g_assert_cmpint(parked(scratch->db), ==, 0);
    g_assert_true(inbox_has_name(scratch->db, "mail"));
    g_assert_cmpint(add(scratch->db, "b@example.org", NOW), ==, 5);
    scratch_commit(scratch);
}

/* Of many old letters a transaction deletes some: all that it deletes goes to disk at once. */
static void test_expire_many(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    enum { MANY = 600, TOGETHER = 250 };
    struct db *db = scratch->db;
    scratch_begin(scratch);
    for (int i = 0; i < MANY; i++) {
        outbox_sent(db, add(db, "a@example.org", NOW), NULL, NOW + i);
    }
    const gint64 kept = add(db, "a@example.org", NOW);
    outbox_sent(db, kept, NULL, NOW + DAY);
    const gint64 then = NOW + MANY + 30 * DAY;
    for (int left = MANY - TOGETHER; left > 0; left -= TOGETHER) {
        g_assert_false(expire_rows(db, then, 0));
        g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM outbox"), ==, left + 1);
    }
    g_assert_true(expire_rows(db, then, 0));
    g_assert_cmpint(db_number(db, "SELECT MIN(id) FROM outbox"), ==, kept);
    scratch_commit(scratch);
}

/* What was sent, or found undeliverable, when the clock was ahead is deleted in time. */
static void test_expire_ahead(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    enum { YEAR = 365 * DAY };
    struct db *db = scratch->db;
    scratch_begin(scratch);
    outbox_sent(db, add(db, "a@example.org", NOW), NULL, NOW + YEAR);
    outbox_sent(db, add(db, "a@example.org", NOW + YEAR), NULL, NOW + YEAR);
    outbox_refused(db, add(db, "a@example.org", NOW + YEAR), NULL, "no");
    clocks_put_back(db, NOW + DAY);
    g_assert_true(expire_rows(db, NOW + 31 * DAY - 1, 0));
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM outbox"), ==, 3);
    g_assert_true(expire_rows(db, NOW + 31 * DAY, 0));
    g_assert_cmpint(parked(db), ==, 1);
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM outbox"), ==, 1);
    g_assert_true(expire_rows(db, NOW + 61 * DAY, 0));
    g_assert_cmpint(parked(db), ==, 0);
    scratch_commit(scratch);
}

/* After a failure nothing is handed out: it would not be marked. */
static void test_nothing_after_failure(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add(scratch->db, "a@example.org", NOW);
    scratch_commit(scratch);
    scratch_begin(scratch);
    db_fail(scratch->db, "%s", "by hand");
    g_assert_cmpuint(take(scratch->db, NOW), ==, 0);
    g_assert_false(outbox_failed(scratch->db, 1, "refused", NOW + 10 * DAY, NOW + 10 * DAY));
    db_rollback(scratch->db);
    scratch_begin(scratch);
    g_assert_cmpuint(take(scratch->db, NOW), ==, 1);
    db_rollback(scratch->db);
    scratch_begin(scratch);
    g_assert_cmpuint(take(scratch->db, NOW), ==, 1);
    scratch_commit(scratch);
}

/* A clock that was ahead by years must not hold a letter back for years, nor
 * keep it from being parked. */
static void test_clock_was_ahead(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    const gint64 ahead = NOW + 3650 * (gint64)DAY;
    scratch_begin(scratch);
    gint64 id = add(scratch->db, "a@example.org", ahead);
    g_assert_cmpuint(take(scratch->db, ahead), ==, 1);
    g_assert_false(outbox_failed(scratch->db, id, "refused", ahead, ahead));
    g_assert_cmpuint(take(scratch->db, NOW), ==, 1);
    g_assert_false(outbox_failed(scratch->db, id, "refused", NOW, NOW));
    g_assert_cmpuint(take(scratch->db, NOW), ==, 0);
    g_assert_true(outbox_failed(scratch->db, id, "refused", NOW + 3 * DAY, NOW + 3 * DAY));

    /* A clock set back a little changes nothing for one that waits its longest. */
    gint64 other = add(scratch->db, "b@example.org", NOW);
    outbox_untried(scratch->db, other, NOW + 4 * HOUR);
    g_assert_cmpuint(take(scratch->db, NOW - HOUR / 2), ==, 0);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/outbox/taken-and-sent", test_taken_and_sent);
    scratch_test("/outbox/long-letters", test_long_letters);
    scratch_test("/outbox/bytes", test_bytes);
    scratch_test("/outbox/senders-die", test_senders_die);
    scratch_test("/outbox/order-after-death", test_order_after_death);
    scratch_test("/outbox/untried", test_untried);
    scratch_test("/outbox/failures", test_failures);
    scratch_test("/outbox/refused", test_refused);
    scratch_test("/outbox/reasons", test_reasons);
    scratch_test("/outbox/review", test_review);
    scratch_test("/outbox/history", test_history);
    scratch_test("/outbox/put-off-and-others", test_put_off_and_others);
    scratch_test("/outbox/repeat", test_repeat);
    scratch_test("/outbox/expire", test_expire);
    scratch_test("/outbox/expire-many", test_expire_many);
    scratch_test("/outbox/expire-ahead", test_expire_ahead);
    scratch_test("/outbox/nothing-after-failure", test_nothing_after_failure);
    scratch_test("/outbox/clock-was-ahead", test_clock_was_ahead);
    return g_test_run();
}
