/* What a player may have meant: squares, lists, distances. */
#include <glib.h>

#include "match/match.h"
#include "match/nearest.h"
#include "match/options.h"

extern const struct game game_corridor;

static struct match *begin(const struct game *game)
{
    struct options options;
    struct note note;
    options_init(&options, game);
    struct match *match = match_new(game, &options, NULL, &note);
    g_assert_nonnull(match);
    return match;
}

static void assert_texts(GPtrArray *texts, const char *expected)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++) {
        g_string_append_printf(joined, "%s%s", i > 0 ? " " : "", (const char *)texts->pdata[i]);
    }
    g_assert_cmpstr(joined->str, ==, expected);
}

/* A square alone: where a move begins, where one only ends, neither. */
static void test_lone_square(void)
{
    static const struct {
        const char *line;
        enum verdict verdict;
        const char *key, *choices;
    } squares[] = {
        { "e1", VERDICT_INCOMPLETE, "incomplete", "e1-d1 e1-d2 e1-e2" },
        { "E1-", VERDICT_INCOMPLETE, "incomplete", "e1-d1 e1-d2 e1-e2" },
        { "d2", VERDICT_INCOMPLETE, "only-end", "e1-d2" },
        { "f3-", VERDICT_INCOMPLETE, "only-end", "f1-f3 f2-f3 g2-f3 g3-f3 h1-f3 h3-f3" },
        { "a8", VERDICT_REFUSED, "no-move-there", NULL },
        { "d4-", VERDICT_REFUSED, "no-move-there", NULL },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(squares); i++) {
        g_autoptr(Match) match = begin(registry_find("halma"));
        g_auto(Ruling) ruling = { 0 };
        g_assert_cmpint(match_play(match, 0, squares[i].line, &ruling), ==, squares[i].verdict);
        g_assert_cmpstr(ruling.note.key, ==, squares[i].key);
        g_assert_cmpuint(match->turns->len, ==, 0);
        if (squares[i].choices != NULL) {
            assert_texts(ruling.choices, squares[i].choices);
        } else {
            g_assert_cmpuint(ruling.choices->len, ==, NEAREST_MAX);
        }
    }
}

/* The second decision of a turn is judged alone, whatever the first names. */
static void test_second_decision(void)
{
    struct options options;
    struct note note;
    const char *key = NULL;
    options_init(&options, &game_corridor);
    g_assert_true(options_word(&options, &game_corridor, "-double", &key));
    g_autoptr(Match) match = match_new(&game_corridor, &options, NULL, &note);
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(match_play(match, 0, "b1 go", &ruling), ==, VERDICT_INCOMPLETE);
    g_assert_cmpstr(ruling.note.key, ==, "go-where");
    assert_texts(ruling.choices, "b1,a1 b1,c1");
}

/* Of half a turn everything fits that may follow, whatever squares it has in
 * common with the first half; and so does all that a lone square may become. */
static void test_half_turn(void)
{
    static const struct {
        const char *line;
        guint choices;
        const char *first, *last;
    } halves[] = {
        { "a1-a2", 95, NULL, NULL },
        { "a1-a2,c4", 8, "a1-a2,c4h", "a1-a2,c4-c6" },
        { "a1-a2,a2", 7, "a1-a2,a2h", "a1-a2,a2-c2" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(halves); i++) {
        const struct game *game = registry_find("entrapment");
        struct options options;
        struct note note;
        options_init(&options, game);
        g_autoptr(Match) match =
            match_new(game, &options, "O a1 c4 / X d4 g7 / o / x / # / 25 25 / O 1", &note);
        g_auto(Ruling) ruling = { 0 };
        g_assert_cmpint(match_play(match, 0, halves[i].line, &ruling), ==, VERDICT_INCOMPLETE);
        g_assert_cmpuint(ruling.choices->len + ruling.more, ==, halves[i].choices);
        if (halves[i].first != NULL) {
            g_assert_cmpstr(ruling.choices->pdata[0], ==, halves[i].first);
            g_assert_cmpstr(ruling.choices->pdata[ruling.choices->len - 1], ==, halves[i].last);
        }
    }
}

static void test_naming(void)
{
    static const struct {
        const char *text, *typed, *square;
        enum nearest_naming naming;
    } names[] = {
        { "e1-e2", "e1", "e1", NAMING_FIRST },
        { "e1-e2", "E2-", "e2", NAMING_WITHIN },
        { "e1-e2", "e3", "e3", NAMING_NONE },
        { "e11-e2", "e1", "e1", NAMING_NONE },
        { "e1-e2", "go", "", NAMING_NONE },
        { "pass", "e1", "e1", NAMING_NONE },
        { "e1-e2", "", "", NAMING_NONE },
        { "", "e1", "e1", NAMING_NONE },
        { "e1", "e123456789", "e123456", NAMING_NONE },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        char square[8];
        nearest_square(names[i].typed, square);
        g_assert_cmpstr(square, ==, names[i].square);
        g_assert_cmpint(nearest_naming(names[i].text, names[i].typed), ==, names[i].naming);
    }
}

static void test_kept(void)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < FITTING_MAX + 32; i++) {
        g_ptr_array_add(texts, g_strdup_printf("a1-%c%d", 'b' + i / 10, i % 10));
    }
    g_ptr_array_add(texts, g_strdup("b1-b2"));
    g_assert_cmpuint(nearest_keep(texts, "a1", NEAREST_BEGUN), ==, FITTING_MAX + 32 - SAMPLE_MAX);
    g_assert_cmpuint(texts->len, ==, SAMPLE_MAX);
    g_assert_cmpstr(texts->pdata[0], ==, "a1-b0");
    g_assert_cmpstr(texts->pdata[1], ==, "a1-b4"); /* they come from all over */
    g_assert_cmpuint(nearest_keep(texts, "a1", NEAREST_BEGUN), ==, 0);
    g_assert_cmpuint(texts->len, ==, SAMPLE_MAX);
    g_assert_cmpuint(nearest_keep(texts, "a1", NEAREST_ANY), ==, 0);
    g_assert_cmpuint(texts->len, ==, NEAREST_MAX);
    g_ptr_array_unref(texts);
}

/* What was begun goes on as it began; what was cut short ends as typed. */
static void test_fitting(void)
{
    static const struct {
        const char *typed;
        enum nearest_wanted proposal;
        const char *kept;
    } rows[] = {
        { "c3xe3", NEAREST_BEGUN, "c3xe3xc5" },          { "e1xc1", NEAREST_BEGUN, "e1xc1xc3" },
        { "c3", NEAREST_BEGUN, "c3xc5xa5 c3xe3xc5" },    { "c3-a5", NEAREST_MEANT, "c3xc5xa5" },
        { "c3-c5", NEAREST_MEANT, "c3xc5xa5 c3xe3xc5" }, { "c3-c5", NEAREST_BEGUN, "c3xc5xa5" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(texts, g_strdup("e1xc1xc3"));
        g_ptr_array_add(texts, g_strdup("c3xc5xa5"));
        g_ptr_array_add(texts, g_strdup("c3xe3xc5"));
        nearest_keep(texts, rows[i].typed, rows[i].proposal);
        assert_texts(texts, rows[i].kept);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/nearest/lone-square", test_lone_square);
    g_test_add_func("/nearest/second-decision", test_second_decision);
    g_test_add_func("/nearest/half-turn", test_half_turn);
    g_test_add_func("/nearest/naming", test_naming);
    g_test_add_func("/nearest/kept", test_kept);
    g_test_add_func("/nearest/fitting", test_fitting);
    return g_test_run();
}
