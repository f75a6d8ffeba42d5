/* Long matches told page by page, long lists, and what is private. */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "commands/changes.h"
#include "commands/task.h"
#include "store/export.h"
#include "store/talk.h"
#include "tests/unit/configs.h"
#include "tests/unit/scratch.h"

enum { NOW = 1700000000, TURNS = 230 };

static gint64 ann, bob, carl;

struct scene {
    struct run run;
    struct words *words;
    struct config *config;
};

static void scene_begin(struct scene *scene, struct scratch *scratch)
{
    scratch_begin(scratch);
    ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    bob = player_add(scratch->db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    carl = player_add(scratch->db, "carl", "c@example.org", "c@example.org", NULL, NOW);
    scene->words = words_load("templates", NULL);
    g_assert_nonnull(scene->words);
    scene->config = parse_good("[server]\naddress=turns@example.org\noperator=root@example.org\n"
                               "database=/db\nspool=/spool\n");
    scene->run = (struct run){
        .db = scratch->db, .config = scene->config, .words = scene->words, .now = NOW
    };
}

static void scene_end(struct scene *scene, struct scratch *scratch)
{
    session_forget(&scene->run);
    words_free(scene->words);
    config_free(scene->config);
    scratch_commit(scratch);
}

/* A match of ann and bob that goes on. */
static gint64 add_match(struct scene *scene, bool private_match)
{
    static char game[] = "halma", options[] = "size=8 vacate=0 repetition=0";
    struct board board = { .state = BOARD_CHALLENGE,
                           .game = game,
                           .rules = 1,
                           .options = options,
                           .seats = 2,
                           .created = NOW,
                           .private_match = private_match };
    board.seat[0].player = ann;
    board.seat[1].player = bob;
    gint64 number = board_add(scene->run.db, &board);
    bool damaged;
    g_autoptr(MatchSession) session = session_open(&scene->run, number, &damaged);
    g_assert_nonnull(session);
    changes_start(session);
    return number;
}

static void play(struct scene *scene, gint64 number, guint turns)
{
    static const char *const shuffle[] = { "e1-d2", "a5-b4", "d2-e1", "b4-a5" };
    bool damaged;
    g_autoptr(MatchSession) session = session_open(&scene->run, number, &damaged);
    for (guint i = 0; i < turns; i++) {
        g_auto(Ruling) ruling = { 0 };
        g_assert_cmpint(match_play(session->match, (int)i % 2, shuffle[i % 4], &ruling), ==,
                        VERDICT_PLAYED);
    }
    changes_store(session);
}

static void end(struct scene *scene, gint64 number, int seat)
{
    bool damaged;
    g_autoptr(MatchSession) session = session_open(&scene->run, number, &damaged);
    g_assert_true(match_record(session->match, seat, "resign", NULL));
    changes_store(session);
}

/* Appends what a phrase (NULL: nothing) says to a reader in that time zone, and an end of line. */
static void append_said(GString *text, const char *zone, const struct phrase *phrase,
                        const struct words *words)
{
    g_autofree char *said = words_of(words, zone, phrase);
    g_string_append_printf(text, "%s\n", said != NULL ? said : "");
}

/* The whole answer to a player's command, without drawings of boards. Free with g_free. */
static char *answer(struct scene *scene, enum command_id id, gint64 reader,
                    const struct command *command)
{
    static char *none[] = { NULL };
    static const struct message no_mail;
    struct command filled = *command;
    filled.row = grammar_row(id);
    filled.words = command->words != NULL ? command->words : none;
    g_autoptr(GPtrArray) replies = request_replies_new();
    g_autoptr(Player) who = player_by_id(scene->run.db, reader);
    struct request request = {
        .run = &scene->run, .message = &no_mail, .player = who, .proven = true, .replies = replies
    };
    dispatch_command(&request, &filled);
    GString *text = g_string_new(NULL);
    g_assert_cmpuint(replies->len, ==, 1);
    const struct reply_to_player *reply = replies->pdata[0];
    g_autofree char *zone = preference_zone(&scene->run, reader);
    for (guint i = 0; i < reply->entries->len; i++) {
        const struct entry *entry = reply->entries->pdata[i];
        append_said(text, zone, entry->text, scene->words);
        for (guint j = 0; entry->rows != NULL && j < entry->rows->len; j++) {
            const struct block *row = entry->rows->pdata[j];
            append_said(text, zone, row->words, scene->words);
        }
        for (guint j = 0; entry->shown != NULL && j < entry->shown->len; j++) {
            const struct block *block = entry->shown->pdata[j];
            append_said(text, zone, block->words, scene->words);
        }
    }
    return g_string_free(text, FALSE);
}

static void assert_holds(const char *text, const char *piece)
{
    if (strstr(text, piece) == NULL) {
        g_error("\"%s\" is not in: %.2000s", piece, text);
    }
}

static void assert_lacks(const char *text, const char *piece)
{
    if (strstr(text, piece) != NULL) {
        g_error("\"%s\" is in: %.2000s", piece, text);
    }
}

/* ---- replay ---- */

static void test_replay_in_pages(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    gint64 number = add_match(&scene, false);
    play(&scene, number, TURNS);
    g_autofree char *first =
        answer(&scene, COMMAND_REPLAY, carl, &(struct command){ .board = number });
    assert_holds(first, "turns 1 to 100 of 230; times are in UTC:");
    assert_holds(first, "\n  1. ann: e1-d2, ");
    assert_holds(first, "\n  100. bob: b4-a5, ");
    assert_lacks(first, "101. ann");
    assert_holds(first, "\n  - replay 1#101");
    /* The board is that of the last turn told: all men are at home again. */
    assert_holds(first, "\n97. e1-d2   98. a5-b4   99. d2-e1   100. b4-a5");

    g_autofree char *last =
        answer(&scene, COMMAND_REPLAY, carl,
               &(struct command){ .board = number, .has_ply = true, .ply = 201 });
    assert_holds(last, "turns 201 to 230 of 230");
    assert_holds(last, "\n  230. bob: a5-b4, ");
    assert_lacks(last, "- replay");
    g_autofree char *end_of_it =
        answer(&scene, COMMAND_REPLAY, carl,
               &(struct command){ .board = number, .has_ply = true, .ply = -2 });
    assert_holds(end_of_it, "turns 229 to 230 of 230");
    scene_end(&scene, scratch);
}

/* Times are those of the reader. */
static void test_replay_in_own_zone(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    gint64 number = add_match(&scene, false);
    play(&scene, number, 1);
    player_set(scratch->db, carl, "timezone", "Asia/Kolkata");
    g_autofree char *by_carl =
        answer(&scene, COMMAND_REPLAY, carl, &(struct command){ .board = number });
    g_autofree char *by_ann =
        answer(&scene, COMMAND_REPLAY, ann, &(struct command){ .board = number });
    assert_holds(by_carl, "times are in Asia/Kolkata:\n\n  1. ann: e1-d2, 15 Nov 2023 03:43.\n");
    assert_holds(by_ann, "times are in UTC:\n\n  1. ann: e1-d2, 14 Nov 2023 22:13.\n");
    scene_end(&scene, scratch);
}

/* Players and those who watch hear each other when the match is over; who neither
 * plays nor watches hears all of them then. */
static void test_replay_of_talk(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    gint64 dora = player_add(scratch->db, "dora", "d@example.org", "d@example.org", NULL, NOW);
    gint64 number = add_match(&scene, false);
    play(&scene, number, 2);
    watch_add(scratch->db, carl, &(struct watched){ .board = number }, false, NOW);
    talk_add(scratch->db, number, carl, TALK_WATCHERS, 1, "She should hop.", NOW);
    talk_add(scratch->db, number, ann, TALK_PLAYERS, 1, "There.", NOW);
    const struct command command = { .board = number };
    g_autofree char *to_player = answer(&scene, COMMAND_REPLAY, bob, &command);
    g_autofree char *to_watcher = answer(&scene, COMMAND_REPLAY, carl, &command);
    g_autofree char *to_other = answer(&scene, COMMAND_REPLAY, dora, &command);
    assert_holds(to_player, "    ann wrote:\n    | There.\n");
    assert_lacks(to_player, "hop");
    assert_holds(to_watcher, "    carl, who watched, wrote:\n    | She should hop.\n");
    assert_lacks(to_watcher, "There");
    assert_lacks(to_other, "wrote:");
    end(&scene, number, 1);
    g_autofree char *over = answer(&scene, COMMAND_REPLAY, dora, &command);
    assert_holds(over, "    carl, who watched, wrote:\n    | She should hop.\n    ann wrote:\n");
    scene_end(&scene, scratch);
}

/* Much talk makes a page shorter, and what was said of turns that were taken back is
 * told all the same. */
static void test_replay_with_talk(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    gint64 number = add_match(&scene, false);
    g_autofree char *words = g_strnfill(3999, 'x');
    play(&scene, number, 10);
    talk_add(scratch->db, number, ann, TALK_PLAYERS, 0, "before the first turn", NOW);
    for (int turn = 1; turn <= 10; turn++) {
        talk_add(scratch->db, number, bob, TALK_PLAYERS, turn, words, NOW);
    }
    talk_add(scratch->db, number, ann, TALK_PLAYERS, 12, "of turn 12, taken back", NOW);
    g_autofree char *first =
        answer(&scene, COMMAND_REPLAY, ann, &(struct command){ .board = number });
    assert_holds(first, "turns 1 to 8 of 10");
    assert_holds(first, "    ann wrote:\n    | before the first turn\n  1. ann");
    assert_holds(first, "\n  - replay 1#9");
    g_autofree char *rest = answer(&scene, COMMAND_REPLAY, ann,
                                   &(struct command){ .board = number, .has_ply = true, .ply = 9 });
    assert_holds(rest, "turns 9 to 10 of 10; times are in UTC:\n\n  9. ann");
    assert_lacks(rest, "before the first turn");
    assert_holds(rest, "of turn 12, taken back");
    scene_end(&scene, scratch);
}

/* ---- lists ---- */

static void test_history_in_pages(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    for (int i = 0; i < 41; i++) {
        scene.run.now = NOW + i;
        end(&scene, add_match(&scene, false), 1);
    }
    static char game[] = "halma", name[] = "bob";
    g_autofree char *first =
        answer(&scene, COMMAND_HISTORY, carl, &(struct command){ .game = game });
    assert_holds(first, ": 41, the newest first; times are in UTC. This is page 1 of 3.");
    assert_holds(first, "Halma 41: ann - bob\n");
    assert_holds(first, "Halma 22: ann - bob\n");
    assert_lacks(first, "Halma 21:");
    assert_holds(first, "send \"history halma 2\"");
    g_autofree char *last =
        answer(&scene, COMMAND_HISTORY, carl,
               &(struct command){ .game = game, .name = name, .text = (char[]){ "3" } });
    assert_holds(last, " with bob: 41");
    assert_holds(last, "Halma 1: ann - bob\n");
    assert_lacks(last, "Halma 2:");
    assert_lacks(last, "  - history");
    g_autofree char *none = answer(&scene, COMMAND_HISTORY, carl,
                                   &(struct command){ .game = game, .text = (char[]){ "4" } });
    assert_holds(none, "There is no page 4: the last is 3.");
    g_autofree char *all = answer(&scene, COMMAND_HISTORY, carl, &(struct command){ 0 });
    assert_holds(all, "\nHalma 41: ann - bob\n");
    assert_holds(all, "\nHalma 39: ann - bob\n");
    assert_lacks(all, "Halma 38:");
    assert_holds(all, "38 more. To see them, send \"history halma\"");
    scene_end(&scene, scratch);
}

/* The reader is listed, too, however far down. */
static void test_long_standings(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    for (int i = 0; i < 60; i++) {
        g_autofree char *name = g_strdup_printf("player%02d", i);
        g_autofree char *address = g_strdup_printf("%s@example.org", name);
        ann = player_add(scratch->db, name, address, address, NULL, NOW);
        end(&scene, add_match(&scene, false), 1);
    }
    static char game[] = "halma";
    g_autofree char *lines =
        answer(&scene, COMMAND_STANDINGS, bob, &(struct command){ .game = game });
    assert_holds(lines, "\n  1. player00  -  1  0  0\n  1. player01  -  1  0");
    assert_holds(lines, "player49");
    assert_lacks(lines, "player50");
    assert_holds(lines, "\n  61. bob  -  0  60  0\n");
    assert_holds(lines, "the first 50 of 61");
    g_autofree char *all = answer(&scene, COMMAND_STANDINGS, bob, &(struct command){ 0 });
    assert_holds(all, "\n  1. player00  -  1  0  0\n  1. player01  -  1  0");
    assert_lacks(all, "player05");
    assert_holds(all, "\n  61. bob  -  0  60  0\n");
    assert_holds(all, "the first 5 of 61");
    assert_holds(all, "standings halma");
    scene_end(&scene, scratch);
}

static void test_long_list(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    for (int i = 0; i < 200; i++) {
        g_autofree char *name = g_strdup_printf("player%03d", i);
        g_autofree char *address = g_strdup_printf("%s@example.org", name);
        player_acted(scratch->db, player_add(scratch->db, name, address, address, NULL, NOW),
                     i + 1);
    }
    static char game[] = "halma";
    g_autofree char *text = answer(&scene, COMMAND_LIST, carl, &(struct command){ .game = game });
    assert_holds(text, "203 players");
    assert_holds(text, "player199, player198");
    assert_holds(text, "player100");
    assert_lacks(text, "player099");
    scene_end(&scene, scratch);
}

static void test_many_boards(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    for (int i = 0; i < 103; i++) {
        add_match(&scene, false);
    }
    g_autofree char *games = answer(&scene, COMMAND_GAMES, ann, &(struct command){ .board = 0 });
    assert_holds(games, "Halma 100: ann - bob\n");
    assert_lacks(games, "Halma 101:");
    assert_holds(games, "There are 3 more.");
    static char name[] = "ann";
    g_autofree char *boards = answer(&scene, COMMAND_SHOW, carl, &(struct command){ .name = name });
    assert_holds(boards, "Board 20 is shown below, as it is now");
    assert_lacks(boards, "Board 21,");
    assert_holds(boards, "There are more than 20");
    scene_end(&scene, scratch);
}

/* ---- what is private ---- */

static void test_private(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    add_match(&scene, true);
    end(&scene, add_match(&scene, true), 1);
    static char game[] = "halma", name[] = "ann", all[] = "all", *which[] = { all, NULL };
    const struct {
        enum command_id id;
        struct command command;
    } looks[] = {
        { COMMAND_SHOW, { .name = name, .words = which } },
        { COMMAND_SHOW, { .words = which } },
        { COMMAND_GAMES, { .name = name } },
        { COMMAND_HISTORY, { .game = game } },
        { COMMAND_HISTORY, { .game = game, .name = name } },
        { COMMAND_HISTORY, { .game = NULL } },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(looks); i++) {
        g_autofree char *own = answer(&scene, looks[i].id, bob, &looks[i].command);
        g_autofree char *others = answer(&scene, looks[i].id, carl, &looks[i].command);
        g_test_message("%d: %s", (int)i, own);
        g_assert_true(strstr(own, "Halma ") != NULL || strstr(own, "Board ") != NULL);
        assert_lacks(others, "Halma 1");
        assert_lacks(others, "Halma 2");
        assert_lacks(others, "Board ");
    }
    g_autofree char *standings =
        answer(&scene, COMMAND_STANDINGS, carl, &(struct command){ .game = game });
    assert_holds(standings, "1. ann  -  1  0");
    scene_end(&scene, scratch);
}

/* ---- words that cannot be loaded ---- */

/* Nothing is committed then, and the error is theirs. */
static void test_no_words(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    static char help[] = "help", *topics[] = { help, NULL };
    struct scene scene;
    g_autoptr(GError) error = NULL;
    scene_begin(&scene, scratch);
    scratch_commit(scratch);
    g_autoptr(Words) none = words_later("/nonexistent/templates");
    scene.run.words = none;
    db_begin(scratch->db);
    db_savepoint(scratch->db);
    player_set(scratch->db, ann, "board", "text");
    g_free(answer(&scene, COMMAND_HELP, ann, &(struct command){ .words = topics }));
    g_assert_false(db_savepoint_end(scratch->db, NULL));
    g_assert_false(db_commit(scratch->db, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
    g_assert_true(g_str_has_prefix(error->message, "/nonexistent/templates: "));
    scratch_begin(scratch);
    g_assert_null(player_setting(scratch->db, ann, "board"));
    scene_end(&scene, scratch);
}

/* ---- export ---- */

/* What does not fit is left out from the end, and named. */
static void test_export_cut(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct scene scene;
    scene_begin(&scene, scratch);
    play(&scene, add_match(&scene, false), TURNS);
    bool whole;
    g_autofree char *all = export_json(scratch->db, ann, NOW, 1000000, &whole);
    g_assert_true(whole);
    g_assert_true(g_str_has_suffix(all, "\n\"left_out\":[]}\n"));
    assert_holds(all, "{\"board\":1,\"number\":230,\"seat\":2,\"text\":\"a5-b4\",");
    assert_holds(all, "\"address\":\"a@example.org\"");
    assert_lacks(all, "b@example.org");
    g_autofree char *some = export_json(scratch->db, ann, NOW, 8000, &whole);
    g_assert_false(whole);
    g_assert_true(g_str_has_suffix(some, "\n\"left_out\":[\"turns\"]}\n"));
    g_assert_cmpuint(strlen(some), <, 8200);
    assert_lacks(some, "\"number\":230");
    scene_end(&scene, scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/looking/replay-in-pages", test_replay_in_pages);
    scratch_test("/looking/replay-in-own-zone", test_replay_in_own_zone);
    scratch_test("/looking/replay-of-talk", test_replay_of_talk);
    scratch_test("/looking/replay-with-talk", test_replay_with_talk);
    scratch_test("/looking/history-in-pages", test_history_in_pages);
    scratch_test("/looking/long-standings", test_long_standings);
    scratch_test("/looking/long-list", test_long_list);
    scratch_test("/looking/many-boards", test_many_boards);
    scratch_test("/looking/private", test_private);
    scratch_test("/looking/no-words", test_no_words);
    scratch_test("/looking/export-cut", test_export_cut);
    return g_test_run();
}
