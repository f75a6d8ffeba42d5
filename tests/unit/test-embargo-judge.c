/*
 * Two cores of Embargo play the same games and must agree on everything: the
 * one in games/, and the slow one of embargo-judge.h.
 *
 * JUDGE_GAMES is the number of games from the first position for each set of
 * options; as many are played towards the goals, and four times as
 * many are short walks from scattered men. Seeds are fixed: a failure can be met again.
 */
#include "embargo-bout.h"
#include "row.h"

enum {
    GAMES = 12, /* unless JUDGE_GAMES says otherwise */
    PLIES = 1000,
    WALK_PLIES = 60,
};

static const struct option_set sets[] = {
    { "default", "", { 2, 3, .vacate = 25 } },
    { "three", "players=3", { 3, 3, .vacate = 25, .fill = true } },
    { "four", "players=4", { 4, 3, .vacate = 25, .fill = true } },
    { "yard-4", "yard=4", { 2, 4, .vacate = 25 } },
    { "tunnel-one", "tunnel=one", { 2, 3, .vacate = 25, .tunnel = TUNNEL_ONE } },
    { "tunnel-off", "tunnel=off", { 2, 3, .vacate = 25, .tunnel = TUNNEL_OFF } },
    { "noreturn",
      "noland=0 noreturn=1",
      { 2, 3, .vacate = 25, .free_land = true, .noreturn = true } },
    { "land", "noland=0", { 2, 3, .vacate = 25, .free_land = true } },
    { "vacate-0", "vacate=0", { 2, 3, .vacate = 0 } },
    { "vacate-5", "players=4 vacate=5", { 4, 3, .vacate = 5, .fill = true } },
    { "fill-1", "antispoil=fill fillmin=1", { 2, 3, .vacate = 25, .fill = true, .fillmin = 1 } },
    { "three-none", "players=3 antispoil=none", { 3, 3, .vacate = 25 } },
    { "four-none", "players=4 antispoil=none", { 4, 3, .vacate = 25 } },
    { "four-yard-4", "players=4 yard=4", { 4, 4, .vacate = 25, .fill = true } },
    { "teams", "players=4 teams=1", { 4, 3, .vacate = 25, .fill = true, .teams = true } },
    { "teams-free",
      "players=4 teams=1 vacate=0 fillmin=1",
      { 4, 3, .fill = true, .fillmin = 1, .teams = true } },
};

/* ---- the judge alone ---- */

static guint64 judge_perft(const struct judge *judge, int depth)
{
    struct judge_list list;
    if (depth == 0) {
        return 1;
    }
    judge_moves(judge, &list);
    guint64 count = 0;
    for (int i = 0; i < list.count; i++) {
        struct judge after = *judge;
        judge_play(&after, list.move[i].text);
        count += judge_perft(&after, depth - 1);
    }
    return count;
}

/* Section 5 of the rules. */
static void test_counts(void)
{
    static const struct {
        int at;
        struct judge_rules rules;
        guint64 counts[3];
    } published[] = {
        ROW({ 2, 3, .vacate = 25 }, { 42, 1710, 68432 }),
        ROW({ 4, 3, .vacate = 25, .fill = true }, { 30, 831, 22769 }),
        ROW({ 2, 4, .vacate = 25 }, { 52, 2552, 0 }),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(published); i++) {
        row_begins(__FILE__, published[i].at);
        struct judge judge;
        judge_start(&judge, &published[i].rules);
        for (int depth = 1; depth <= 3 && published[i].counts[depth - 1] != 0; depth++) {
            g_assert_cmpuint(judge_perft(&judge, depth), ==, published[i].counts[depth - 1]);
        }
    }
}

/* Section 6: the moves are legal, the last one wins. */
static void test_whole_game(void)
{
    static const char moves[] =
        "i3-b3 c9-c2 g1-g8 a7-h7 b3-f3 b8-b2 g8-g7 b2-b6 i2-i8 a8-a2 h1-b1 a9-a3 i1-i7 b9-h9 g7-a7 "
        "b6-h6 f3-f8 a3-i3 f8-b8 h6-h5 i8-c8 c2-g2 h2-h4 a2-f2 b1-b7 g2-h2 i7-i9 i3-i1 h4-b4 h5-h3 "
        "b4-b6 h7-h4 a7-a9 h9-h5 i9-b9 f2-g2 c8-c9 h3-i3 b7-a7 i3-i2 b6-b7 h4-h3 a7-a8 h5-h4 b7-a7";
    g_auto(GStrv) words = g_strsplit(moves, " ", -1);
    struct judge judge;
    judge_start(&judge, &sets[0].rules);
    for (char **word = words; *word != NULL; word++) {
        g_assert_false(judge.over);
        g_assert_true(judge_legal(&judge, point_named(*word), point_named(*word + 3)));
        judge_play(&judge, *word);
    }
    char rows[JUDGE_TEXT];
    judge_rows(&judge, rows);
    g_assert_cmpint(g_strv_length(words), ==, 45);
    g_assert_cmpstr(
        rows, ==,
        "111....../11......./1......../........./........./.......2./.......2./......222/"
        "........2");
    g_assert_true(judge.over);
    g_assert_cmpint(judge.winner, ==, 1);
}

/* Men as "1a1 2c6" onto an empty board; the first of them is to move. */
static void put_men(struct judge *judge, const struct judge_rules *rules, const char *men)
{
    judge_empty(judge, rules);
    judge->mover = men[0] - '0';
    for (const char *man = men; *man != '\0'; man += man[3] == ' ' ? 4 : 3) {
        struct judge_point point = point_named(man + 1);
        judge->board[point.column][point.row] = man[0];
    }
}

/* Points of walls, row by row upwards: -b1 along a row, |c3 upright. */
static char *walls_text(const struct judge *judge)
{
    GString *text = g_string_new("");
    struct judge_point at;
    for (at.row = 0; at.row < JUDGE_SIDE; at.row++) {
        for (at.column = 0; at.column < JUDGE_SIDE; at.column++) {
            for (int upright = 0; upright < 2; upright++) {
                char owner = wall_at(judge, at, upright);
                if (owner != '.') {
                    g_string_append_printf(text, "%s%c%c%c%c", text->len > 0 ? " " : "", owner,
                                           "-|"[upright], 'a' + at.column, '1' + at.row);
                }
            }
        }
    }
    return g_string_free(text, FALSE);
}

static void test_walls(void)
{
    static const struct {
        int at;
        const char *men, *walls;
    } cases[] = {
        ROW("1a1 1e1", "1-b1 1-c1 1-d1"),
        ROW("1a1 1c1 1e1", "1-b1 1-d1"),
        ROW("1a1 1e1 2c1", ""),
        ROW("1d4 1d5", ""),
        ROW("1a4 1g4 2c3 2c5", "1-b4 1-c4 2|c4 1-d4 1-e4 1-f4"),
        ROW("1a4 1c4 2c2 2c6", "1-b4"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        row_begins(__FILE__, cases[i].at);
        struct judge judge;
        put_men(&judge, &sets[0].rules, cases[i].men);
        g_autofree char *walls = walls_text(&judge);
        g_assert_cmpstr(walls, ==, cases[i].walls);
    }
}

/* ---- two cores side by side ---- */

static void test_random_games(gconstpointer set)
{
    struct bout bout;
    bout_init(&bout, set);
    for (guint32 i = 0; i < games_asked(GAMES); i++) {
        bout_seed(&bout, 1, i);
        bout_start(&bout);
        bout_play(&bout, PLIES, 0);
    }
    bout_clear(&bout);
}

static void test_towards_goals(gconstpointer set)
{
    struct bout bout;
    bout_init(&bout, set);
    for (guint32 i = 0; i < games_asked(GAMES); i++) {
        bout_seed(&bout, 2, i);
        bout_start(&bout);
        bout_play(&bout, PLIES, 3 + (int)i % 6);
    }
    bout_clear(&bout);
}

static void test_scattered(gconstpointer set)
{
    struct bout bout;
    bout_init(&bout, set);
    for (guint32 i = 0; i < 4 * games_asked(GAMES); i++) {
        bout_seed(&bout, 3, i);
        do {
            scatter(&bout.judge, &bout.set->rules, bout.chance);
        } while (judge_won(&bout.judge));
        bout_decode(&bout);
        bout_play(&bout, WALK_PLIES, (int)i % 4);
    }
    bout_clear(&bout);
}

/* Section 4 and men shut in: where the man may go, judged by both cores. */
static void test_destinations(void)
{
    enum { ANY = 0, ONE = 4, OFF = 5 }; /* rows of `sets` */
    static const struct {
        int at;
        int set;
        const char *men, *origin, *destinations;
    } cases[] = {
        ROW(ANY, "2g4 1c2 1c6", "g4", "d4 e4 f4 g1 g2 g3 g5 g6 g7 g8 g9 h4 i4"),
        ROW(ANY, "1g4 1c2 1c6", "g4", "d4 e4 f4 g2 g3 g5 g6 g7 g8 g9 h4 i4"),
        ROW(ANY, "1a4 1g4 2c2 2c6", "g4", "b4 c4 d4 e4 f4 g2 g3 g5 g6 g7 g8 g9 h4 i4"),
        ROW(ANY, "1a4 1g4 2h2 2h6", "g4", "b4 c4 d4 e4 f4 g2 g3 g5 g6 g7 g8 g9"),
        ROW(ANY, "1a4 1g4 2b4 2c2 2c6", "g4", "d4 e4 f4 g2 g3 g5 g6 g7 g8 g9 h4 i4"),
        ROW(ANY, "1a4 1i4 2c2 2c6 2f2 2f6", "i4", "b4 c4 d4 e4 f4 g4 h4 i5 i6 i7 i8 i9"),
        ROW(ONE, "1a4 1i4 2c2 2c6 2f2 2f6", "i4", "d4 e4 f4 g4 h4 i5 i6 i7 i8 i9"),
        ROW(OFF, "1a4 1i4 2c2 2c6 2f2 2f6", "i4", "g4 h4 i5 i6 i7 i8 i9"),
        ROW(ANY, "1i1", "i1", "a1 b1 c1 d1 e1 f1 i4 i5 i6 i7 i8 i9"),
        ROW(ANY, "1a4 1e4 1i4 2c2 2c6 2g2 2g6", "e4", "b4 c4 d4 e3 e5 f4 g4 h4"),
        ROW(ANY, "1a1 2a2 2b1", "pass", ""),
        ROW(ANY, "1d4 2c3 2c5 2e3 2e5", "pass", ""),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        row_begins(__FILE__, cases[i].at);
        struct bout bout;
        bout_init(&bout, &sets[cases[i].set]);
        put_men(&bout.judge, &bout.set->rules, cases[i].men);
        judge_moves(&bout.judge, &bout.list);
        g_autoptr(GString) found = g_string_new("");
        for (int move = 0; move < bout.list.count; move++) {
            const char *text = bout.list.move[move].text;
            if (strncmp(text, cases[i].origin, 2) == 0 && text[2] == '-') {
                g_string_append_printf(found, "%s%s", found->len > 0 ? " " : "", text + 3);
            }
        }
        g_assert_cmpstr(found->str, ==, cases[i].destinations);
        g_assert_true(cases[i].origin[0] != 'p' || strcmp(bout.list.move[0].text, "pass") == 0);
        bout_decode(&bout);
        compare(&bout);
    }
}

/* How it ends, in the order the rules look at it. */
static void test_ends(void)
{
    enum { TWO = 0, THREE = 1, FOUR = 2, FILL = 10, TEAMS = 14 }; /* rows of `sets` */
    static const struct {
        int at;
        int set;
        const char *men;
        int moved; /* of the mover, before the move */
        const char *move, *places;
    } cases[] = {
        /* E14 and E16: shut in, and the pass is the 25th move */
        ROW(TWO, "1i1 2h1 2i2", 23, "pass", "00"),
        ROW(TWO, "1i1 2h1 2i2", 24, "pass", "21"),
        ROW(THREE, "1i1 2h1 2i2 3a5", 24, "pass", "300"),
        ROW(TWO, "1e5 1i1 2e1", 24, "i1-i4", "00"),
        ROW(FOUR, "2e5 2a1 1i9 3h1 4c4", 24, "e5-e6", "0400"),
        ROW(FOUR, "2e5 2a1", 23, "e5-e6", "0000"),
        /* E15: before E14; with fill whoever fills it, if enough are own */
        ROW(TWO, "1a6 1a8 1a9 1b8 1b9 1c9 2i1", 24, "a6-a7", "12"),
        ROW(TWO, "1a6 1a8 1a9 2b8 1b9 1c9 2i2", 20, "a6-a7", "00"),
        ROW(FILL, "1a6 1a8 1a9 2b8 1b9 1i1", 24, "a6-a7", "21"),
        ROW(FILL, "1a6 1a8 1a9 2b8 1b9 1c9 1i1", 24, "a6-a7", "12"),
        ROW(FOUR, "2a6 1a8 1a9 1b8 1b9 1c9", 7, "a6-a7", "1222"),
        ROW(FOUR, "2a6 1a8 1a9 1b8 1b9 3c9", 7, "a6-a7", "1222"),
        ROW(FOUR, "2a6 1a8 1a9 1b8 2b9 3c9", 7, "a6-a7", "0000"),
        /* partners: both must be home, and a partner's man fills nothing */
        ROW(TEAMS, "1a6 1a8 1a9 1b8 1b9 1c9 3i3", 7, "a6-a7", "0000"),
        ROW(TEAMS, "3i4 3g1 3h1 3i1 3h2 3i2 1a9 1b9 1c9 1a8 1b8 1a7", 7, "i4-i3", "1212"),
        ROW(TEAMS, "1a6 1a9 1b9 1c9 1a8 2b8 3g1 3h1 3i1 3h2 3i2 2i3", 7, "a6-a7", "1212"),
        ROW(TEAMS, "1a6 1a9 1b9 1c9 1a8 3b8 3g1 3h1 3i1 3h2 3i2 2i3", 7, "a6-a7", "0000"),
        ROW(TEAMS, "2e5 2a1 1i9 3h1 4c4", 24, "e5-e6", "1212"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        row_begins(__FILE__, cases[i].at);
        struct bout bout;
        bout_init(&bout, &sets[cases[i].set]);
        put_men(&bout.judge, &bout.set->rules, cases[i].men);
        bout.judge.moved[bout.judge.mover] = cases[i].moved;
        bout_decode(&bout);
        compare(&bout);
        int index = 0;
        while (strcmp(bout.list.move[index].text, cases[i].move) != 0) {
            g_assert_cmpint(++index, <, bout.list.count);
        }
        bout_turn(&bout, index);
        g_autoptr(GString) places = g_string_new("");
        for (int player = 1; player <= bout.set->rules.players; player++) {
            g_string_append_printf(places, "%d", judge_place(&bout.judge, player));
        }
        g_assert_cmpstr(places->str, ==, cases[i].places);
    }
}

/* ---- the game's core alone ---- */

/* Repetition sees the men and who is to move, and nothing else. */
static void test_identity(void)
{
    struct bout bout;
    bout_init(&bout, &sets[0]);
    bout_seed(&bout, 4, 0);
    put_men(&bout.judge, &bout.set->rules, "1e5 2d4");
    bout_decode(&bout);
    struct identities identities;
    identities_init(&identities);
    for (int ply = 0; ply < 600; ply++) {
        char rows[JUDGE_TEXT];
        judge_number(judge_rows(&bout.judge, rows), ' ', bout.judge.mover);
        identities_check(&identities, &bout, rows);
        compare(&bout);
        bout_turn(&bout, choose(&bout, 0));
    }
    g_assert_cmpint(identities.repeated, >, 0);
    identities_clear(&identities);
    bout_clear(&bout);
}

/* What a cell becomes when the board is turned by quarters, clockwise. */
static void turn_cell(char *cell, int quarters)
{
    struct judge_point point = point_named(cell);
    for (int i = 0; i < quarters; i++) {
        point = (struct judge_point){ point.row, JUDGE_SIDE - 1 - point.column };
    }
    cell[0] = (char)('a' + point.column);
    cell[1] = (char)('1' + point.row);
}

/* The position seen by the next player, who then sits where the last one sat. */
static void turn_judge(const struct judge *judge, int quarters, struct judge *turned)
{
    int players = judge->rules.players;
    *turned = *judge;
    turned->mover = judge->mover % players + 1;
    for (int player = 1; player <= players; player++) {
        turned->moved[player % players + 1] = judge->moved[player];
    }
    for (int i = 0; i < judge->outs; i++) {
        turned->out[i] = judge->out[i] % players + 1;
    }
    for (int column = 0; column < JUDGE_SIDE; column++) {
        for (int row = 0; row < JUDGE_SIDE; row++) {
            char cell[3] = { (char)('a' + column), (char)('1' + row), 0 };
            char man = judge->board[column][row];
            turn_cell(cell, quarters);
            struct judge_point point = point_named(cell);
            if (man != '.') {
                man = (char)('0' + (man - '0') % players + 1);
            }
            turned->board[point.column][point.row] = man;
        }
    }
}

/* The core's moves as texts, turned, each with its index. */
static GHashTable *turned_moves(const struct bout *bout, int quarters)
{
    GHashTable *texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct move moves[JUDGE_MOVES];
    int count = (int)bout->game->moves(&bout->position, moves, JUDGE_MOVES);
    for (int i = 0; i < count; i++) {
        char *text = move_text(bout->game, &bout->position, &moves[i]);
        if (strcmp(text, "pass") != 0) {
            turn_cell(text, quarters);
            turn_cell(text + 3, quarters);
        }
        g_hash_table_insert(texts, text, GINT_TO_POINTER(i));
    }
    return texts;
}

/* Checks that the turned position has the turned moves, and plays one of them in both. */
static bool play_alike(struct bout *bout, struct bout *turned, int quarters)
{
    g_autoptr(GHashTable) here = turned_moves(bout, quarters);
    g_autoptr(GHashTable) there = turned_moves(turned, 0);
    guint count = g_hash_table_size(here);
    g_assert_cmpuint(count, ==, g_hash_table_size(there));
    guint chosen = count == 0 ? 0 : (guint)g_rand_int_range(bout->chance, 0, (gint32)count);
    struct move here_list[JUDGE_MOVES], there_list[JUDGE_MOVES];
    bout->game->moves(&bout->position, here_list, JUDGE_MOVES);
    turned->game->moves(&turned->position, there_list, JUDGE_MOVES);
    GHashTableIter each;
    gpointer text, index, other;
    g_hash_table_iter_init(&each, here);
    for (guint i = 0; g_hash_table_iter_next(&each, &text, &index); i++) {
        if (!g_hash_table_lookup_extended(there, text, NULL, &other)) {
            disagree(bout, text);
        }
        if (i == chosen) {
            bout->game->apply(&bout->position, &here_list[GPOINTER_TO_INT(index)]);
            turned->game->apply(&turned->position, &there_list[GPOINTER_TO_INT(other)]);
        }
    }
    return count > 0;
}

static void assert_results_alike(const struct bout *bout, const struct bout *turned)
{
    struct result result, after;
    bout->game->result(&bout->position, &result);
    turned->game->result(&turned->position, &after);
    g_assert_cmpint(result.over, ==, after.over);
    g_assert_cmpint(result.drawn, ==, after.drawn);
    for (int seat = 0; seat < bout->setup.seats; seat++) {
        g_assert_cmpint(result.place[seat], ==, after.place[(seat + 1) % bout->setup.seats]);
    }
}

/* A board turned by one player's place has the same moves and the same end. */
static void test_symmetry(gconstpointer set)
{
    struct bout bout, turned;
    bout_init(&bout, set);
    turned = bout;
    int quarters = bout.set->rules.players == 2 ? 2 : 1;
    for (guint32 i = 0; i < 60; i++) {
        bout_seed(&bout, 5, i);
        do {
            scatter(&bout.judge, &bout.set->rules, bout.chance);
        } while (judge_won(&bout.judge));
        turn_judge(&bout.judge, quarters, &turned.judge);
        bout_decode(&bout);
        bout_decode(&turned);
        for (bout.ply = 0; bout.ply < 20 && play_alike(&bout, &turned, quarters); bout.ply++) {
            assert_results_alike(&bout, &turned);
            bout.positions++;
        }
    }
    bout_clear(&bout);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/embargo-judge/counts", test_counts);
    g_test_add_func("/embargo-judge/whole-game", test_whole_game);
    g_test_add_func("/embargo-judge/walls", test_walls);
    g_test_add_func("/embargo-judge/destinations", test_destinations);
    g_test_add_func("/embargo-judge/ends", test_ends);
    g_test_add_func("/embargo-judge/identity", test_identity);
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        bout_add_test("embargo", "random", &sets[i], test_random_games);
        bout_add_test("embargo", "goals", &sets[i], test_towards_goals);
        bout_add_test("embargo", "scattered", &sets[i], test_scattered);
        if (sets[i].rules.players != 3) {
            bout_add_test("embargo", "symmetry", &sets[i], test_symmetry);
        }
    }
    return g_test_run();
}
