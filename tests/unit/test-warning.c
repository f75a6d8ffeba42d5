/* Warnings: what the game says, and what all games share. */
#include <glib.h>

#include "match/match.h"
#include "tests/unit/games.h"

extern const struct game game_corridor;

/* A match after turns separated by blanks. */
static struct match *played(const struct game *game, const char *words, const char *from,
                            const char *turns)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    g_auto(Ruling) ruling = { 0 };
    struct options options;
    struct note note;
    const char *key = NULL;
    options_init(&options, game);
    for (char **word = list; *word != NULL; word++) {
        g_assert_true(options_word(&options, game, *word, &key));
    }
    struct match *match = match_new(game, &options, from, &note);
    g_assert_nonnull(match);
    g_assert_true(match_after(match, turns, true, &ruling));
    return match;
}

/* "warn-only d1; warn-maxply 2 0" */
static char *warnings_text(const struct match *match, int seat)
{
    g_autoptr(GPtrArray) warnings = match_warnings(match, seat);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < warnings->len; i++) {
        const struct warning *warning = warnings->pdata[i];
        g_autofree char *note = note_text(&warning->note);
        g_string_append_printf(text, "%s%s%s%s", i > 0 ? "; " : "", note,
                               warning->turns != NULL ? " " : "",
                               warning->turns != NULL ? warning->turns : "");
    }
    return g_string_free(text, FALSE);
}

static const struct {
    const struct game *game;
    const char *options, *from, *turns;
    int seat;
    const char *warnings;
} cases[] = {
    /* The game's own; the seat need not be to move. */
    { &game_tictactoe, "", NULL, "a1 b2 c3 a3", 0, "warn-win c1" },
    { &game_tictactoe, "", NULL, "a1 b2 c3 a3", 1, "" },
    { &game_tictactoe, "", NULL, "a1 b2 b1 a3", 1, "warn-win c1" },
    { &game_tictactoe, "", NULL, "a1 b2 c3 a3", -1, "" },
    { &game_tictactoe, "-misere", NULL, "a1 b2 c3 a3", 0, "" },
    { &game_tictactoe, "", "122/211/.12 1 0", "", 0, "warn-only a1" },
    { &game_tictactoe, "", "122/211/.12 1 0", "", 1, "" },
    { &game_tictactoe, "", "122/211/.12 1 0", "a1", 0, "" },
    /* The only turn, of one decision and of two. */
    { &game_corridor, "", NULL, "", 0, "warn-only b1" },
    { &game_corridor, "", NULL, "b1", 1, "warn-only d1" },
    { &game_corridor, "", NULL, "b1", 0, "" },
    { &game_corridor, "", NULL, "b1", -1, "" },
    { &game_corridor, "", NULL, "b1 d1", 0, "" },
    { &game_corridor, "-double", ".1.2. 2 2", "", 1, "" },
    { &game_corridor, "-double", "12... 2 2", "", 1, "" },
    { &game_corridor, "-double", "1.2.. 1 2", "", 0, "warn-only b1,a1" },
    { &game_corridor, "-double", "1.2.. 1 2", "b1", 0, "" }, /* in the midst of it */
    { &game_corridor, "", "123.. 1 1", "", 0, "" },          /* the server passes for the player */
    /* Positions that come back. */
    { &game_corridor, "", NULL, "b1 d1 a1 e1", 0, "warn-only b1; warn-repeated-last 2 3" },
    { &game_corridor, "", NULL, "b1 d1 a1 e1", 1, "warn-repeated-last 2 3" },
    { &game_corridor, "", NULL, "b1 d1 a1 e1", -1, "warn-repeated-last 2 3" },
    { &game_corridor, "-repetition=4", NULL, "b1 d1 a1 e1", -1, "warn-repeated 2 4" },
    { &game_corridor, "-repetition=0", NULL, "b1 d1 a1 e1", -1, "" },
    { &game_corridor, "", NULL, "b1 d1 a1 e1 b1 d1 a1", 1,
      "warn-repeating e1; warn-repeated-last 2 3" },
    { &game_corridor, "", NULL, "b1 d1 a1 e1 b1 d1 a1", 0, "warn-repeated-last 2 3" },
    { &game_corridor, "", NULL, "b1 d1 a1 e1 b1 d1 a1 e1", 0, "warn-repetition-drawn 3 0" },
    { &game_corridor, "-repetition=2", NULL, "b1 d1", 0, "" },
    { &game_corridor, "-repetition=2", NULL, "b1 d1 a1", 1, "warn-repeating e1" },
    /* The ply limit. */
    { &game_corridor, "-maxply=12", NULL, "b1", -1, "" },
    { &game_corridor, "-maxply=12", NULL, "b1 d1", -1, "warn-maxply 10 0" },
    { &game_corridor, "-maxply=3", NULL, "b1", -1, "warn-maxply 2 0" },
    { &game_corridor, "-maxply=3", NULL, "b1 d1", -1, "warn-maxply-last 1 0" },
    { &game_corridor, "-maxply=3", NULL, "b1 d1 a1", -1, "" },
};

static void test_warnings(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Match) match =
            played(cases[i].game, cases[i].options, cases[i].from, cases[i].turns);
        g_autofree char *text = warnings_text(match, cases[i].seat);
        g_test_message("%s after %s", cases[i].game->name, cases[i].turns);
        g_assert_cmpstr(text, ==, cases[i].warnings);
    }
}

static size_t warn_each(const struct position *position, int seat, struct note *notes, size_t cap)
{
    (void)position;
    g_assert_cmpuint(cap, ==, WARNINGS_MAX);
    notes[0] = (struct note){ .key = "mind", .argument = { { ARGUMENT_SEAT, (int16_t)seat, "" } } };
    return 1;
}

/* Who has left is not warned by the game, nor is an onlooker. */
static void test_of_game(void)
{
    struct game game = game_corridor;
    game.warn = warn_each;
    g_autoptr(Match) match = played(&game, "-players=3", ".2.31 2 1", "");
    static const char *const before[] = { "", "mind player-1", "mind player-2", "mind player-3" };
    static const char *const after[] = { "", "mind player-1", "mind player-2", "" };
    for (int seat = -1; seat < 3; seat++) {
        g_autofree char *text = warnings_text(match, seat);
        g_assert_cmpstr(text, ==, before[seat + 1]);
    }
    g_assert_true(match_record(match, 2, "resign", NULL));
    for (int seat = -1; seat < 3; seat++) {
        g_autofree char *text = warnings_text(match, seat);
        g_assert_cmpstr(text, ==, after[seat + 1]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/warning/said", test_warnings);
    g_test_add_func("/warning/of-game", test_of_game);
    return g_test_run();
}
