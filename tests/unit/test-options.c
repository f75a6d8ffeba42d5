/* Options as words and as text; the registry of games. */
#include <glib.h>
#include <string.h>

#include "match/options.h"
#include "render/match_words.h"

static const char *const locks[] = { "hop", "end", "off", NULL };

static const struct option table[] = {
    { .name = "size", .kind = OPTION_NUMBER, .least = 8, .most = 16 },
    { .name = "super", .kind = OPTION_SWITCH },
    { .name = "lock", .kind = OPTION_WORD, .words = locks },
    { .name = "vacate", .kind = OPTION_NUMBER, .least = 0, .most = 200 },
    { .name = "noland", .kind = OPTION_SWITCH },
    { .name = "long", .kind = OPTION_ALIAS, .of = "super", .value = OPTION_UNSET },
    { .name = "strict", .kind = OPTION_ALIAS, .of = "lock", .value = 1 },
    { .name = NULL },
};

static const struct game game = {
    .name = "example", .rules = 7, .seats = 1 << 1 | 1 << 3, .options = table
};
static const struct game solitaire = {
    .name = "solitaire", .rules = 1, .seats = 1 << 0 | 1 << 2, .options = table
};

/* Words and the canonical text they give. */
static const struct {
    const char *words;
    const char *text;
} accepted[] = {
    { "", "" },
    { "-size=10", "size=10" },
    { "-SIZE=10 -Lock=OFF", "size=10 lock=off" },
    { "-lock=end -size=16", "size=16 lock=end" },
    { "-super", "super=1" },
    { "-nosuper", "super=0" },
    { "-super=yes", "super=1" },
    { "-super=off", "super=0" },
    { "-long", "super=1" },
    { "-nolong", "super=0" },
    { "-long=0", "super=0" },
    { "-strict", "lock=end" },
    { "-nolock", "lock=off" },
    { "-novacate", "vacate=0" },
    { "-noland", "noland=1" },
    { "-nonoland", "noland=0" },
    { "-size=9 -SIZE=9", "size=9" },
    { "-super -long=1", "super=1" },
    { "-maxply=30 -maxply=30", "maxply=30" },
    { "-players=2", "" },
    { "-players=4", "players=4" },
    { "-norepetition", "repetition=0" },
    { "-repetition=3", "" },
    { "-repetition=9 -vacate=0", "vacate=0 repetition=9" },
    { "-maxply=30000 -super", "super=1 maxply=30000" },
    { "-maxply=1 -players=4 -repetition=2", "players=4 repetition=2 maxply=1" },
};

static void take_words(struct options *options, const char *words)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    const char *key = NULL;
    options_init(options, &game);
    for (char **word = list; *word != NULL; word++) {
        g_assert_true(options_word(options, &game, *word, &key));
        g_assert_null(key);
    }
}

static void test_accepted(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(accepted); i++) {
        struct options options, again;
        const char *key = NULL;
        take_words(&options, accepted[i].words);
        g_autofree char *text = options_text(&options, &game);
        g_assert_cmpstr(text, ==, accepted[i].text);
        g_assert_true(options_read(&again, &game, text, &key));
        g_autofree char *same = options_text(&again, &game);
        g_assert_cmpstr(same, ==, text);
        g_assert_cmpint(again.setup.seats, ==, options.setup.seats);
    }
}

static const struct {
    const char *word;
    const char *key;
} refused[] = {
    { "-colour=red", "option-unknown" },
    { "-", "option-unknown" },
    { "--size=10", "option-unknown" },
    { "size=10", "option-unknown" },
    { "-nocolour", "option-unknown" },
    { "-no", "option-unknown" },
    { "", "option-unknown" },
    { "-nosize=10", "option-unknown" },
    { "-size", "option-value" },
    { "-size=", "option-value" },
    { "-size=7", "option-value" },
    { "-size=17", "option-value" },
    { "-size=+9", "option-value" },
    { "-size=9x", "option-value" },
    { "-size= 9", "option-value" },
    { "-size=99999999999999999999", "option-value" },
    { "-size=-9", "option-value" },
    { "-nosize", "option-value" },
    { "-super=2", "option-value" },
    { "-super=", "option-value" },
    { "-lock", "option-value" },
    { "-lock=none", "option-value" },
    { "-strict=1", "option-value" },
    { "-nostrict", "option-value" },
    { "-repetition=1", "option-value" },
    { "-repetition=10", "option-value" },
    { "-repetition", "option-value" },
    { "-maxply=30001", "option-value" },
    { "-players=3", "option-seats" },
    { "-players=7", "option-seats" },
    { "-players=two", "option-seats" },
    { "-noplayers", "option-seats" },
    { "-size=9", "option-twice" },
};

/* Two words that say different things of one option. */
static const struct {
    const char *first;
    const char *second;
} contradicting[] = {
    { "-size=8", "-size=9" },       { "-lock=end", "-nolock" },
    { "-nolock", "-strict" },       { "-super", "-nolong" },
    { "-players=2", "-players=4" }, { "-repetition=3", "-repetition=4" },
    { "-maxply=0", "-maxply=9" },
};

static void test_contradicting(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(contradicting); i++) {
        struct options options;
        const char *key = NULL;
        take_words(&options, contradicting[i].first);
        g_autofree char *before = options_text(&options, &game);
        g_assert_false(options_word(&options, &game, contradicting[i].second, &key));
        g_assert_cmpstr(key, ==, "option-twice");
        g_autofree char *after = options_text(&options, &game);
        g_assert_cmpstr(after, ==, before);
    }
}

static void test_refused(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(refused); i++) {
        struct options options;
        const char *key = NULL;
        take_words(&options, "-size=10");
        g_assert_false(options_word(&options, &game, refused[i].word, &key));
        g_assert_cmpstr(key, ==, refused[i].key);
        g_autofree char *text = options_text(&options, &game);
        g_assert_cmpstr(text, ==, "size=10");
    }
}

/* What an option may be, "KIND LEAST MOST", by any word that names it. */
static const struct {
    const char *word;
    const char *range;
} ranges[] = {
    { "-size=9999", "size number 8 to 16" },
    { "-SIZE", "size number 8 to 16" },
    { "-nosize", "size number 8 to 16" },
    { "-super=perhaps", "super switch" },
    { "-long=perhaps", "long switch" },
    { "-nostrict", "strict alone" },
    { "-lock", "lock word hop" },
    { "-noland=2", "noland switch" },
    { "-repetition=1", "repetition number 2 to 9 or 0" },
    { "-maxply=x", "maxply number 0 to 30000" },
    { "-colour=red", NULL },
    { "-", NULL },
    { "-no", NULL },
};

static char *range_text(const struct option_range *range)
{
    static const char *const kinds[] = { [OPTION_SWITCH] = "switch",
                                         [OPTION_NUMBER] = "number",
                                         [OPTION_WORD] = "word",
                                         [OPTION_ALIAS] = "alone" };
    g_autoptr(GString) text = g_string_new(range->name);
    g_string_append_printf(text, " %s", kinds[range->kind]);
    if (range->kind == OPTION_NUMBER) {
        g_string_append_printf(text, " %d to %d%s", range->least, range->most,
                               range->or_zero ? " or 0" : "");
    } else if (range->kind == OPTION_WORD) {
        g_string_append_printf(text, " %s", range->words[0]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void test_ranges(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ranges); i++) {
        struct option_range range = { .name = NULL };
        bool named = options_range(&game, ranges[i].word, &range);
        g_autofree char *text = named ? range_text(&range) : NULL;
        g_assert_cmpstr(text, ==, ranges[i].range);
    }
    g_autoptr(GPtrArray) names = options_names(&game);
    g_assert_cmpuint(names->len, ==, 10);
    g_assert_cmpstr(names->pdata[0], ==, "size");
    g_assert_cmpstr(names->pdata[9], ==, "maxply");
}

/* A word and the option that was probably meant. */
static const struct {
    const char *word;
    const char *name;
} misspelt[] = {
    { "-sise=10", "size" },
    { "-siz", "size" },
    { "-SUPPER", "super" },
    { "-vacat=3", "vacate" },
    { "-repet=2", "repetition" },
    { "-playes=4", "players" },
    { "-colour=red", NULL },
    { "-s", NULL },
    { "-", NULL },
    { "", NULL },
    { "-xyz", NULL },
};

static void test_misspelt(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(misspelt); i++) {
        g_assert_cmpstr(options_nearest(&game, misspelt[i].word), ==, misspelt[i].name);
    }
}

static void test_too_long(void)
{
    struct options options;
    const char *key = NULL;
    g_autofree char *zeros = g_strnfill(100000, '0');
    g_autofree char *word = g_strconcat("-size=", zeros, "10", NULL);
    options_init(&options, &game);
    g_assert_false(options_word(&options, &game, word, &key));
    g_assert_cmpstr(key, ==, "option-unknown");
}

static void test_read_refuses(void)
{
    struct options options;
    const char *key = NULL;
    g_assert_false(options_read(&options, &game, "size=10 colour=red", &key));
    g_assert_cmpstr(key, ==, "option-unknown");
    g_assert_false(options_read(&options, &game, "size=1000", &key));
    g_assert_cmpstr(key, ==, "option-value");
}

/* A refused word and what is said of it. */
static const struct {
    const char *word;
    const char *words;
} told[] = {
    { "-size=7",
      "The option -size=7 is not possible. You can write -size=N, with N from 8 to 16." },
    { "-super=2", "The option -super=2 is not possible. You can write -super or -nosuper." },
    { "-lock",
      "The option -lock is not possible. You can write -lock=hop, -lock=end or -lock=off." },
    { "-strict=1",
      "The option -strict=1 is not possible. You can write -strict, with nothing after it." },
    { "-repetition=1",
      "The option -repetition=1 is not possible. You can write -repetition=N, with N "
      "from 2 to 9, or 0." },
    { "-players=3", "The option -players=3 is not possible: this game is for 2 or 4 players." },
    { "-sizes=8",
      "There is no option -sizes=8 in this game. Did you mean -size? It has -size, -super, -lock, "
      "-vacate, -noland, -long, -strict, -players, -repetition, -maxply." },
    { "-colour",
      "There is no option -colour in this game. It has -size, -super, -lock, -vacate, -noland, "
      "-long, -strict, -players, -repetition, -maxply." },
};

static void test_told(void)
{
    g_autoptr(Words) words = words_load("templates", NULL);
    g_assert_nonnull(words);
    for (gsize i = 0; i < G_N_ELEMENTS(told); i++) {
        struct options options;
        const char *key = NULL;
        options_init(&options, &game);
        g_assert_false(options_word(&options, &game, told[i].word, &key));
        g_autofree char *text = words_said(words, option_words_refusal(&game, told[i].word, key));
        g_assert_cmpstr(text, ==, told[i].words);
    }
    g_autofree char *alone = words_said(words, option_words_seats(&solitaire));
    g_assert_cmpstr(alone, ==, "1 or 3");
}

static void test_defaults(void)
{
    struct options options;
    options_init(&options, &game);
    g_assert_cmpint(options.setup.seats, ==, 2);
    g_assert_cmpint(options.setup.rules, ==, 7);
    g_assert_cmpint(options.setup.value[0], ==, OPTION_UNSET);
    g_assert_cmpint(options.repetition, ==, 3);
    g_assert_cmpint(options.maxply, ==, 0);
    options_init(&options, &solitaire);
    g_assert_cmpint(options.setup.seats, ==, 1);
}

/* A game that has no option of its own has the common ones. */
static void test_none(void)
{
    const struct game bare = { .name = "bare", .seats = 1 << 1, .size = 40 };
    struct options options;
    const char *reason = NULL;
    g_assert_true(options_read(&options, &bare, "repetition=0", &reason));
    g_autofree char *text = options_text(&options, &bare);
    g_assert_cmpstr(text, ==, "repetition=0");
    g_assert_false(options_word(&options, &bare, "-super", &reason));
    g_assert_cmpstr(reason, ==, "option-unknown");
    g_autoptr(GPtrArray) names = options_names(&bare);
    g_assert_cmpuint(names->len, ==, 3);
    g_assert_cmpuint(game_identity(&bare), ==, 40);
    g_assert_null(game_options(&bare)->name);
}

static void test_seats(void)
{
    struct options options;
    options_init(&options, &game);
    g_assert_false(options_seats(&options, &game, 3));
    g_assert_false(options_seats(&options, &game, 0));
    g_assert_false(options_seats(&options, &game, 100));
    g_assert_true(options_seats(&options, &game, 4));
    g_assert_cmpint(options.setup.seats, ==, 4);
    take_words(&options, "-players=4");
    g_assert_false(options_seats(&options, &game, 2));
    g_assert_true(options_seats(&options, &game, 4));
}

static void test_registry(void)
{
    const char *const *names = registry_names();
    gsize count = 0;
    for (; registry_games[count] != NULL; count++) {
        const struct game *each = registry_games[count];
        g_autofree char *upper = g_ascii_strup(each->name, -1);
        g_assert_cmpstr(names[count], ==, each->name);
        g_assert_true(registry_find(each->name) == each);
        g_assert_true(registry_meant(upper) == each);
        g_assert_true(count == 0 || strcmp(names[count - 1], names[count]) < 0);
    }
    g_assert_null(names[count]);
    g_assert_null(registry_find("nosuchgame"));
    g_assert_null(registry_meant("nosuchgame"));
    g_assert_null(registry_meant(""));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/options/accepted", test_accepted);
    g_test_add_func("/options/refused", test_refused);
    g_test_add_func("/options/contradicting", test_contradicting);
    g_test_add_func("/options/ranges", test_ranges);
    g_test_add_func("/options/misspelt", test_misspelt);
    g_test_add_func("/options/too-long", test_too_long);
    g_test_add_func("/options/read-refuses", test_read_refuses);
    g_test_add_func("/options/told", test_told);
    g_test_add_func("/options/defaults", test_defaults);
    g_test_add_func("/options/none", test_none);
    g_test_add_func("/options/seats", test_seats);
    g_test_add_func("/registry", test_registry);
    return g_test_run();
}
