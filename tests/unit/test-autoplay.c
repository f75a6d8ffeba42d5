/* Turns that nobody has to decide, played at a desk. */
#include "play/premove.h"
#include "play/session.h"
#include "play/turn_words.h"
#include "render/speech.h"
#include "store/boards.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000 };

extern const struct game game_corridor;

/* As if the first of the legal steps were the only one: nobody ever has a
 * choice, and the match goes on for ever. */
static size_t first_of_moves(const struct position *position, struct move *list, size_t cap)
{
    struct move all[2];
    game_corridor.moves(position, all, G_N_ELEMENTS(all));
    if (cap > 0) {
        list[0] = all[0];
    }
    return 1;
}

struct table {
    struct game game;
    struct run run;
    struct words *words;
};

static void table_begin(struct table *table, struct scratch *scratch)
{
    scratch_begin(scratch);
    player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    player_add(scratch->db, "bob", "b@example.org", "b@example.org", NULL, NOW);
    table->game = game_corridor;
    table->words = words_load("templates", NULL);
    g_assert_nonnull(table->words);
    table->run = (struct run){ .db = scratch->db, .words = table->words, .now = NOW };
}

static void table_end(struct table *table, struct scratch *scratch)
{
    words_free(table->words);
    scratch_commit(scratch);
}

/* A match of the two, after turns separated by blanks. */
static struct session *sit_down(struct table *table, const char *word, const char *from,
                                const char *turns)
{
    struct options options;
    struct note note;
    const char *key = NULL;
    g_auto(Ruling) ruling = { 0 };
    options_init(&options, &table->game);
    g_assert_true(options_word(&options, &table->game, word, &key));
    struct match *match = match_new(&table->game, &options, from, &note);
    g_assert_nonnull(match);
    g_assert_true(match_after(match, turns, true, &ruling));
    struct session *session = session_of_match(&table->run, &table->game, match);
    session->board->seat[0].player = 1;
    session->board->seat[1].player = 2;
    return session;
}

static void assert_record(const struct session *session, const char *turns)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < session->match->turns->len; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "",
                               g_array_index(session->match->turns, struct match_turn, i).text);
    }
    g_assert_cmpstr(text->str, ==, turns);
}

/* The settings of `autoplay`, the turns that players send, and the record that follows. */
static const struct {
    const char *ann, *bob;
    const char *from, *turns, *record;
} cases[] = {
    { "off", "off", NULL, "b1", "b1" },
    { "on", "off", NULL, "b1", "b1" },
    { "off", "on", NULL, "b1", "b1 d1" },
    { "on", "on", NULL, "b1", "b1 d1" }, /* then ann has a choice */
    { "on", "on", NULL, "b1 d1", "b1 d1" },
    { "on", "on", "1.2.. 2 1", "", "" },       /* bob has a choice at once */
    { "off", "off", "12... 1 1", "", "pass" }, /* a pass is played for everyone */
    { "off", "on", "12... 1 1", "", "pass c1" },
    { "on", "on", "12... 1 1", "", "pass c1 b1 d1" },
    { "on", "off", "12... 2 1", "c1", "c1 b1" },
};

static void test_choice(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct table table;
    table_begin(&table, scratch);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        player_set(scratch->db, 1, "autoplay", cases[i].ann);
        player_set(scratch->db, 2, "autoplay", cases[i].bob);
        g_autoptr(MatchSession) session =
            sit_down(&table, "-repetition=3", cases[i].from, cases[i].turns);
        autoplay_go_on(session);
        assert_record(session, cases[i].record);
    }
    table_end(&table, scratch);
}

/* A player who has set nothing must send each turn. */
static void test_unset(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct table table;
    table_begin(&table, scratch);
    g_autoptr(MatchSession) session = sit_down(&table, "-repetition=3", NULL, "b1");
    autoplay_go_on(session);
    assert_record(session, "b1");
    table_end(&table, scratch);
}

/* As if everybody might pass, whatever else they can do. */
enum { PASS = 9 }; /* as in corridor.c */

static size_t steps_or_pass(const struct position *position, struct move *list, size_t cap)
{
    struct move all[3];
    size_t count = game_corridor.moves(position, all, G_N_ELEMENTS(all));
    if (all[count - 1].byte[0] != PASS) {
        all[count++] = (struct move){ .length = 1, .byte = { PASS } };
    }
    memcpy(list, all, MIN(count, cap) * sizeof *list);
    return count;
}

static bool check_or_pass(const struct position *position, const struct move *move,
                          struct note *note)
{
    return move->byte[0] == PASS || game_corridor.check(position, move, note);
}

/* What is told of the first turn, and whether somebody decided on it. */
static const struct {
    const char *from, *told;
    bool by_hand, chosen;
    int reader;
} passes[] = {
    { "1...2 1 1", "ann passed.", true, true, 1 },
    { "1...2 1 1", "You passed.", true, true, 0 },
    { "12... 1 1", "ann had no move and passed.", false, false, 1 },
    { "12... 1 1", "You had no move and passed.", true, false, 0 },
};

/* A pass is forced if the seat had nothing else; then the turn before it is still the last one. */
static void test_passes(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct table table;
    table_begin(&table, scratch);
    table.game.moves = steps_or_pass;
    table.game.check = check_or_pass;
    for (gsize i = 0; i < G_N_ELEMENTS(passes); i++) {
        g_autoptr(MatchSession) session = sit_down(&table, "-repetition=3", passes[i].from, "pass");
        const struct match *match = session->match;
        const struct turn_news news = { .by_hand = passes[i].by_hand };
        session->board->seat[0].name = g_strdup("ann");
        struct phrase *told = turn_news_words(session, &news, passes[i].reader);
        g_autofree char *text = words_said(table.words, told);
        g_assert_cmpstr(text, ==, passes[i].told);
        g_assert_cmpint(match_was_decided(match, 0), ==, passes[i].chosen);
        g_assert_cmpuint(match->last_count, ==, passes[i].chosen);
        autoplay_go_on(session); /* nobody is made to pass who has a step */
        assert_record(session, "pass");
    }
    table_end(&table, scratch);
}

/* Turns that are forced for ever end with the match, or when it is enough. */
static void test_loops(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct table table;
    table_begin(&table, scratch);
    table.game.moves = first_of_moves;
    player_set(scratch->db, 1, "autoplay", "on");
    player_set(scratch->db, 2, "autoplay", "on");
    g_autoptr(MatchSession) endless = sit_down(&table, "-repetition=0", NULL, "");
    autoplay_go_on(endless);
    g_assert_cmpuint(endless->match->turns->len, ==, AUTOPLAY_MOST);
    g_assert_false(endless->match->result.over);
    g_autoptr(MatchSession) drawn = sit_down(&table, "-repetition=3", NULL, "");
    autoplay_go_on(drawn);
    g_assert_cmpuint(drawn->match->turns->len, <, AUTOPLAY_MOST);
    g_assert_cmpstr(drawn->match->result.ending.key, ==, "repetition");
    g_autoptr(MatchSession) limited = sit_down(&table, "-maxply=2", NULL, "");
    autoplay_go_on(limited);
    g_assert_cmpuint(limited->match->turns->len, ==, 2);
    g_assert_cmpstr(limited->match->result.ending.key, ==, "maxply");
    table_end(&table, scratch);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/autoplay/choice", test_choice);
    scratch_test("/autoplay/unset", test_unset);
    scratch_test("/autoplay/loops", test_loops);
    scratch_test("/autoplay/passes", test_passes);
    return g_test_run();
}
