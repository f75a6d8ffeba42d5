/* Who watches what; what is said, sent and noted. */
#include "store/clocks.h"

#include "store/boards.h"
#include "store/inbox.h"
#include "store/players.h"
#include "store/talk.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000 };

static gint64 ann, bob, carl, dora, board;

static gint64 add_player(struct db *db, const char *name)
{
    return player_add(db, name, name, name, NULL, NOW);
}

/* A match of ann and bob; carl and dora look on. */
static void add_match(struct db *db)
{
    static char game[] = "tictactoe", options[] = "";
    ann = add_player(db, "ann");
    bob = add_player(db, "bob");
    carl = add_player(db, "carl");
    dora = add_player(db, "dora");
    struct board match = {
        .state = BOARD_RUNNING, .game = game, .options = options, .seats = 2, .challenger = ann
    };
    match.seat[0].player = ann;
    match.seat[1].player = bob;
    board = board_add(db, &match);
}

static void watch(struct db *db, gint64 player, struct watched what, bool at_end)
{
    watch_add(db, player, &what, at_end, NOW);
}

/* Who watches the match, and by which kind of watch: "carl board, dora game end". */
static void check_watchers(struct db *db, const char *expected)
{
    g_autoptr(GPtrArray) all = watches_of_board(db, board, "tictactoe");
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < all->len; i++) {
        const struct watch *row = all->pdata[i];
        g_autoptr(Player) player = player_by_id(db, row->player);
        g_string_append_printf(text, "%s%s %s%s%s", i > 0 ? ", " : "", player->name,
                               row->what.board != 0     ? "board"
                               : row->what.game != NULL ? "game"
                                                        : "player",
                               row->at_end ? " end" : "", row->over ? " over" : "");
    }
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_each_once(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    char game[] = "tictactoe", other[] = "chess";
    scratch_begin(scratch);
    add_match(db);
    check_watchers(db, "");
    watch(db, carl, (struct watched){ .game = game }, false);
    watch(db, dora, (struct watched){ .game = other }, false);
    check_watchers(db, "carl game");
    watch(db, carl, (struct watched){ .player = ann }, false);
    watch(db, carl, (struct watched){ .player = bob }, false);
    check_watchers(db, "carl player");
    watch(db, carl, (struct watched){ .board = board }, true);
    watch(db, dora, (struct watched){ .player = carl }, false);
    check_watchers(db, "carl player");
    watch(db, dora, (struct watched){ .board = board }, true);
    check_watchers(db, "carl player, dora board end");
    /* Players watch themselves and each other, but not where they play. */
    watch(db, ann, (struct watched){ .game = game }, false);
    watch(db, bob, (struct watched){ .player = ann }, false);
    check_watchers(db, "carl player, dora board end");
    scratch_commit(scratch);
}

static void test_ends(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    char game[] = "tictactoe";
    scratch_begin(scratch);
    add_match(db);
    const struct watched match = { .board = board }, all = { .game = game };
    watch(db, carl, match, false);
    watch(db, dora, all, true);
    g_autoptr(Watch) found = watch_find(db, carl, &match);
    g_assert_null(watch_find(db, dora, &match));
    g_assert_cmpint(found->player, ==, carl);
    g_assert_false(found->at_end);
    watch_set_end(db, found->id, true);
    g_autoptr(Watch) again = watch_by_id(db, found->id);
    g_assert_true(again->at_end);
    watches_end(db, board, NOW + 10);
    check_watchers(db, "carl board end over, dora game end");
    g_autoptr(GPtrArray) of_carl = watches_of_player(db, carl);
    g_assert_cmpuint(of_carl->len, ==, 0);
    g_assert_true(expire_rows(db, NOW + 9, 0));
    check_watchers(db, "carl board end over, dora game end");
    g_assert_true(expire_rows(db, NOW + 10, 0));
    check_watchers(db, "dora game end");
    g_autoptr(Watch) hers = watch_find(db, dora, &all);
    watch_remove(db, hers->id);
    check_watchers(db, "");
    scratch_commit(scratch);
}

static void test_forgotten(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_match(db);
    watch(db, carl, (struct watched){ .player = ann }, false);
    watch(db, carl, (struct watched){ .player = bob }, false);
    watch(db, dora, (struct watched){ .board = board }, false);
    talk_add(db, board, ann, TALK_NOTE, 1, "left", NOW);
    talk_add(db, board, bob, TALK_NOTE, 1, "right", NOW);
    budget_use(db, BUDGET_MESSAGES, ann, 0, 1, 1);
    talk_add(db, board, ann, TALK_PLAYERS, 1, "hello", NOW);
    player_forget(db, ann, 1);
    check_watchers(db, "carl player, dora board");
    player_forget(db, dora, 1);
    player_forget(db, bob, 1);
    scratch_commit(scratch);
    check_watchers(db, "");
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM watches"), ==, 0);
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM budgets"), ==, 0);
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM talk"), ==, 1);
}

static void test_talk(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_match(db);
    talk_add(db, board, ann, TALK_PLAYERS, 1, "hello", NOW);
    talk_add(db, board, carl, TALK_WATCHERS, 2, "she is late", NOW + 1);
    talk_add(db, board, bob, TALK_ALL, 3, "thanks", NOW + 2);
    scratch_commit(scratch);
    g_autoptr(GPtrArray) all = talk_list(db, board, TALK_EVERYTHING);
    g_assert_cmpuint(all->len, ==, 3);
    g_autoptr(GPtrArray) apart = talk_list(db, board, 1U << TALK_WATCHERS);
    g_assert_cmpuint(apart->len, ==, 1);
    const struct talk *talk = apart->pdata[0];
    g_assert_cmpint(talk->player, ==, carl);
    g_assert_cmpstr(talk->name, ==, "carl");
    g_assert_cmpint(talk->kind, ==, TALK_WATCHERS);
    g_assert_cmpint(talk->turns, ==, 2);
    g_assert_cmpstr(talk->text, ==, "she is late");
    g_assert_cmpint(talk->time, ==, NOW + 1);
    g_autoptr(GPtrArray) none = talk_list(db, board + 1, TALK_EVERYTHING);
    g_assert_cmpuint(none->len, ==, 0);
}

static void test_messages(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_match(db);
    g_assert_cmpint(budget_used(db, BUDGET_MESSAGES, ann, 0, 7), ==, 0);
    budget_use(db, BUDGET_MESSAGES, ann, 0, 7, 3);
    budget_use(db, BUDGET_MESSAGES, ann, 0, 7, 2);
    g_assert_cmpint(budget_used(db, BUDGET_MESSAGES, ann, 0, 7), ==, 5);
    g_assert_cmpint(budget_used(db, BUDGET_MESSAGES, bob, 0, 7), ==, 0);
    budget_use(db, BUDGET_MESSAGES, ann, 0, 8, 1);
    g_assert_cmpint(budget_used(db, BUDGET_MESSAGES, ann, 0, 8), ==, 1);
    g_assert_cmpint(budget_used(db, BUDGET_MESSAGES, ann, 0, 7), ==, 5);
    scratch_commit(scratch);
}

static void test_notes(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_match(db);
    talk_add(db, board, ann, TALK_NOTE, 1, "left", NOW);
    talk_add(db, board, bob, TALK_NOTE, 2, "right", NOW + 1);
    talk_add(db, board, ann, TALK_NOTE, 3, "up", NOW + 2);
    talk_add(db, board, ann, TALK_PLAYERS, 3, "aloud", NOW + 3);
    g_autoptr(GPtrArray) said = talk_list(db, board, TALK_EVERYTHING);
    g_assert_cmpuint(said->len, ==, 1);
    g_autoptr(GPtrArray) all = talk_list(db, board, 1U << TALK_NOTE);
    g_assert_cmpuint(all->len, ==, 3);
    const struct talk *note = all->pdata[2];
    g_assert_cmpstr(note->name, ==, "ann");
    g_assert_cmpstr(note->text, ==, "up");
    g_assert_cmpint(note->turns, ==, 3);
    g_assert_cmpint(note->time, ==, NOW + 2);
    g_assert_cmpint(talk_notes_count(db, board, ann), ==, 2);
    talk_notes_delete(db, board, ann);
    g_assert_cmpint(talk_notes_count(db, board, ann), ==, 0);
    g_assert_cmpint(talk_notes_count(db, board, bob), ==, 1);
    g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM talk"), ==, 2);
    scratch_commit(scratch);
}

/* Ann or bob says it to the other one, who is the reader. */
static void wait_for(struct db *db, gint64 reader, enum talk_kind kind, const char *said,
                     gint64 due)
{
    g_autoptr(GBytes) bytes = g_bytes_new(said, strlen(said));
    talk_wait(db, board, reader, reader == ann ? bob : ann, kind, bytes, due);
}

static void check_said(const struct talk *talk, const char *expected)
{
    g_autoptr(GBytes) bytes = g_bytes_new(expected, strlen(expected));
    g_assert_true(g_bytes_equal(talk->said, bytes));
    g_assert_null(talk->text);
}

/* What waits comes out in its order, to each reader and board apart, once, and not more than asked
 * for. */
static void test_talk_waits(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_match(db);
    wait_for(db, ann, TALK_PLAYERS, "one", TALK_SOON);
    wait_for(db, bob, TALK_PLAYERS, "two", TALK_SOON);
    wait_for(db, ann, TALK_WATCHERS, "three", TALK_SOON);
    wait_for(db, ann, TALK_PLAYERS, "four", TALK_SOON);
    g_autoptr(GArray) waits = talk_waits(db);
    g_assert_cmpuint(waits->len, ==, 2);
    g_assert_cmpint(g_array_index(waits, struct talk_wait, 0).reader, ==, ann);
    g_assert_cmpint(g_array_index(waits, struct talk_wait, 1).reader, ==, bob);
    g_autoptr(GPtrArray) first = talk_take_waiting(db, board, ann, 8);
    g_assert_cmpuint(first->len, ==, 2);
    check_said(first->pdata[0], "one");
    g_assert_cmpstr(((struct talk *)first->pdata[0])->name, ==, "bob");
    check_said(first->pdata[1], "three");
    g_assert_cmpint(((struct talk *)first->pdata[1])->kind, ==, TALK_WATCHERS);
    g_autoptr(GPtrArray) second = talk_take_waiting(db, board, ann, 1); /* one at least */
    g_assert_cmpuint(second->len, ==, 1);
    check_said(second->pdata[0], "four");
    g_autoptr(GPtrArray) none = talk_take_waiting(db, board, ann, 1);
    g_assert_cmpuint(none->len, ==, 0);
    g_autoptr(GArray) left = talk_waits(db);
    g_assert_cmpuint(left->len, ==, 1);
    scratch_commit(scratch);
}

/* What is patient brings no letter about, but goes with one; not when the match is over, and not
 * when a letter had no room for all of it. */
static void test_talk_patient(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_match(db);
    wait_for(db, ann, TALK_TURN, "one", TALK_PATIENT);
    wait_for(db, ann, TALK_PLAYERS, "two", TALK_PATIENT);
    wait_for(db, bob, TALK_TURN, "three", TALK_PATIENT);
    g_autoptr(GArray) before = talk_waits(db);
    g_assert_cmpuint(before->len, ==, 0);
    g_autoptr(GPtrArray) some = talk_take_waiting(db, board, ann, 3);
    g_assert_cmpuint(some->len, ==, 1);
    g_autoptr(GArray) cut = talk_waits(db);
    g_assert_cmpuint(cut->len, ==, 1);
    g_assert_cmpint(g_array_index(cut, struct talk_wait, 0).reader, ==, ann);
    talk_wait_no_more(db, board);
    g_autoptr(GArray) after = talk_waits(db);
    g_assert_cmpuint(after->len, ==, 2);
    scratch_commit(scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/watches/each once", test_each_once);
    scratch_test("/watches/ends", test_ends);
    scratch_test("/watches/forgotten", test_forgotten);
    scratch_test("/talk/kinds", test_talk);
    scratch_test("/talk/messages", test_messages);
    scratch_test("/notes/kept", test_notes);
    scratch_test("/talk/waits", test_talk_waits);
    scratch_test("/talk/patient", test_talk_patient);
    return g_test_run();
}
