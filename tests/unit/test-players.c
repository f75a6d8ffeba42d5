/* Players, wrong passwords, and what waits to be confirmed. */
#include "store/clocks.h"
#include "store/inbox.h"
#include "store/pending.h"
#include "store/players.h"

#include "store/outbox.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000, HOUR = 3600, DAY = 86400 };

static void test_found(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "Ann", "Ann@Example.org", "ann@example.org", "hash", NOW);
    gint64 bob = player_add(scratch->db, "bob", "bob@example.net", "bob@example.net", NULL, NOW);
    scratch_commit(scratch);
    g_assert_cmpint(ann, !=, bob);

    g_autoptr(Player) by_name = player_by_name(scratch->db, "aNN");
    g_assert_cmpint(by_name->id, ==, ann);
    g_assert_cmpstr(by_name->name, ==, "Ann");
    g_assert_cmpstr(by_name->address, ==, "Ann@Example.org");
    g_assert_cmpstr(by_name->password, ==, "hash");
    g_assert_cmpint(by_name->since, ==, NOW);
    g_autoptr(Player) by_address = player_by_address(scratch->db, "bob@example.net");
    g_assert_cmpint(by_address->id, ==, bob);
    g_assert_null(by_address->password);
    g_autoptr(Player) by_id = player_by_id(scratch->db, bob);
    g_assert_cmpstr(by_id->name, ==, "bob");

    g_assert_null(player_by_id(scratch->db, bob + 1));
    g_assert_null(player_by_name(scratch->db, "an"));
    g_assert_null(player_by_address(scratch->db, "ann@example.net"));
}

static void test_list(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    player_add(scratch->db, "carl", "c@example.org", "c@example.org", NULL, NOW);
    player_add(scratch->db, "Bob", "b@example.org", "b@example.org", NULL, NOW);
    player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    scratch_commit(scratch);
    g_autoptr(GPtrArray) players = player_list(scratch->db);
    g_assert_cmpuint(players->len, ==, 3);
    g_assert_cmpstr(((struct player *)players->pdata[0])->name, ==, "ann");
    g_assert_cmpstr(((struct player *)players->pdata[1])->name, ==, "Bob");
    g_assert_cmpstr(((struct player *)players->pdata[2])->address, ==, "c@example.org");
}

static void test_addresses(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    player_address_add(scratch->db, ann, "A@example.net", "a@example.net", NOW);
    g_autoptr(GPtrArray) both = player_addresses(scratch->db, ann);
    g_assert_cmpuint(both->len, ==, 2);
    g_assert_cmpstr(both->pdata[0], ==, "a@example.org");
    g_assert_cmpstr(both->pdata[1], ==, "A@example.net");
    g_autoptr(Player) before = player_by_address(scratch->db, "a@example.net");
    g_assert_cmpstr(before->address, ==, "a@example.org");
    player_address_drop(scratch->db, ann, "a@example.org");
    g_autoptr(Player) after = player_by_id(scratch->db, ann);
    g_assert_cmpstr(after->address, ==, "A@example.net");
    g_assert_null(player_by_address(scratch->db, "a@example.org"));
    scratch_commit(scratch);
}

/* True if the text is anywhere in the database. */
static bool holds(struct db *db, const char *text)
{
    static const char *const places[] = {
        "SELECT COUNT(*) FROM addresses WHERE folded = ?",
        "SELECT COUNT(*) FROM notices WHERE folded = ?",
        "SELECT COUNT(*) FROM pending WHERE folded = ?",
        "SELECT COUNT(*) FROM bounces WHERE folded = ?",
        "SELECT COUNT(*) FROM outbox WHERE recipient = ?",
    };
    gint64 count = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        count += db_number(db, places[i], text);
    }
    return count > 0;
}

/* All that tells of a player whose address is `address`. */
static gint64 player_with_traces(struct db *db, const char *name, char *address)
{
    gint64 id = player_add(db, name, address, address, "hash", NOW);
    struct token token = { .player = id, .kind = TOKEN_CONFIRM, .expires = NOW + DAY };
    struct pending drop = { .kind = PENDING_ADDRESS, .player = id, .folded = address };
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    token_new(db, &token);
    pending_add(db, &drop);
    player_set(db, id, "autoplay", "on");
    struct vacation away = { .first = 1, .last = 2, .begin = NOW, .end = NOW + DAY };
    vacation_add(db, id, &away, NOW, NULL);
    budget_use(db, BUDGET_ANSWERS, id, 0, 1, 1);
    player_acted(db, id, 1);
    notice_add(db, address, "mismatch", NOW);
    bounces_add(db, address, 1, "", NOW);
    struct outbox_new letter = { .player = id, .recipient = address, .letter = bytes };
    outbox_add(db, &letter, NOW);
    letter.player = 0;
    outbox_add(db, &letter, NOW);
    return id;
}

static void test_forgotten(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    char ann_address[] = "a@example.org", bob_address[] = "b@example.org";
    scratch_begin(scratch);
    gint64 ann = player_with_traces(scratch->db, "ann", ann_address);
    gint64 bob = player_with_traces(scratch->db, "bob", bob_address);
    g_assert_true(holds(scratch->db, ann_address));
    player_forget(scratch->db, ann, 1);
    scratch_commit(scratch);

    g_assert_false(holds(scratch->db, ann_address));
    g_assert_true(holds(scratch->db, bob_address));
    static const char *const tables[] = { "tokens",    "pending", "settings",
                                          "vacations", "budgets", "acts" };
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_autofree char *sql =
            g_strdup_printf("SELECT COUNT(*) FROM %s WHERE player = ?", tables[i]);
        g_assert_cmpint(db_number(scratch->db, sql, ann), ==, 0);
        g_assert_cmpint(db_number(scratch->db, sql, bob), ==, 1);
    }
    g_autoptr(Player) former = player_by_id(scratch->db, ann);
    g_autofree char *name = g_strdup_printf("former-%" G_GINT64_FORMAT, ann);
    g_assert_cmpstr(former->name, ==, name);
    g_assert_null(former->address);
    g_assert_null(former->password);
    g_assert_null(player_by_name(scratch->db, name));
    g_assert_null(player_by_name(scratch->db, "ann"));
    g_autoptr(GPtrArray) players = player_list(scratch->db);
    g_assert_cmpuint(players->len, ==, 1);
}

static void test_counts(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    g_assert_cmpint(player_acts(scratch->db, ann, 7), ==, 0);
    player_acted(scratch->db, ann, 7);
    player_acted(scratch->db, ann, 7);
    g_assert_cmpint(player_acts(scratch->db, ann, 7), ==, 2);
    g_assert_cmpint(player_acts(scratch->db, ann, 8), ==, 0);
    player_acted(scratch->db, ann, 8);
    g_assert_cmpint(player_acts(scratch->db, ann, 8), ==, 1);
    scratch_commit(scratch);
}

static void test_settings(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    gint64 bob = player_add(scratch->db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    g_assert_null(player_setting(scratch->db, ann, "autoplay"));
    player_set(scratch->db, ann, "autoplay", "on");
    player_set(scratch->db, ann, "board", "wide");
    player_set(scratch->db, ann, "autoplay", "off");
    scratch_commit(scratch);
    g_autofree char *autoplay = player_setting(scratch->db, ann, "autoplay");
    g_autofree char *board = player_setting(scratch->db, ann, "board");
    g_assert_cmpstr(autoplay, ==, "off");
    g_assert_cmpstr(board, ==, "wide");
    g_assert_null(player_setting(scratch->db, bob, "autoplay"));
    scratch_begin(scratch);
    player_set(scratch->db, bob + 1, "autoplay", "on");
    g_assert_false(db_commit(scratch->db, NULL));
}

/* Neither a name nor an address can be had twice, whatever the caller saw. */
static void test_unique(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    scratch_commit(scratch);
    scratch_begin(scratch);
    player_add(scratch->db, "ANN", "b@example.org", "b@example.org", NULL, NOW);
    g_assert_false(db_commit(scratch->db, NULL));
    scratch_begin(scratch);
    player_add(scratch->db, "bob", "A@example.org", "a@example.org", NULL, NOW);
    g_assert_false(db_commit(scratch->db, NULL));
    g_autoptr(GPtrArray) players = player_list(scratch->db);
    g_assert_cmpuint(players->len, ==, 1);
}

static void test_several_addresses(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", "old@example.org", "old@example.org", NULL, NOW);
    db_run(scratch->db,
           "INSERT INTO addresses (player, address, folded, confirmed)"
           " VALUES (?, 'new@example.org', 'new@example.org', 1)",
           ann);
    scratch_commit(scratch);
    g_autoptr(Player) player = player_by_address(scratch->db, "new@example.org");
    g_assert_cmpint(player->id, ==, ann);
    g_assert_cmpstr(player->address, ==, "old@example.org");
    g_autoptr(GPtrArray) players = player_list(scratch->db);
    g_assert_cmpuint(players->len, ==, 1);
}

static void test_budgets(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    struct db *db = scratch->db;
    gint64 ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    gint64 bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    budget_use(db, BUDGET_WRONG_ADDRESS, ann, 0, 8, 2);
    budget_use(db, BUDGET_WRONG_ADDRESS, bob, 0, 8, 1);
    budget_use(db, BUDGET_ANSWERS, bob, 0, 8, 1);
    g_assert_cmpint(budget_used(db, BUDGET_WRONG_ADDRESS, ann, 0, 8), ==, 2);
    g_assert_cmpint(budget_used(db, BUDGET_WRONG_STRANGER, ann, 0, 8), ==, 0);
    g_assert_cmpint(budget_used(db, BUDGET_WRONG_ADDRESS, ann, 0, 9), ==, 0);
    /* A mail of an earlier day that is processed later counts for that day. */
    budget_use(db, BUDGET_WRONG_ADDRESS, ann, 0, 7, 1);
    g_assert_cmpint(budget_used(db, BUDGET_WRONG_ADDRESS, ann, 0, 7), ==, 1);
    g_assert_cmpint(budget_used(db, BUDGET_WRONG_ADDRESS, ann, 0, 8), ==, 2);

    budget_forget_wrong(db, bob);
    g_assert_cmpint(budget_used(db, BUDGET_WRONG_ADDRESS, bob, 0, 8), ==, 0);
    g_assert_cmpint(budget_used(db, BUDGET_ANSWERS, bob, 0, 8), ==, 1);
    g_assert_cmpint(budget_used(db, BUDGET_WRONG_ADDRESS, ann, 0, 8), ==, 2);

    budget_use(db, BUDGET_LETTERS, bob, ann, 8, 1);
    budget_use(db, BUDGET_CHAT, bob, ann, 8, 1); /* at a board of the same number */
    player_forget(db, ann, NOW);
    g_assert_cmpint(budget_used(db, BUDGET_LETTERS, bob, ann, 8), ==, 0);
    g_assert_cmpint(budget_used(db, BUDGET_CHAT, bob, ann, 8), ==, 1);
    scratch_commit(scratch);
}

/* ---- pending ---- */

static gint64 add_signup(struct db *db, char *name, char *address, gint64 expires)
{
    struct pending signup = { .kind = PENDING_SIGNUP,
                              .name = name,
                              .address = address,
                              .folded = address,
                              .made = NOW,
                              .expires = expires };
    return pending_add(db, &signup);
}

static void test_signup(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    char name[] = "Ann", address[] = "Ann@example.org", folded[] = "ann@example.org", hash[] = "h";
    struct pending signup = { .kind = PENDING_SIGNUP,
                              .name = name,
                              .address = address,
                              .folded = folded,
                              .password = hash,
                              .made = NOW,
                              .expires = NOW + DAY };
    gint64 id = pending_add(scratch->db, &signup);
    g_autoptr(Pending) read = pending_by_id(scratch->db, id);
    g_assert_cmpint(read->id, ==, id);
    g_assert_cmpint(read->kind, ==, PENDING_SIGNUP);
    g_assert_cmpint(read->player, ==, 0);
    g_assert_cmpstr(read->name, ==, "Ann");
    g_assert_cmpstr(read->address, ==, "Ann@example.org");
    g_assert_cmpstr(read->folded, ==, "ann@example.org");
    g_assert_cmpstr(read->password, ==, "h");
    g_assert_null(read->command);
    g_assert_cmpint(read->board, ==, 0);
    g_assert_cmpint(read->made, ==, NOW);
    g_assert_cmpint(read->expires, ==, NOW + DAY);

    g_autoptr(Pending) by_name = pending_signup_by_name(scratch->db, "aNN", NOW);
    g_assert_cmpint(by_name->id, ==, id);
    g_assert_null(pending_signup_by_name(scratch->db, "ann", NOW + DAY));
    g_assert_null(pending_signup_by_name(scratch->db, "bob", NOW));
    scratch_commit(scratch);
}

static void test_held(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    char command[] = "resign 12";
    struct pending held = { .kind = PENDING_HELD,
                            .player = ann,
                            .command = command,
                            .revision = 5,
                            .made = NOW,
                            .expires = NOW + 3 * DAY };
    gint64 id = pending_add(scratch->db, &held);
    held.made = NOW + HOUR;
    pending_add(scratch->db, &held);
    g_autoptr(Pending) read = pending_by_id(scratch->db, id);
    g_assert_cmpint(read->kind, ==, PENDING_HELD);
    g_assert_cmpint(read->player, ==, ann);
    g_assert_cmpstr(read->command, ==, "resign 12");
    g_assert_cmpint(read->revision, ==, 5);
    g_assert_null(read->name);
    g_assert_cmpint(pending_held_in(scratch->db, ann, false, since(NOW)), ==, 2);
    g_assert_cmpint(pending_held_in(scratch->db, ann, false, since(NOW + 1)), ==, 1);
    g_assert_cmpint(pending_held_in(scratch->db, ann + 1, false, since(NOW)), ==, 0);
    g_assert_cmpint(pending_held_in(scratch->db, ann, true, since(NOW)), ==, 0);
    g_assert_false(read->proven);
    pending_remove(scratch->db, id);
    g_assert_null(pending_by_id(scratch->db, id));
    g_assert_cmpint(pending_held_in(scratch->db, ann, false, since(NOW)), ==, 1);
    scratch_commit(scratch);
}

static void test_pending_expire(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    char ann[] = "ann", bob[] = "bob", a[] = "a@example.org", b[] = "b@example.org";
    gint64 early = add_signup(scratch->db, ann, a, NOW + 10);
    gint64 late = add_signup(scratch->db, bob, b, NOW + 11);
    g_assert_true(expire_rows(scratch->db, NOW + 10, 0));
    g_assert_null(pending_by_id(scratch->db, early));
    g_autoptr(Pending) left = pending_by_id(scratch->db, late);
    g_assert_nonnull(left);
    /* A number is never given again: an old token could point to it. */
    pending_remove(scratch->db, late);
    g_assert_cmpint(add_signup(scratch->db, ann, a, NOW + 10), >, late);
    scratch_commit(scratch);
}

/* The names of a player who was forgotten, and those kept for them, rest for their time. */
static void test_names_rest(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    gint64 ann = player_add(db, "Ann", "a@example.org", "a@example.org", NULL, NOW);
    player_rename(db, ann, "Zoe", NOW);
    player_forget(db, ann, NOW + DAY);
    g_assert_cmpint(player_name_kept(db, "ann", NOW + DAY), ==, 0);
    g_assert_true(player_name_rests(db, "ANN", NOW + PLAYER_NAME_KEPT - 1));
    g_assert_false(player_name_rests(db, "ann", NOW + PLAYER_NAME_KEPT));
    g_assert_true(player_name_rests(db, "zoe", NOW + DAY + PLAYER_NAME_KEPT - 1));
    g_assert_false(player_name_rests(db, "zoe", NOW + DAY + PLAYER_NAME_KEPT));
    g_assert_false(player_name_rests(db, "bob", NOW + DAY));
    g_assert_true(expire_rows(db, NOW + PLAYER_NAME_KEPT, 0));
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM resting_names"), ==, 1);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/players/found", test_found);
    scratch_test("/players/list", test_list);
    scratch_test("/players/addresses", test_addresses);
    scratch_test("/players/forgotten", test_forgotten);
    scratch_test("/players/counts", test_counts);
    scratch_test("/players/settings", test_settings);
    scratch_test("/players/unique", test_unique);
    scratch_test("/players/several-addresses", test_several_addresses);
    scratch_test("/players/budgets", test_budgets);
    scratch_test("/pending/signup", test_signup);
    scratch_test("/pending/held", test_held);
    scratch_test("/pending/expire", test_pending_expire);
    scratch_test("/players/names-rest", test_names_rest);
    return g_test_run();
}
