/*
 * What runs for each mail costs no more at an old board, for an old player and in an old
 * database than at new ones. SQLite counts the steps of each statement: once while all is new, and
 * again with thousands of rows of everything behind it.
 */
#include "store/boards.h"
#include "store/clocks.h"
#include "store/handle.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "store/players.h"
#include "store/talk.h"
#include "tests/unit/scratch.h"

enum {
    YEARS = 3000,          /* rows that years of play leave behind, of each kind */
    NOW = 100 * CLOCK_DAY, /* their time; it is NOW_LATER when a mail comes */
    NOW_LATER = NOW + 300 * CLOCK_DAY,
    UNTIL = NOW_LATER + 60 * CLOCK_DAY, /* to when tokens of an old revision live */
    STEPS_MORE = 60, /* what a deeper tree and a few more rows may cost; a row costs 5 and more */
};

static gint64 ann, bob, board;
static char game[] = "tictactoe", nothing[] = "";

static gint64 add_board(struct db *db, enum board_state state, gint64 when)
{
    struct board new = { .state = state,
                         .game = game,
                         .options = nothing,
                         .timing = nothing,
                         .seats = 2,
                         .created = when,
                         .challenger = ann };
    new.seat[0].player = ann;
    new.seat[1].player = bob;
    return board_add(db, &new);
}

static void add_token(struct db *db, gint64 expires)
{
    struct token token = {
        .kind = TOKEN_MATCH, .player = ann, .object = board, .expires = expires, .made = NOW
    };
    token_new(db, &token);
}

/* An answer to a mail of ann's, about the board. */
static gint64 add_letter(struct db *db, gint64 mail, gint64 now)
{
    g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1);
    return outbox_add(db,
                      &(struct outbox_new){ .player = ann,
                                            .inbox = mail,
                                            .board = board,
                                            .answer = true,
                                            .recipient = "a@example.org",
                                            .letter = bytes },
                      now);
}

static void begin(struct db *db)
{
    ann = player_add(db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    bob = player_add(db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    board = add_board(db, BOARD_RUNNING, NOW);
    add_token(db, UNTIL + CLOCK_DAY);
}

/* What of that is one row a player or a board is not here, nor what a limit keeps few. */
static void grow_old(struct db *db)
{
    const struct clock_span day = { NOW_LATER - CLOCK_DAY, NOW_LATER };
    for (int i = 0; i < YEARS; i++) {
        g_autofree char *name = g_strdup_printf("mail%d", i);
        g_autofree char *address = g_strdup_printf("%d@example.net", i);
        add_token(db, UNTIL - CLOCK_DAY);
        add_board(db, i % 2 == 0 ? BOARD_FINISHED : BOARD_DECLINED, NOW);
        talk_add(db, board, ann, TALK_PLAYERS, i, "hello", NOW);
        gint64 mail = inbox_add(db, name, NULL, NOW);
        outbox_sent(db, add_letter(db, mail, NOW), NULL, NOW);
        notice_add(db, address, "failed-mail", NOW);
        bounces_add(db, address, 1, "5.1.1", NOW);
        outage_add(db, NOW, NOW + 1, OUTAGE_STOOD_STILL);
        struct pending held = {
            .kind = PENDING_HELD, .player = ann, .command = nothing, .made = NOW, .expires = NOW + 1
        };
        pending_add(db, &held);
        g_autofree char *queued = g_strdup_printf("move %d", i);
        struct plan plan = { .board = board, .player = bob, .kind = PLAN_MOVE, .text = queued };
        plan.board = add_board(db, BOARD_FINISHED, NOW);
        plan_put(db, &plan);
        thread_add(db, plan.board, bob, "one@example.org");
    }
    g_assert_cmpint(notice_count(db, NULL, "failed-mail", day), ==, 0);
}

/* ---- what a mail may ask ---- */

static void age_tokens(struct db *db)
{
    tokens_age(db, board, UNTIL);
}

static void find_player(struct db *db)
{
    player_free(player_by_address(db, "a@example.org"));
    player_free(player_by_name(db, "ann"));
    player_free(player_by_id(db, ann));
}

static void know_mail(struct db *db)
{
    static const unsigned char key[32];
    g_auto(InboxRow) row = { 0 };
    inbox_has_name(db, "mail7");
    inbox_find(db, "mail8", key, &row);
}

static void notice(struct db *db)
{
    notice_count(db, "a@example.org", "text", since(NOW_LATER));
    notice_count(db, NULL, "text", since(NOW_LATER));
    notice_add(db, "a@example.org", "text", NOW_LATER);
}

static void play(struct db *db)
{
    g_autoptr(Board) read = board_read(db, board);
    board_save(db, read);
    board_turn_add(db, board, (int)read->revision, 0, "a1", NOW_LATER);
}

static void speak(struct db *db)
{
    talk_add(db, board, ann, TALK_PLAYERS, 0, "hello", NOW_LATER);
    g_autoptr(GBytes) said = g_bytes_new_static("hello", 5);
    talk_wait(db, board, ann, bob, TALK_PLAYERS, said, TALK_SOON);
    g_ptr_array_unref(talk_take_waiting(db, board, ann, 1));
    budget_use(db, BUDGET_CHAT, ann, board, NOW_LATER / CLOCK_DAY, 1);
    budget_used(db, BUDGET_CHAT, ann, board, NOW_LATER / CLOCK_DAY);
}

static void challenge(struct db *db)
{
    board_challenges_by(db, ann);
    board_challenges_between(db, ann, bob);
}

static void write_letter(struct db *db)
{
    static int letters;
    g_autofree char *name = g_strdup_printf("letter%d", letters++);
    gint64 mail = inbox_add(db, name, NULL, NOW_LATER);
    gint64 letter = add_letter(db, mail, NOW_LATER);
    thread_add(db, board, ann, "one@example.org");
    clock_told_by(db, board, ann, letter);
    outbox_repeat(db, mail, NOW_LATER);
}

static void look_at_time(struct db *db)
{
    struct vacation away;
    vacation_at(db, ann, NOW_LATER, &away);
    g_array_unref(outages_since(db, NOW_LATER));
}

static void hold_back(struct db *db)
{
    pending_held_in(db, ann, false, since(NOW_LATER));
    bounces_read(db, "a@example.org", NOW_LATER);
}

static void look_for_watchers(struct db *db)
{
    g_ptr_array_unref(watches_of_board(db, board, game));
}

static void count_matches(struct db *db)
{
    board_running(db, ann, game);
    g_ptr_array_unref(board_list(db, ann, 1U << BOARD_RUNNING));
}

/* A player who has done nothing yet, among others who have done much. What waits for a `yes` is
 * read through for the name; each run deletes what has waited for three days. */
static void forget(struct db *db)
{
    while (!expire_rows(db, NOW_LATER, 0)) {
    }
    gint64 zoe = player_add(db, "zoe", "zoe@example.org", "zoe@example.org", NULL, NOW_LATER);
    player_forget(db, zoe, NOW_LATER);
}

static const struct {
    const char *name;
    void (*ask)(struct db *db);
} asked[] = {
    { "tokens of the board that would live on", age_tokens },
    { "whose address or name it is", find_player },
    { "whether a mail was here before", know_mail },
    { "what strangers were told", notice },
    { "a turn", play },
    { "chat", speak },
    { "challenges", challenge },
    { "a letter", write_letter },
    { "vacations and outages", look_at_time },
    { "held commands, letters that came back", hold_back },
    { "watchers", look_for_watchers },
    { "running matches of a player", count_matches },
    { "being forgotten", forget },
};

/* The steps of all statements since they were asked for last. */
static int steps(void)
{
    int sum = 0;
    for (sqlite3_stmt *s = NULL; (s = sqlite3_next_stmt(scratch_sqlite, s)) != NULL;) {
        sum += sqlite3_stmt_status(s, SQLITE_STMTSTATUS_VM_STEP, 1);
    }
    return sum;
}

static void count_steps(struct db *db, int counted[G_N_ELEMENTS(asked)])
{
    for (size_t i = 0; i < G_N_ELEMENTS(asked); i++) {
        asked[i].ask(db); /* what is done the first time is not counted */
        steps();
        asked[i].ask(db);
        counted[i] = steps();
    }
}

static void test_aged(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    int young[G_N_ELEMENTS(asked)], old[G_N_ELEMENTS(asked)];
    scratch_begin(scratch);
    begin(db);
    count_steps(db, young);
    grow_old(db);
    count_steps(db, old);
    g_assert_false(db_failed(db));
    for (size_t i = 0; i < G_N_ELEMENTS(asked); i++) {
        g_test_message("%s: %d steps, %d when all is old", asked[i].name, young[i], old[i]);
        if (old[i] > young[i] + STEPS_MORE) {
            g_test_message("FAULT: %s costs more with age", asked[i].name);
            g_test_fail();
        }
    }
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/aged/steps", test_aged);
    return g_test_run();
}
