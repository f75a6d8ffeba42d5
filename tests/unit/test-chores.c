/* What time alone brings about, in portions, while others change the database between two. */
#include "commands/chores.h"
#include "play/proposal.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "tests/unit/clock-table.h"

enum { PORTIONS_MOST = 10 };

/* Ann challenges bob. */
static gint64 challenge(struct table *table)
{
    static const char *const names[] = { "ann", "bob", NULL };
    static const char *const options[] = { NULL };
    g_auto(Proposal) proposal = { .game = registry_find("halma") };
    g_autoptr(Player) ann = player_by_name(table->run.db, "ann");
    g_assert_true(proposal_players(&table->run, NULL, names, &proposal) &&
                  proposal_options(&table->run, options, &proposal) && proposal_seats(&proposal) &&
                  proposal_try(&proposal));
    g_autoptr(Board) board = proposal_store(&table->run, &proposal, BOARD_CHALLENGE, ann->id);
    return board->number;
}

static enum board_state state(struct table *table, gint64 number)
{
    g_autoptr(Board) board = board_read(table->run.db, number);
    return board->state;
}

/* The operator ends a challenge between two portions, of which each has no time left. */
static void test_portions(struct table *table)
{
    static const char *const failed[] = { NULL };
    const gint64 first = challenge(table), second = challenge(table), third = challenge(table);
    table->run.now = NOW + 15 * DAY;
    g_auto(Chores) chores = { .failed = failed };
    g_assert_false(chores_do(&table->run, 1, &chores));
    g_assert_cmpint(state(table, first), ==, BOARD_EXPIRED);
    g_assert_cmpint(state(table, second), ==, BOARD_CHALLENGE);
    char *words[] = { (char[]){ "3" }, NULL };
    table_act(table, "end", third, words, "void");
    int portions = 1;
    while (portions < PORTIONS_MOST && !chores_do(&table->run, 1, &chores)) {
        portions++;
    }
    g_assert_cmpint(portions, <, PORTIONS_MOST);
    g_assert_cmpint(state(table, second), ==, BOARD_EXPIRED);
    g_assert_cmpint(state(table, third), ==, BOARD_WITHDRAWN);
}

static void do_all(struct table *table, gint64 waiting)
{
    static const char *const failed[] = { NULL };
    g_auto(Chores) chores = { .failed = failed, .waiting = waiting };
    g_assert_true(chores_do(&table->run, 0, &chores));
}

/* A mail that came in time waits in the spool: perhaps it accepts the challenge. */
static void test_spool_waits(struct table *table)
{
    const gint64 number = challenge(table);
    table->run.now = NOW + 15 * DAY;
    do_all(table, NOW + 14 * DAY);
    g_assert_cmpint(state(table, number), ==, BOARD_CHALLENGE);
    do_all(table, NOW + 14 * DAY + 2);
    g_assert_cmpint(state(table, number), ==, BOARD_EXPIRED);
}

/* All mailboxes are emptied between two portions: what came from them is in the spool, and may be
 * the `confirm` that something waits for. */
static void test_fetched_meanwhile(struct table *table)
{
    static const char *const failed[] = { NULL };
    challenge(table);
    challenge(table);
    const gint64 now = table->run.now = NOW + 15 * DAY;
    watermark_fetched(&table->run, now - HOUR);
    const struct pending greeting = { .kind = PENDING_GREETING,
                                      .made = now - DAY,
                                      .expires = now - HOUR / 2 };
    const gint64 id = pending_add(table->run.db, &greeting);
    g_auto(Chores) chores = { .failed = failed };
    g_assert_false(chores_do(&table->run, 1, &chores));
    watermark_fetched(&table->run, now);
    g_assert_true(chores_do(&table->run, 0, &chores));
    g_autoptr(Pending) kept = pending_by_id(table->run.db, id);
    g_assert_nonnull(kept);
}

/* Letters of a month that became old at once: portions without time delete some of them each, and
 * all is done in the end. */
static void test_many_old_letters(struct table *table)
{
    enum { MANY = 1200 };
    static const char *const failed[] = { NULL };
    struct db *db = table->run.db;
    g_autoptr(GBytes) bytes = g_bytes_new_static("text", 4);
    const struct outbox_new letter = { .recipient = "a@example.org", .letter = bytes };
    for (int i = 0; i < MANY; i++) {
        outbox_sent(db, outbox_add(db, &letter, NOW), NULL, NOW);
    }
    table->run.now = NOW + 31 * DAY;
    g_auto(Chores) chores = { .failed = failed };
    int portions = 1;
    while (portions < PORTIONS_MOST && !chores_do(&table->run, 1, &chores)) {
        portions++;
    }
    g_assert_cmpint(portions, >, 2);
    g_assert_cmpint(portions, <, PORTIONS_MOST);
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM outbox WHERE sent = ?", NOW), ==, 0);
}

static const struct table_test tests[] = {
    { "/chores/portions", test_portions, TABLE_CONFIG },
    { "/chores/spool-waits", test_spool_waits, TABLE_CONFIG },
    { "/chores/many-old-letters", test_many_old_letters, TABLE_CONFIG },
    { "/chores/fetched-meanwhile", test_fetched_meanwhile,
      TABLE_CONFIG "[mailbox one]\nsource = maildir:/nowhere/one\n" },
};

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++) {
        table_test_add(&tests[i]);
    }
    return g_test_run();
}
