/* A thousand random games of each main set of options; no man is lost on the way. */
#include "emergo-judge.h"
#include "walk.h"

static const struct long_walk rows[] = {
    { "emergo", "" },        { "emergo", "size=7" },
    { "emergo", "setup=1" }, { "emergo", "stalemate=draw" },
    { NULL, NULL },
};

/* E4: each piece has its shape, which judge_read asserts; each colour its men. */
static void men_are_there(const struct game *game, const struct position *position, int size)
{
    const struct judge_rules rules = { .size = size };
    const int men = men_each(&rules);
    struct judge judge;
    g_autofree char *text = position_text(game, position);
    judge_read(&judge, &rules, text);
    g_assert_cmpint(men_on_board(&judge, 'O') + in_hand(&judge, 'O'), ==, men);
    g_assert_cmpint(men_on_board(&judge, 'X') + in_hand(&judge, 'X'), ==, men);
}

static void test_men(gconstpointer data)
{
    const struct long_walk *row = data;
    const struct game *game = game_named(row->game);
    const struct setup setup = setup_for(game, row->options);
    const int size = strstr(row->options, "size=7") != NULL ? 7 : 9;
    g_autoptr(GRand) chance = g_rand_new_with_seed(2);
    for (gint64 i = 0; i < number_from("WALKS", LONG_WALKS); i++) {
        struct position position;
        struct move moves[JUDGE_MOVES];
        struct note note;
        size_t count = 1;
        g_assert_true(game->setup(&position, &setup, &note));
        for (int ply = 0; ply < PLIES && count > 0; ply++) {
            men_are_there(game, &position, size);
            count = game->moves(&position, moves, JUDGE_MOVES);
            if (count > 0) {
                game->apply(&position, &moves[g_rand_int_range(chance, 0, (gint32)count)]);
            }
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_long_walks(rows);
    for (const struct long_walk *row = rows; row->game != NULL; row++) {
        g_autofree char *test = g_strdup_printf("/walks/emergo/men:%s", row->options);
        g_test_add_data_func(test, row, test_men);
    }
    return g_test_run();
}
