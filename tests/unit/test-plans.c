/*
 * No query that runs for each mail reads through a whole table: every
 * statement those calls have left prepared is explained by SQLite itself.
 */
#include <string.h>

#include "store/boards.h"
#include "store/inbox.h"
#include "store/notes.h"
#include "store/outbox_review.h"
#include "store/pending.h"
#include "store/players.h"
#include "store/returns.h"
#include "store/talk.h"
#include "store/tokens.h"
#include "store/watches.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000 };

static void use_players(struct db *db)
{
    gint64 ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    player_free(player_by_id(db, ann));
    player_free(player_by_name(db, "ann"));
    player_free(player_by_address(db, "a@example.org"));
    player_wrong_password(db, ann, NOW);
    player_wrong_passwords(db, ann, NOW);
    player_password_off(db, ann, NOW);
    player_missed(db, ann, true, 1);
    player_password_off_until(db, ann);
    player_set(db, ann, "autoplay", "on");
    player_answered(db, ann, true, NOW);
    player_answers(db, ann, true, NOW);
    player_acted(db, ann, 1);
    player_acts(db, ann, 1);
    g_free(player_setting(db, ann, "autoplay"));
    char command[] = "resign 1";
    struct pending held = { .kind = PENDING_HELD, .player = ann, .command = command };
    gint64 id = pending_add(db, &held);
    pending_free(pending_by_id(db, id));
    pending_free(pending_signup_by_name(db, "bob", NOW));
    pending_free(pending_signup_by_address(db, "b@example.org", NOW));
    pending_held_since(db, ann, true, NOW);
    pending_remove(db, id);
    pending_expire(db, NOW);
}

static void use_boards(struct db *db)
{
    static char game[] = "tictactoe", options[] = "";
    struct board board = {
        .state = BOARD_RUNNING, .game = game, .options = options, .seats = 1, .challenger = 1
    };
    board.seat[0].player = 1;
    gint64 number = board_add(db, &board);
    board_free(board_read(db, number));
    board_save(db, &board);
    g_ptr_array_unref(board_list(db, 1, 1U << BOARD_RUNNING));
    board_challenges_by(db, 1);
    board_challenges_between(db, 1, 2);
    board_challenges_since(db, 1, 2, NOW);
    g_array_unref(board_stale_challenges(db, NOW));
    board_turn_add(db, number, 1, 0, "a1", NOW);
    g_ptr_array_unref(board_turns(db, number));
    board_turns_cut(db, number, 0);
    talk_add(db, number, 1, TALK_PLAYERS, 0, "hello", NOW);
    thread_add(db, number, 1, "1@x");
    g_ptr_array_unref(thread_ids(db, number, 1));
}

static void use_mails(struct db *db)
{
    static const unsigned char key[32];
    struct inbox_row row;
    inbox_has_name(db, "one");
    inbox_by_key(db, key, &row);
    gint64 mail = inbox_add(db, "one", key, NOW);
    inbox_repeated(db, mail);
    notice_count(db, "a@example.org", "text", NOW);
    notice_count(db, NULL, "text", NOW);
    notice_add(db, "a@example.org", "text", NOW);
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    gint64 letter = outbox_add(db, 1, mail, true, "r", bytes, NOW);
    outbox_return_to(db, letter, "s");
    g_array_unref(outbox_repeat(db, mail, NOW));
    g_ptr_array_unref(outbox_take(db, NOW, 50));
    outbox_sent(db, letter, NULL, NOW);
    outbox_failed(db, letter, "refused", NOW);
    outbox_failed(db, letter, "refused", NOW + 10 * NOW);
    outbox_knows_reason(db, "refused");
    outbox_refused(db, letter, "5.1.1", "refused");
    outbox_untold(db, "op@example.org");
    outbox_told(db, NOW);
    g_autofree char *status = NULL;
    returns_next_refused(db, &status);
    outbox_retry(db, letter, NOW);
    outbox_retry_parked(db, NOW);
    g_ptr_array_unref(outbox_unsent(db));
    g_autoptr(GBytes) content = NULL;
    g_autoptr(OutboxEntry) entry = outbox_entry(db, letter, &content);
    outbox_newest(db);
    struct returned_letter returned;
    if (returns_of_letter(db, letter, NOW, &returned)) {
        g_free(returned.recipient);
    }
    returns_read(db, "a@example.org", NOW);
    returns_add(db, "a@example.org", 2, "5.1.1", NOW);
    returns_suspend(db, "a@example.org", NOW);
    returns_forget(db, "a@example.org");
    outbox_expire(db, NOW);
    outbox_drop(db, letter);
}

static void use_tokens(struct db *db)
{
    struct token token = { .kind = TOKEN_MATCH, .player = 1, .object = 1, .expires = NOW };
    g_autofree char *text = token_new(db, &token);
    token_find(db, text, 0, &token);
    token_void(db, token.id);
    tokens_age(db, 1, NOW);
    tokens_expire(db, NOW);
}

/* Fails the test if a table or an index is read from end to end. */
static void check_plan(const char *sql)
{
    g_autofree char *explain = g_strconcat("EXPLAIN QUERY PLAN ", sql, NULL);
    sqlite3_stmt *plan = NULL;
    g_assert_cmpint(sqlite3_prepare_v2(scratch_sqlite, explain, -1, &plan, NULL), ==, SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(plan, 3);
        if (g_str_has_prefix(detail, "SCAN")) {
            g_test_message("%s: %s", sql, detail);
            g_test_fail();
        }
    }
    sqlite3_finalize(plan);
}

static void test_no_scans(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    use_players(scratch->db);
    use_boards(scratch->db);
    use_mails(scratch->db);
    use_tokens(scratch->db);
    g_assert_false(db_failed(scratch->db));
    int checked = 0;
    for (sqlite3_stmt *s = NULL; (s = sqlite3_next_stmt(scratch_sqlite, s)) != NULL;) {
        const char *sql = sqlite3_sql(s);
        bool reads = g_str_has_prefix(sql, "SELECT") || g_str_has_prefix(sql, "UPDATE") ||
                     g_str_has_prefix(sql, "DELETE") || g_str_has_prefix(sql, "INSERT");
        /* The one row of `instance` is read when a handle is opened. */
        if (reads && strstr(sql, "FROM instance") == NULL) {
            check_plan(sql);
            checked++;
        }
    }
    g_assert_cmpint(checked, >, 40);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/plans/no-scans", test_no_scans);
    return g_test_run();
}
