/*
 * No query that runs for each mail reads through a whole table: every
 * statement those calls have left prepared is explained by SQLite itself. Some
 * must find by an index no more than what they want (test-aged.c has them run).
 */
#include <string.h>

#include "ratings/ratings.h"
#include "store/boards.h"
#include "store/clocks.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "store/players.h"
#include "store/programs.h"
#include "store/results.h"
#include "store/talk.h"
#include "store/tournaments.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000 };

static void use_players(struct db *db)
{
    gint64 ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    player_free(player_by_id(db, ann));
    player_free(player_by_name(db, "ann"));
    player_free(player_by_address(db, "a@example.org"));
    budget_forget_wrong(db, ann);
    player_missed(db, ann, true, 1, 7);
    player_set(db, ann, "autoplay", "on");
    player_name_kept(db, "zoe", NOW);
    player_name_rests(db, "zoe", NOW);
    player_acted(db, ann, 1);
    player_acts(db, ann, 1);
    g_free(player_setting(db, ann, "autoplay"));
    struct vacation away = { .first = 1, .last = 2, .begin = NOW, .end = NOW + 1 };
    vacation_add(db, ann, &away, NOW, NULL);
    vacation_at(db, ann, NOW, &away);
    g_array_unref(vacations_of(db, ann));
    vacation_drop(db, ann, 1);
    char command[] = "resign 1";
    struct pending held = { .kind = PENDING_HELD, .player = ann, .command = command };
    gint64 id = pending_add(db, &held);
    pending_free(pending_by_id(db, id));
    pending_free(pending_signup_by_name(db, "bob", NOW));
    pending_held_in(db, ann, true, since(NOW));
    pending_remove(db, id);
    g_assert_true(expire_rows(db, NOW, 1));
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
    g_array_unref(board_stale(db, 1, 1, 1, NOW));
    g_array_unref(board_seeks(db, NULL));
    board_running(db, 1, game);
    board_rematch(db, number);
    board_save_seats(db, &board);
    board_turn_add(db, number, 1, 0, "a1", NOW);
    g_ptr_array_unref(board_turns(db, number));
    board_turns_cut(db, number, 0);
    thread_add(db, number, 1, "1@x");
    g_ptr_array_unref(thread_ids(db, number, 1));
}

static void use_blocks(struct db *db)
{
    block_player(db, 1, 1);
    block_between(db, 1, 1);
    g_ptr_array_unref(block_players(db, 1));
    unblock_player(db, 1, 1);
    block_game(db, 1, "tictactoe");
    block_has_game(db, 1, "tictactoe");
    g_ptr_array_unref(block_games(db, 1));
    unblock_game(db, 1, "tictactoe");
    game_limit_set(db, 1, "tictactoe", 1);
    game_limit(db, 1, "tictactoe");
    game_limit_set(db, 1, "tictactoe", 0);
}

static void use_talk(struct db *db)
{
    char game[] = "tictactoe";
    const struct watched what = { .game = game };
    talk_add(db, 1, 1, TALK_PLAYERS, 0, "hello", NOW);
    g_ptr_array_unref(talk_list(db, 1, TALK_EVERYTHING));
    g_autoptr(GBytes) said = g_bytes_new_static("hello", 5);
    talk_wait(db, 1, 1, 1, TALK_PLAYERS, said, TALK_SOON);
    talk_is_due(db, NOW);
    g_array_unref(talk_digests(db, NOW));
    g_array_unref(talk_digest_boards(db, 1, NOW, 1));
    talk_digest_move(db, 1, 1, 0, NOW);
    talk_digest_drop(db, 2);
    g_ptr_array_unref(talk_take_waiting(db, 1, 1, 1));
    budget_use(db, BUDGET_MESSAGES, 1, 0, 1, 1);
    budget_used(db, BUDGET_MESSAGES, 1, 0, 1);
    watch_add(db, 1, &what, false, NOW);
    watch_free(watch_find(db, 1, &what));
    watch_free(watch_by_id(db, 1));
    watch_set_end(db, 1, true);
    g_ptr_array_unref(watches_of_player(db, 1));
    g_ptr_array_unref(watches_of_board(db, 1, game));
    watches_end(db, 1, NOW);
    watch_remove(db, 1);
    talk_add(db, 1, 1, TALK_NOTE, 0, "left", NOW);
    g_ptr_array_unref(talk_list(db, 1, 1U << TALK_NOTE));
    talk_notes_count(db, 1, 1);
    talk_notes_delete(db, 1, 1);
}

static void use_results(struct db *db)
{
    results_count(db, "tictactoe", 0, 1);
    results_count(db, "tictactoe", 1, 1);
    g_array_unref(results_numbers(db, "tictactoe", 0, 1, 1, 0));
    g_array_unref(results_numbers(db, "tictactoe", 1, 1, 1, 0));
    g_array_unref(results_running(db, 1, 1));
    results_running_count(db, "tictactoe", 1);
    g_ptr_array_unref(results_players(db, "tictactoe", 1, 1));
    g_array_unref(results_standings(db, "tictactoe", 1));
    player_sign_off(db, 1, NOW);
}

static void use_plans(struct db *db)
{
    static char text[] = "a1";
    struct plan plan = { .board = 1, .player = 1, .kind = PLAN_LINES, .text = text };
    plan_put(db, &plan);
    plan_free(plan_read(db, 1, 1, PLAN_LINES));
    plan_drop(db, 1, 1, PLAN_LINES);
    plans_drop(db, 1);
    plans_begin(db);
    g_array_unref(plans_due(db));
}

static void use_ratings(struct db *db)
{
    static char game[] = "tictactoe", options[] = "";
    struct board board = {
        .state = BOARD_FINISHED, .game = game, .options = options, .ended = NOW
    };
    board_add(db, &board);
    ratings_follow(db, &board, 0);
    g_array_unref(ratings_last(db, 1, game, 1));
}

static void use_mails(struct db *db)
{
    static const unsigned char key[32];
    g_auto(InboxRow) row = { 0 };
    inbox_has_name(db, "one");
    inbox_find(db, "two", key, &row);
    gint64 mail = inbox_add(db, "one", key, NOW);
    inbox_repeated(db, mail);
    notice_count(db, "a@example.org", "text", since(NOW));
    notice_count(db, NULL, "text", since(NOW));
    notice_add(db, "a@example.org", "text", NOW);
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    gint64 letter = outbox_add(db,
                               &(struct outbox_new){ .player = 1,
                                                     .inbox = mail,
                                                     .board = 1,
                                                     .answer = true,
                                                     .recipient = "r",
                                                     .letter = bytes },
                               NOW);
    outbox_keep_bytes(db, letter, bytes);
    outbox_repeat(db, mail, NOW);
    g_ptr_array_unref(outbox_take(db, NOW, 50));
    outbox_sent(db, letter, NULL, NOW);
    outbox_failed(db, letter, "refused", NOW, NOW);
    outbox_failed(db, letter, "refused", NOW + 10 * NOW, NOW + 10 * NOW);
    outbox_knows_reason(db, "refused");
    outbox_refused(db, letter, "5.1.1", "refused");
    outbox_untold(db, "op@example.org");
    outbox_told(db, NOW);
    g_autofree char *status = NULL;
    bounces_next_refused(db, &status);
    outbox_retry(db, letter, NOW);
    outbox_retry_parked(db, NOW);
    g_ptr_array_unref(outbox_unsent(db));
    g_autoptr(OutboxLetter) entry = outbox_read(db, letter);
    outbox_newest(db);
    struct bounced_letter returned;
    if (bounces_of_letter(db, letter, NOW, &returned)) {
        g_free(returned.recipient);
    }
    bounces_read(db, "a@example.org", NOW);
    bounces_add(db, "a@example.org", 2, "5.1.1", NOW);
    bounces_suspend(db, "a@example.org", NOW);
    bounces_forget(db, "a@example.org");
    outbox_drop(db, letter);
}

static void use_clocks(struct db *db)
{
    struct clock clock = {
        .board = 1, .player = 1, .state = CLOCK_WAITS, .since = NOW, .wake = NOW
    };
    clock_write(db, &clock);
    clock_told_by(db, 1, 1, 5);
    clock_read(db, 1, &clock);
    g_array_unref(clocks_of_letter(db, 5));
    g_array_unref(clocks_of_player(db, 1));
    g_array_unref(clocks_awake(db, NOW, 10));
    struct seat_clock shows = { .left = 5 };
    seat_clock_write(db, 1, 0, &shows);
    shows = seat_clock_read(db, 1, 0);
    g_free(board_timing(db, 1));
    reminded_now(db, 1, NOW);
    reminded_last(db, 1);
    excused_take(db, 1, 2026, 1);
    g_assert_cmpint(excused_taken(db, 1, 2026), ==, 1);
    board_has_played(db, 1);
    substitution_add(db, 1, 0, 3, 1, NOW);
    g_ptr_array_unref(substitutions_of(db, 1));
    board_turns_cut(db, 1, 2);
    clock_remove(db, 1);
    outage_add(db, NOW, NOW + 5, OUTAGE_HELD);
    g_array_unref(outages_since(db, NOW));
}

static void use_tournaments(struct db *db)
{
    static char text[] = "tictactoe";
    const int entry = 1;
    gint64 tim = player_add(db, "tim", "tim@example.org", "tim@example.org", NULL, NOW);
    struct tournament new = { .kind = TOURNAMENT_QUICK,
                              .state = TOURNAMENT_OPEN,
                              .name = text,
                              .game = text,
                              .options = text,
                              .timing = text,
                              .seats = 2 };
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(int));
    g_array_append_val(entries, entry);
    tournament_add(db, &new);
    tournament_wake(db, new.number, TOURNAMENT_NOW);
    g_assert_cmpint(tournament_awake(db, NOW), ==, new.number);
    tournament_free(tournament_read(db, new.number));
    tournament_save(db, &new);
    g_array_unref(tournament_numbers(db, TOURNAMENT_OPEN, 1));
    tournament_opened(db, tim, "halma");
    tournament_join(db, new.number, tim, NOW);
    g_assert_cmpint(tournament_count(db, new.number), ==, 1);
    g_assert_true(tournament_has(db, new.number, tim));
    g_assert_false(tournament_has_block(db, new.number, tim));
    g_array_unref(tournaments_of(db, tim));
    g_autoptr(GPtrArray) entrants = tournament_entrants(db, new.number);
    tournament_put(db, new.number, entrants->pdata[0]);
    section_add(db, new.number, 1, 1, entries);
    section_set_state(db, new.number, 1, 1, SECTION_RUNS);
    section_annul(db, new.number, 1, 1, 1);
    section_add_board(db, new.number, 1, 1, 0, 1);
    g_array_unref(tournament_late(db, new.number));
    g_array_unref(section_states(db, new.number, 1));
    g_array_unref(section_places(db, new.number, 1, 1));
    g_array_unref(section_seats(db, new.number, 1, 1));
    section_finished(db, new.number, 1);
    section_of_board_is_over(db, 1);
    section_has_player(db, new.number, 1, tim);
    tournament_unjoin(db, new.number, tim);
}

static void use_lessons(struct db *db)
{
    gint64 ann = player_add(db, "amy", "amy@example.org", "amy@example.org", NULL, NOW);
    gint64 id = lesson_set(db, ann, "halma", 1);
    g_assert_cmpint(lesson_set(db, ann, "halma", 2), ==, id);
    g_assert_cmpint(lesson_of(db, ann, "halma"), ==, 2);
    g_assert_cmpint(lesson_of(db, ann, "emergo"), ==, 0);
    g_autofree char *game = lesson_game(db, id, ann);
    g_autofree char *others = lesson_game(db, id, ann + 1);
    g_autofree char *last = lesson_last_game(db, ann);
    g_assert_cmpstr(game, ==, "halma");
    g_assert_null(others);
    g_assert_cmpstr(last, ==, "halma");
}

static void use_tokens(struct db *db)
{
    struct token token = { .kind = TOKEN_MATCH, .player = 1, .object = 1, .expires = NOW };
    g_autofree char *text = g_strdup(token_new(db, &token).text);
    token_find(db, text, 0, &token);
    token_by_id(db, 1, 0, &token);
    token_is_newest(db, &token);
    token_of_board(db, &token, 1, &token);
    token_personal_set(db, 1, token_personal(db, 1) + 1, "abcdefghijklmnopqrstuvwxyz");
    token_void(db, token.id);
    tokens_age(db, 1, NOW);
}

/* Being forgotten leaves no trace of the player: what there is of them in each table is found, and
 * not looked for among what there is of all others. */
static void use_forgetting(struct db *db)
{
    gint64 zoe = player_add(db, "zoe", "zoe@example.org", "zoe@example.org", NULL, NOW);
    player_forget(db, zoe, NOW);
}

/* How these statements begin, and what their plans must say. */
static const struct {
    const char *statement, *plan;
} bounded[] = {
    { "UPDATE tokens SET expires", "(object=? AND kind=? AND expires>?)" },
    { "DELETE FROM notices WHERE time", "(time<?)" },
    { "SELECT COUNT(DISTINCT number) FROM seats", "INDEX seats_open (player=?)" },
    { "SELECT DISTINCT board FROM plans", "INDEX plans_due" },
};

static void check_bound(const char *sql, const char *plan)
{
    for (size_t i = 0; i < G_N_ELEMENTS(bounded); i++) {
        if (g_str_has_prefix(sql, bounded[i].statement) && strstr(plan, bounded[i].plan) == NULL) {
            g_test_message("%s: %s", sql, plan);
            g_test_fail();
        }
    }
}

/* Fails the test if a table or an index is read from end to end. */
static void check_plan(const char *sql)
{
    g_autofree char *explain = g_strconcat("EXPLAIN QUERY PLAN ", sql, NULL);
    sqlite3_stmt *plan = NULL;
    g_assert_cmpint(sqlite3_prepare_v2(scratch_sqlite, explain, -1, &plan, NULL), ==, SQLITE_OK);
    g_autoptr(GString) whole = g_string_new(NULL);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(plan, 3);
        if (g_str_has_prefix(detail, "SCAN") && strcmp(detail, "SCAN CONSTANT ROW") != 0) {
            g_test_message("%s: %s", sql, detail);
            g_test_fail();
        }
        g_string_append_printf(whole, "%s\n", detail);
    }
    check_bound(sql, whole->str);
    sqlite3_finalize(plan);
}

/* The one row of `instance` is read when a handle is opened; the journal grows by what the operator
 * does, and by no mail. */
static bool may_scan(const char *sql)
{
    return strstr(sql, "FROM instance") != NULL || strstr(sql, "FROM journal") != NULL;
}

static void use_programs(struct db *db)
{
    const gint64 house = player_add_program(db, "house", NOW);
    g_ptr_array_unref(player_programs(db));
    g_array_unref(program_waits(db, house, 2));
    board_open_count(db, house);
    board_open_between(db, house, house);
    program_faults_forget(db, house);
}

static void test_no_scans(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    use_players(scratch->db);
    use_boards(scratch->db);
    use_blocks(scratch->db);
    use_talk(scratch->db);
    use_results(scratch->db);
    use_plans(scratch->db);
    use_ratings(scratch->db);
    use_mails(scratch->db);
    use_clocks(scratch->db);
    use_tournaments(scratch->db);
    use_lessons(scratch->db);
    use_tokens(scratch->db);
    use_programs(scratch->db);
    use_forgetting(scratch->db);
    g_assert_false(db_failed(scratch->db));
    int checked = 0;
    for (sqlite3_stmt *s = NULL; (s = sqlite3_next_stmt(scratch_sqlite, s)) != NULL;) {
        const char *sql = sqlite3_sql(s);
        bool reads = g_str_has_prefix(sql, "SELECT") || g_str_has_prefix(sql, "UPDATE") ||
                     g_str_has_prefix(sql, "DELETE") || g_str_has_prefix(sql, "INSERT");
        if (reads && !may_scan(sql)) {
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
