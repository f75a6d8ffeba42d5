/*
 * Two cores of Emergo play the same games and must agree on everything: the
 * one in games/, and the slow one of emergo-judge.h.
 *
 * JUDGE_GAMES is the number of games from the first position for each set of
 * options; many more are short walks from scattered pieces. Seeds are
 * fixed: a failure can be met again.
 */
#include "emergo-bout.h"
#include "row.h"

enum {
    GAMES = 12, /* unless JUDGE_GAMES says otherwise */
    PLIES = 400,
    WALKS = 40, /* for each of those games */
    WALK_PLIES = 30,
    TEXTS = 40, /* texts put before both cores in a position */
};

/* Indexes of the sets. */
enum { USUAL, SMALL, SET_UP, DRAWN, SMALL_DRAWN, SET_UP_DRAWN };

static const struct option_set sets[] = {
    [USUAL] = { "default", "", { .size = 9 } },
    [SMALL] = { "size-7", "size=7", { .size = 7 } },
    [SET_UP] = { "setup", "setup=1", { .size = 9, .setup = true } },
    [DRAWN] = { "draw", "stalemate=draw", { .size = 9, .stuck_draws = true } },
    [SMALL_DRAWN] = { "size-7-draw", "size=7 stalemate=draw", { .size = 7, .stuck_draws = true } },
    [SET_UP_DRAWN] = { "setup-draw",
                       "setup=1 stalemate=draw",
                       { .size = 9, .setup = true, .stuck_draws = true } },
};

/* ---- the judge alone ---- */

static guint64 judge_perft(const struct judge *judge, int depth)
{
    struct judge_list list;
    judge_moves(judge, &list);
    guint64 count = depth == 1 ? (guint64)list.count : 0;
    for (int i = 0; depth > 1 && i < list.count; i++) {
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
        int set;
        const char *position; /* NULL: the first one */
        guint64 counts[5];
    } published[] = {
        ROW(USUAL, NULL, { 40, 1504, 55172 }),
        ROW(SMALL, NULL, { 24, 528, 11140, 201272 }),
        ROW(SET_UP, NULL, { 8, 64, 704, 7424, 85598 }),
        ROW(USUAL, "f4=OOOO g4=O h4=XX c5=X d6=X e5=X / 0 0 / O", { 5, 32, 166, 1217 }),
        ROW(USUAL,
            "c3=O d8=O e6=O f3=O f5=O g4=O g6=O b4=X c7=X d5=X e2=X e4=X f7=X g7=X / 5 5 / O",
            { 27, 64, 940, 12876 }),
        ROW(USUAL, "e4=OOO d4=XO c5=X d6=X e5=X / 0 0 / O", { 2 }),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(published); i++) {
        row_begins(__FILE__, published[i].at);
        struct judge judge;
        judge_start(&judge, &sets[published[i].set].rules);
        if (published[i].position != NULL) {
            judge_read(&judge, &sets[published[i].set].rules, published[i].position);
        }
        for (int depth = 1; depth <= 5 && published[i].counts[depth - 1] != 0; depth++) {
            g_assert_cmpuint(judge_perft(&judge, depth), ==, published[i].counts[depth - 1]);
        }
    }
}

/* ---- positions by hand, both cores ---- */

/* How it stands: `moves` are all legal moves or, "27", how many there are;
 * `result` as judge_result has it. `played`, unless NULL, is one of them, and
 * leads to the position of the next row. */
struct scene {
    int set;
    const char *position, *moves;
    char result;
    const char *played;
};

static const struct scene scenes[] = {
    /* section 5, vector 1: a forced round, a piece jumped twice */
    { USUAL, "c5=X d6=X e5=X f4=OOOO g4=O h4=XX / 0 0 / O", "5", '.', "f4-e4" },
    { USUAL, "c5=X d6=X e4=OOOO e5=X g4=O h4=XX / 0 0 / X", "h4xf4xd4", '.', "h4xf4xd4" },
    { USUAL, "c5=X d4=XXOO d6=X e4=OOO e5=X / 0 0 / O", "e4xc4xc6xe6xe4xc4", '.',
      "e4xc4xc6xe6xe4xc4" },
    { USUAL, "c4=OOOXXXXX d4=OO / 0 0 / X", "", 'O', NULL },
    { DRAWN, "c4=OOOXXXXX d4=OO / 0 0 / X", "", 'O', NULL }, /* nothing left is no draw */
    /* vector 2: attacked, so anything goes; the most men, over all pieces */
    { USUAL, "b4=X c3=O c7=X d5=X d8=O e2=X e4=X e6=O f3=O f5=O f7=X g4=O g6=O g7=X / 5 5 / O",
      "27", '.', "d7" },
    { USUAL, "b4=X c3=O c7=X d5=X d7=O d8=O e2=X e4=X e6=O f3=O f5=O f7=X g4=O g6=O g7=X / 4 5 / X",
      "c7xe7xe5xg5xg3xe3", '.', "c7xe7xe5xg5xg3xe3" },
    { USUAL, "b4=X c3=O d5=X d8=O e2=X e3=XOOOOO e4=X f7=X g6=O g7=X / 4 5 / O", "31", '.', "d3" },
    { USUAL, "b4=X c3=O d3=O d5=X d8=O e2=X e3=XOOOOO e4=X f7=X g6=O g7=X / 3 5 / X", "g7xg5", '.',
      "g7xg5" },
    { USUAL, "b4=X c3=O d3=O d5=X d8=O e2=X e3=XOOOOO e4=X f7=X g5=XO / 3 5 / O", "d3xf3", '.',
      "d3xf3" },
    { USUAL, "b4=X c3=O d5=X d8=O e2=X e3=OOOOO e4=X f3=OX f7=X g5=XO / 3 5 / X", "31", '.', NULL },
    /* vectors 4 to 6 */
    { USUAL, "c5=X d4=XO d6=X e4=OOO e5=X / 0 0 / O", "e4xc4xc6xe6xe4 e4xe6xc6xc4xe4", '.',
      "e4xe6xc6xc4xe4" },
    { USUAL, "d4=O e4=OOOXXXX / 0 0 / X", "", 'O', NULL },
    { USUAL, "e4=O e5=XX / 0 0 / O", "e4xe6", '.', "e4xe6" },
    { USUAL, "e5=X e6=OX / 0 0 / X", "e5xe7", '.', NULL },
    { USUAL, "a5=O b5=XX c5=XX / 0 0 / O", "", 'X', NULL },
    { DRAWN, "a5=O b5=XX c5=XX / 0 0 / O", "", '=', NULL },
    /* E8: the longest there is, thrice around */
    { USUAL, "c5=XXXO d4=XXXO d6=XXXO e4=O e5=XXXO / 0 0 / O",
      "e4xc4xc6xe6xe4xc4xc6xe6xe4xc4xc6xe6xe4 e4xe6xc6xc4xe4xe6xc6xc4xe4xe6xc6xc4xe4", '.',
      "e4xe6xc6xc4xe4xe6xc6xc4xe4xe6xc6xc4xe4" },
    { USUAL, "c5=O d4=O d6=O e4=OXXXXXXXXXXXX e5=O / 0 0 / X", "", 'O', NULL },
    /* E10: all at once, even one; who has a man in hand keeps the other to one */
    { USUAL, "e5=X / 3 0 / O",
      "a5 b4 b5 b6 c3 c4 c5 c6 c7 d2 d3 d4 d6 d7 d8 e1 e2 e3 e7 e8 e9 f2 f3 f4 f6 f7 f8 g3 g4 g5 "
      "g6 g7 "
      "h4 h5 h6 i5",
      '.', "a5" },
    { USUAL, "a5=OOO e5=X / 0 0 / X", "e5-d5 e5-e4 e5-e6 e5-f5", '.', NULL },
    { USUAL, "a5=X i5=O / 3 1 / O", "38", '.', "e1" },
    { USUAL, "a5=X e1=O i5=O / 2 1 / X", "36", '.', NULL },
    /* E11 */
    { SMALL, "- / 8 8 / O", "24", '.', "d3" },
    { SMALL, "d3=O / 7 8 / X", "20", '.', NULL },
    /* A2: men in hand, nobody attacked, and every vacant square would feed */
    { SMALL, "a4=X b3=X b5=O c2=O c5=O c6=O d1=X d4=X d7=X e2=O e6=O f3=X f5=X g4=X / 1 0 / O", "",
      'X', NULL },
    { SMALL_DRAWN,
      "a4=X b3=X b5=O c2=O c5=O c6=O d1=X d4=X d7=X e2=O e6=O f3=X f5=X g4=X / 1 0 / O", "", '=',
      NULL },
    { USUAL,
      "a5=X b4=O b6=O c3=X c6=O c7=O d2=O d5=X d8=X e1=X e4=X e8=O e9=O f2=O f5=X f6=X f7=X f8=O "
      "g3=X g7=X h4=O h6=O i5=X / 1 0 / O",
      "", 'X', NULL },
};

/* The moves in the form of a row. Free with g_free. */
static char *moves_text(const struct judge_list *list, bool counted)
{
    GString *text = g_string_new("");
    for (int i = 0; !counted && i < list->count; i++) {
        g_string_append_printf(text, "%s%s", i == 0 ? "" : " ", list->move[i].text);
    }
    if (counted) {
        g_string_append_printf(text, "%d", list->count);
    }
    return g_string_free(text, FALSE);
}

static int move_index(const struct judge_list *list, const char *move)
{
    int index = 0;
    while (strcmp(list->move[index].text, move) != 0) {
        g_assert_cmpint(++index, <, list->count);
    }
    return index;
}

static void test_scenes(void)
{
    for (const struct scene *scene = scenes; scene < scenes + G_N_ELEMENTS(scenes); scene++) {
        char after[JUDGE_TEXT];
        g_autoptr(Bout) bout = bout_new(&sets[scene->set]);
        judge_read(&bout->judge, &bout->set->rules, scene->position);
        bout_resume(bout);
        compare(bout);
        g_autofree char *moves = moves_text(&bout->list, g_ascii_isdigit(scene->moves[0]));
        g_assert_cmpstr(moves, ==, scene->moves);
        g_assert_cmpint(judge_result(&bout->judge, &bout->list), ==, scene->result);
        if (scene->played != NULL) {
            bout_turn(bout, move_index(&bout->list, scene->played));
            judge_text(&bout->judge, after);
            g_assert_cmpstr(after, ==, scene[1].position);
        }
    }
}

/* ---- random games ---- */

static void test_random_games(gconstpointer set)
{
    g_autoptr(Bout) bout = bout_new(set);
    for (guint32 i = 0; i < games_asked(GAMES); i++) {
        bout_seed(bout, 1, i);
        bout_begin(bout);
        bout_play(bout, PLIES);
    }
}

/* What it is for is met, also in the few games of a usual run. */
static void test_scattered(gconstpointer set)
{
    g_autoptr(Bout) bout = bout_new(set);
    for (guint32 i = 0; i < WALKS * MAX(games_asked(GAMES), GAMES); i++) {
        bout_seed(bout, 2, i);
        scatter(&bout->judge, &bout->set->rules, bout->chance);
        bout_resume(bout);
        bout_play(bout, WALK_PLIES);
    }
    const struct met *met = &bout->met;
    const bool hands = !bout->set->rules.setup;
    g_assert_cmpint(met->jumps, >=, 5);
    g_assert_true(met->returns > 0 && met->twice > 0 && met->stuck > 0 && met->bare > 0);
    g_assert_true(!hands || (met->shadows > 0 && met->feeding > 0 && met->free > 0));
}

/* A seat leaves: the other one has won, whatever stands on the board. */
static void test_leaving(void)
{
    for (int seat = 0; seat < 2; seat++) {
        struct result result;
        g_autoptr(Bout) bout = bout_new(&sets[USUAL]);
        bout_seed(bout, 3, (guint32)seat);
        bout_begin(bout);
        bout_play(bout, 20);
        bout->game->leave(&bout->position, seat);
        bout->game->result(&bout->position, &result);
        g_assert_true(result.over && !result.drawn);
        g_assert_cmpint(result.place[seat], ==, 2);
        g_assert_cmpint(result.place[1 - seat], ==, 1);
        g_assert_cmpint(bout->game->actor(&bout->position), ==, -1);
        g_assert_cmpuint(bout->game->moves(&bout->position, NULL, 0), ==, 0);
    }
}

/* ---- what a text says ---- */

/* The squares of a move's text: "e4xc4" is "e4c4". */
static void squares_of(const char *move, char *squares)
{
    for (; *move != '\0'; move++) {
        if (g_ascii_isdigit(*move) || (*move >= 'a' && *move <= 'i')) {
            *squares++ = *move;
        }
    }
    *squares = '\0';
}

/* Section 4: the one legal move that has these squares, or captures from the
 * first to the second of two; -1. */
static int judge_reads(const struct judge_list *list, const char *squares)
{
    int fitting = 0, fit = -1;
    for (int i = 0; i < list->count; i++) {
        char whole[JUDGE_MOVE];
        const char *move = list->move[i].text;
        squares_of(move, whole);
        if (strcmp(whole, squares) == 0) {
            return i;
        }
        if (strlen(squares) == 4 && move[2] == 'x' && strncmp(whole, squares, 2) == 0 &&
            strcmp(whole + strlen(whole) - 2, squares + 2) == 0) {
            fitting++;
            fit = i;
        }
    }
    return fitting == 1 ? fit : -1;
}

/* A piece of the mover jumps, whether that takes the most men or not. */
static void random_jump(const struct bout *bout, char *squares)
{
    struct judge after = bout->judge;
    struct judge_point from = random_point(&after, bout->chance), to = from;
    int way = g_rand_int_range(bout->chance, 0, 4);
    if (owner_at(&after, from) == after.mover && judge_jump(&after, &to, way)) {
        name_point(from, squares);
        name_point(to, squares + 2);
    }
}

/* Those of a legal move, as often as not changed: one more, one fewer, another
 * one, the first and the last alone; or another jump. */
static void random_squares(const struct bout *bout, char *squares)
{
    int index = g_rand_int_range(bout->chance, 0, bout->list.count);
    squares_of(bout->list.move[index].text, squares);
    size_t count = strlen(squares) / 2;
    char *any = squares + 2 * g_rand_int_range(bout->chance, 0, (gint32)count);
    char other[3];
    name_point(random_point(&bout->judge, bout->chance), other);
    switch (g_rand_int_range(bout->chance, 0, 10)) {
    case 0:
        strcat(squares, other);
        break;
    case 1:
        memcpy(any, other, 2);
        break;
    case 2:
        if (count > 1) {
            memmove(any, any + 2, strlen(any + 2) + 1);
        }
        break;
    case 3:
        memmove(squares + 2, squares + 2 * (count - 1), 3);
        break;
    case 4:
        for (int tries = 0; tries < 40; tries++) {
            random_jump(bout, squares);
        }
        break;
    default:
        break;
    }
}

static bool is_step(const char *squares)
{
    return strlen(squares) == 4 && ABS(squares[0] - squares[2]) + ABS(squares[1] - squares[3]) == 1;
}

/* The squares as somebody may write them. */
static void random_writing(const char *squares, GRand *chance, GString *text)
{
    static const char *const between[] = { "", "-", "x", ",", "X" };
    const char *sign = between[g_rand_int_range(chance, 0, G_N_ELEMENTS(between))];
    bool upper = g_rand_boolean(chance);
    g_string_truncate(text, 0);
    for (const char *at = squares; *at != '\0'; at += 2) {
        char letter = upper ? g_ascii_toupper(*at) : *at;
        g_string_append_printf(text, "%s%c%c", at == squares ? "" : sign, letter, at[1]);
    }
    if (strlen(squares) > 2 && !is_step(squares) && g_rand_boolean(chance)) {
        g_string_append_c(text, 'x');
    }
}

/* The index of the move that the core takes the text for, -1 if it refuses it. */
static int core_reads(const struct bout *bout, const char *text)
{
    struct move move;
    struct note note = { .key = NULL };
    struct scan scan = scan_over(text);
    if (bout->game->parse(&bout->position, &scan, &move, &note) != PARSED_MOVE ||
        !scan_done(&scan) || !bout->game->check(&bout->position, &move, &note)) {
        return -1;
    }
    for (int i = 0; i < bout->list.count; i++) {
        if (memcmp(&bout->move[i], &move, sizeof move) == 0) {
            return i;
        }
    }
    disagree(bout, text);
}

static void test_texts(gconstpointer set)
{
    g_autoptr(Bout) bout = bout_new(set);
    g_autoptr(GString) text = g_string_new("");
    int taken = 0, refused = 0;
    for (guint32 i = 0; i < 10 * games_asked(GAMES); i++) {
        bout_seed(bout, 4, i);
        scatter(&bout->judge, &bout->set->rules, bout->chance);
        bout_resume(bout);
        compare(bout);
        for (int j = 0; j < TEXTS && bout->list.count > 0; j++) {
            char squares[JUDGE_MOVE + 2];
            random_squares(bout, squares);
            random_writing(squares, bout->chance, text);
            int wanted = judge_reads(&bout->list, squares);
            if (core_reads(bout, text->str) != wanted) {
                disagree(bout, text->str);
            }
            *(wanted < 0 ? &refused : &taken) += 1;
        }
    }
    g_assert_true(taken > 0 && refused > 0);
}

/* ---- the board turned, and the colours changed ---- */

/* One of the eight ways to lay a diamond on itself. */
static struct judge_point laid(const struct judge *judge, struct judge_point point, int symmetry)
{
    int last = 2 * judge_middle(judge);
    if (symmetry & 1) {
        point.row = last - point.row;
    }
    if (symmetry & 2) {
        point.column = last - point.column;
    }
    return symmetry & 4 ? (struct judge_point){ point.column, point.row } : point;
}

static void lay(const struct judge *judge, int symmetry, struct judge *laid_out)
{
    struct judge_point point = { 0, -1 };
    *laid_out = *judge;
    while (next_point(judge, &point)) {
        strcpy(piece_at(laid_out, laid(judge, point, symmetry)),
               judge->piece[point.row][point.column]);
    }
}

static void change_colours(struct judge *judge)
{
    struct judge_point point = { 0, -1 };
    int hand = judge->white_hand;
    judge->white_hand = judge->black_hand;
    judge->black_hand = hand;
    judge->mover = enemy_of(judge->mover);
    while (next_point(judge, &point)) {
        for (char *man = piece_at(judge, point); *man != '\0'; man++) {
            *man = enemy_of(*man);
        }
    }
}

/* The list has the same moves as the other, each laid so. */
static bool laid_alike(const struct judge *judge, const struct printed *here,
                       const struct printed *there, int count, int symmetry)
{
    struct printed moved[JUDGE_MOVES];
    memcpy(moved, here, sizeof *here * (size_t)count);
    for (int i = 0; i < count; i++) {
        for (char *square = moved[i].text.text; square != NULL;) {
            struct judge_point point = laid(judge, point_named(square), symmetry);
            square[0] = (char)('a' + point.row);
            square[1] = (char)('1' + point.column);
            square = square[2] == '\0' ? NULL : square + 3;
        }
    }
    qsort(moved, (size_t)count, sizeof *moved, by_printed);
    for (int i = 0; i < count; i++) {
        if (strcmp(moved[i].text.text, there[i].text.text) != 0) {
            return false;
        }
    }
    return true;
}

/* The core alone: a board laid otherwise has the same moves laid otherwise; E11
 * is the one rule that knows a colour. */
static void test_symmetry(gconstpointer set)
{
    struct printed here[JUDGE_MOVES], there[JUDGE_MOVES];
    g_autoptr(Bout) bout = bout_new(set);
    for (guint32 i = 0; i < 10 * games_asked(GAMES); i++) {
        bout_seed(bout, 5, i);
        scatter(&bout->judge, &bout->set->rules, bout->chance);
        bout_resume(bout);
        int count = core_moves(bout->game, &bout->position, here);
        struct judge from = bout->judge, swapped = from;
        change_colours(&swapped);
        bool swaps = centre_barred(&from) == centre_barred(&swapped);
        for (int symmetry = 0; symmetry < (swaps ? 16 : 8); symmetry++) {
            lay(symmetry < 8 ? &from : &swapped, symmetry % 8, &bout->judge);
            bout_resume(bout);
            if (core_moves(bout->game, &bout->position, there) != count ||
                !laid_alike(&from, here, there, count, symmetry % 8)) {
                disagree(bout, "not as it is laid otherwise");
            }
            bout->met.positions++;
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/emergo-judge/counts", test_counts);
    g_test_add_func("/emergo-judge/scenes", test_scenes);
    g_test_add_func("/emergo-judge/leaving", test_leaving);
    for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
        bout_add_test("emergo", "random", &sets[i], test_random_games);
        bout_add_test("emergo", "scattered", &sets[i], test_scattered);
        bout_add_test("emergo", "texts", &sets[i], test_texts);
        bout_add_test("emergo", "symmetry", &sets[i], test_symmetry);
    }
    return g_test_run();
}
