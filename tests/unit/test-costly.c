/* Turns that are asked for once more, on the corridor whose middle is a puddle; and
 * what rulings say in words. */
#include <glib.h>
#include <glib/gstdio.h>

#include "games.h"
#include "match/match.h"
#include "match/options.h"
#include "render/match_words.h"

static const struct {
    const char *options, *position, *line;
    enum verdict verdict;
    const char *turn; /* as played, or the choice */
} lines[] = {
    { "-puddle", ".1..2 1 1", "c1", VERDICT_UNCONFIRMED, "c1!" },
    { "-puddle", ".1..2 1 1", "c1.", VERDICT_UNCONFIRMED, "c1!" },
    { "-puddle", ".1..2 1 1", "c1!", VERDICT_PLAYED, "c1" },
    { "-puddle", ".1..2 1 1", " C1 !. ", VERDICT_PLAYED, "c1" },
    { "-puddle", ".1..2 1 1", "a1", VERDICT_PLAYED, "a1" },
    { "-puddle", ".1..2 1 1", "a1!", VERDICT_PLAYED, "a1" },
    /* There is nothing else to play. */
    { "-puddle", "21... 1 1", "c1", VERDICT_PLAYED, "c1" },
    { "", ".1..2 1 1", "c1", VERDICT_PLAYED, "c1" },
    /* Where a whole turn ends counts, not what it passes. */
    { "-puddle -double", ".1..2 1 2", "c1,d1", VERDICT_PLAYED, "c1,d1" },
    { "-puddle -double", "1...2 1 2", "b1,c1", VERDICT_UNCONFIRMED, "b1,c1!" },
    { "-puddle -double", "1...2 1 2", "b1!,c1", VERDICT_UNCONFIRMED, "b1,c1!" },
    { "-puddle -double", "1...2 1 2", "b1 c1!", VERDICT_PLAYED, "b1,c1" },
};

static void test_lines(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(Match) match = match_begun(&game_corridor, lines[i].options, lines[i].position);
        g_autofree char *before = match_position(match);
        g_auto(Ruling) ruling = { 0 };
        g_assert_cmpint(match_play(match, 0, lines[i].line, &ruling), ==, lines[i].verdict);
        g_autofree char *after = match_position(match);
        if (lines[i].verdict == VERDICT_PLAYED) {
            g_assert_cmpstr(ruling.turn, ==, lines[i].turn);
        } else {
            g_assert_cmpuint(ruling.choices->len, ==, 1);
            g_assert_cmpstr(ruling.choices->pdata[0], ==, lines[i].turn);
            g_assert_cmpstr(ruling.note.key, ==, "wet-feet");
            g_assert_cmpstr(before, ==, after);
            g_assert_cmpuint(match->turns->len, ==, 0);
        }
    }
}

/* A preview and the record ask nothing; a preview says what it costs. */
static void test_after(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "-puddle", ".1..2 1 1");
    g_auto(Ruling) ruling = { 0 };
    g_assert_true(match_after(match, "c1", true, &ruling));
    g_assert_cmpstr(ruling.note.key, ==, "wet-feet");
    g_assert_true(match_after(match, "d1", true, &ruling));
    g_assert_null(ruling.note.key);
    g_autoptr(Match) recorded = match_begun(&game_corridor, "-puddle", ".1..2 1 1");
    g_assert_true(match_record(recorded, 0, "c1", NULL));
}

/* What a turn did is told of that turn alone, decision by decision. */
static void test_effects(void)
{
    struct options options;
    struct note note = { 0 };
    g_auto(Ruling) ruling = { 0 };
    const struct game *game = registry_find("entrapment");
    options_init(&options, game);
    g_autoptr(Match) match = match_new(
        game, &options, "O b1 g5 / X a2 d6 / o a1v a2h a2v / x a1h b1h / # / 3 2 / O 1", &note);
    g_assert_nonnull(match);
    g_assert_true(match_after(match, "b1-a1,g5-f5 a2-a1,f5h f5-e5,e6h", true, &ruling));
    g_assert_true(match_record(match, 1, "resign", NULL));
    static const struct {
        guint turn, count;
        int seat; /* whose roamer on a1 */
    } rows[] = { { 0, 1, 0 }, { 1, 1, 1 }, { 2, 0, 0 }, { 3, 0, 0 } };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GArray) effects = match_effects(match, rows[i].turn);
        g_assert_cmpuint(effects->len, ==, rows[i].count);
        if (effects->len > 0) {
            const struct note *first = &g_array_index(effects, struct note, 0);
            g_assert_cmpstr(first->key, ==, "roamer-captured");
            g_assert_cmpstr(first->argument[0].text, ==, "a1");
            g_assert_cmpint(first->argument[1].value, ==, rows[i].seat);
        }
    }
    g_autoptr(Match) corridor = match_begun(&game_corridor, "-puddle", ".1..2 1 1");
    g_assert_true(match_after(corridor, "c1", true, &ruling));
    g_autoptr(GArray) none = match_effects(corridor, 0);
    g_assert_cmpuint(none->len, ==, 0);
}

static const char words_text[] =
    "[match]\n"
    "turn-incomplete=Half.\n"
    "no-step=No step to {{move}}.\n"
    "wet-feet=Wet feet!\n"
    "ruling-refused={{move}}|{{why}}|{{choices}}{{#whole}}|{{whole}}{{/whole}}\n"
    "ruling-incomplete={{move}}|{{why}}|{{choices}}|{{begun}}|{{ends}}"
    "|{{#more}}{{more}}{{/more}}|{{example}}\n"
    "ruling-unconfirmed={{move}}|{{why}}|{{choices}}\n"
    "[view]\nor={{list}}{{^last}}, {{/last}}{{#last}} or {{/last}}{{item}}\n";

static char *say(struct match *match, const char *line, guint added, guint more)
{
    g_auto(Ruling) ruling = { 0 };
    g_autofree char *folder = g_dir_make_tmp("words-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "all.words", NULL);
    g_assert_true(g_file_set_contents(path, words_text, -1, NULL));
    g_autoptr(Words) words = words_load(folder, NULL);
    g_assert_nonnull(words);
    match_play(match, 0, line, &ruling);
    for (guint i = 0; i < added; i++) {
        g_ptr_array_add(ruling.choices, g_strdup_printf("b1,e%u", i));
    }
    ruling.more = more;
    char *said = words_said(words, ruling_words(match->game, &ruling, line, NULL));
    g_assert_cmpint(g_remove(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    return said;
}

static void test_words(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "-double -puddle", NULL);
    g_autofree char *refused = say(match, "b1 e1", 0, 0);
    g_assert_cmpstr(refused, ==, "e1|No step to e1.|b1,a1 or b1,c1");
    g_autofree char *first = say(match, "e1 b1", 0, 0);
    g_assert_cmpstr(first, ==, "e1|No step to e1.|b1|b1,a1");
    g_autofree char *unconfirmed = say(match, "b1 c1", 0, 0);
    g_assert_cmpstr(unconfirmed, ==, "b1 c1|Wet feet!|b1,c1!");
    g_autofree char *few = say(match, "B1", 6, 0);
    g_assert_cmpstr(few, ==,
                    "B1|Half.|b1,a1, b1,c1, b1,e0, b1,e1, b1,e2, b1,e3, b1,e4 or b1,e5||||");
    g_autofree char *many = say(match, "B1", 7, 12);
    g_assert_cmpstr(many, ==, "B1|Half.||b1|a1, c1, e0, e1, e2, e3, e4, e5 or e6|12|b1,a1");
}

/* What letters name to show how a turn is written: all of it, and nothing costly. */
static void test_example(void)
{
    static const struct {
        const char *options, *position, *turn;
    } examples[] = {
        { "", ".1..2 1 1", "a1" },
        { "-double", ".1..2 1 2", "a1,b1" },
        { "-puddle", ".21.. 1 1", "d1" },
        { "-double -puddle", ".1..2 1 2", "a1,b1" },
        { "-double -puddle", "21... 1 2", "c1,b1" },
        { "-puddle", "21... 1 1", "c1" },
        { "", "2...1 1 1", "d1" },
        { "", "....1 1 1", "" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(examples); i++) {
        g_autoptr(Match) match =
            match_begun(&game_corridor, examples[i].options, examples[i].position);
        g_autofree char *turn = match_example(match);
        g_assert_cmpstr(turn, ==, examples[i].turn);
    }
}

/* The example goes forward in games that have somewhere to go. */
static void test_forward(void)
{
    enum { PLIES = 12 };
    int games = 0;
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        g_autoptr(Match) match = match_begun(*game, "", NULL);
        games += (*game)->distance != NULL;
        for (int ply = 0; (*game)->distance != NULL && ply < PLIES; ply++) {
            const int seat = match_actor(match);
            const int before = (*game)->distance(&match->now, seat);
            g_autofree char *turn = match_example(match);
            g_auto(Ruling) ruling = { 0 };
            g_test_message("%s %d: %s", (*game)->name, ply + 1, turn);
            g_assert_cmpint(match_play(match, seat, turn, &ruling), ==, VERDICT_PLAYED);
            g_assert_cmpint((*game)->distance(&match->now, seat), <, before);
        }
    }
    g_assert_cmpint(games, >=, 3);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/costly/lines", test_lines);
    g_test_add_func("/costly/after", test_after);
    g_test_add_func("/costly/effects", test_effects);
    g_test_add_func("/costly/words", test_words);
    g_test_add_func("/costly/example", test_example);
    g_test_add_func("/costly/forward", test_forward);
    return g_test_run();
}
