/* Emergo beyond its transcripts: the diamond's sets, both judges on every two
 * squares, symmetry, men conserved, and the board as it is printed. */
#include "pictures.h"
#include "row.h"
#include "visits.h"

#include "games/emergo/columns.h"
#include "render/diagram.h"

enum { MOVES_MAX = 1024, PLIES = 300, SAMPLED = 8 };

static const struct game *emergo;

static const char *const option_sets[] = { "", "size=7", "setup=1", "stalemate=draw size=7" };

/* ---- the diamond ---- */

/* A shift of a set is a step of each of its squares, and off the board it leads
 * to no square. */
static void shifts_are_steps(const struct diamond *board)
{
    for (int i = 0; i < board->squares; i++) {
        const int cell = board->square[i];
        for (int way = 0; way < DIAMOND_WAYS; way++) {
            const int next = diamond_step(board, cell, way);
            const uint64_t shifted = diamond_shift(diamond_bit(board->place[cell]), way);
            const uint64_t wanted = next == GRID_OFF ? 0 : diamond_bit(board->place[next]);
            g_assert_cmphex(shifted & board->all, ==, wanted);
            g_assert_true(next == GRID_OFF || diamond_step(board, next, 3 - way) == cell);
            g_assert_true(next == GRID_OFF || diamond_way(board, cell, next, 1) == way);
        }
    }
}

static void test_diamond(void)
{
    static const struct {
        int at;
        int side, squares, edges; /* steps that lead off the board */
        const char *centre;
    } boards[] = { ROW(DIAMOND_LARGE, 41, 36, "e5"), ROW(DIAMOND_SMALL, 25, 28, "d4") };
    for (size_t i = 0; i < G_N_ELEMENTS(boards); i++) {
        row_begins(__FILE__, boards[i].at);
        const struct diamond *board = diamond_of(boards[i].side);
        const struct argument centre = grid_argument(&board->grid, diamond_centre(board));
        int edges = 0;
        g_assert_cmpint(board->squares, ==, boards[i].squares);
        g_assert_cmpstr(centre.text, ==, boards[i].centre);
        shifts_are_steps(board);
        for (int at = 0; at < 4 * board->squares; at++) {
            edges += diamond_step(board, board->square[at / 4], at % 4) == GRID_OFF;
            g_assert_true(at < 4 || board->square[at / 4 - 1] < board->square[at / 4]);
        }
        g_assert_cmpint(edges, ==, boards[i].edges);
        g_assert_false(diamond_has(board, GRID_OFF));
        g_assert_false(diamond_has(board, 0));
        g_assert_false(diamond_has(board, boards[i].side * boards[i].side));
    }
}

/* ---- random games ---- */

static void request_games(guint32 walks, int each, visitor *request)
{
    for (size_t i = 0; i < G_N_ELEMENTS(option_sets); i++) {
        for (guint32 seed = 0; seed < walks; seed++) {
            request_game(emergo, option_sets[i], seed, PLIES, each, request);
        }
    }
}

/* ---- men ---- */

/* A column is men of one player over men of the other; nobody is ever lost. */
static void count_men(const char *options, const struct position *now)
{
    const int side_men = strstr(options, "size=7") != NULL ? 8 : 12;
    g_autofree char *text = position_text(emergo, now);
    g_auto(GStrv) field = g_strsplit(text, " / ", -1);
    g_auto(GStrv) pieces = g_strsplit(field[0], " ", -1);
    g_auto(GStrv) hands = g_strsplit(field[1], " ", -1);
    int men[2] = { atoi(hands[0]), atoi(hands[1]) };
    for (char **piece = pieces; *piece != NULL && **piece != '-'; piece++) {
        const char *column = strchr(*piece, '=') + 1;
        int changes = 0;
        for (const char *man = column; *man != '\0'; man++) {
            men[*man == 'X']++;
            changes += man > column && man[0] != man[-1];
        }
        g_assert_cmpint(changes, <=, 1);
    }
    g_assert_cmpint(men[0], ==, side_men);
    g_assert_cmpint(men[1], ==, side_men);
}

static void test_men(void)
{
    request_games(60, 1, count_men);
}

/* ---- the judges ---- */

/* They agree on every square and every two squares. */
static void compare_judges(const char *options, const struct position *now)
{
    const struct diamond *board =
        diamond_of(strstr(options, "size=7") != NULL ? DIAMOND_SMALL : DIAMOND_LARGE);
    struct move list[MOVES_MAX];
    struct note note = { .key = NULL };
    const size_t count = emergo->moves(now, list, MOVES_MAX);
    for (int pair = 0; pair < board->squares * (board->squares + 1); pair++) {
        const int from = board->square[pair % board->squares];
        const int other = pair / board->squares;
        struct move move = { 1, { (uint8_t)from } };
        if (other < board->squares) {
            move = (struct move){ 2, { (uint8_t)from, board->square[other] } };
        }
        if (emergo->check(now, &move, &note) != is_listed(list, count, &move)) {
            g_autofree char *text = position_text(emergo, now);
            g_autofree char *name = move_text(emergo, now, &move);
            g_error("%s: %s: the judges differ on %s", options, text, name);
        }
    }
}

static void test_judges(void)
{
    request_games(20, SAMPLED, compare_judges);
}

/* ---- symmetry ---- */

/* Rows and columns change places, or run the other way: eight boards. */
static void turned_square(int symmetry, int last, const char *square, char turned[3])
{
    int row = square[0] - 'a';
    int column = square[1] - '1';
    row = symmetry & 1 ? last - row : row;
    column = symmetry & 2 ? last - column : column;
    turned[0] = (char)('a' + (symmetry & 4 ? column : row));
    turned[1] = (char)('1' + (symmetry & 4 ? row : column));
    turned[2] = '\0';
}

/* The position text with all squares turned and, from the eighth on, the
 * players exchanged. */
static char *turned_text(int symmetry, int last, const char *text)
{
    static const char other[] = { ['O'] = 'X', ['X'] = 'O' };
    g_auto(GStrv) field = g_strsplit(text, " / ", -1);
    g_auto(GStrv) hands = g_strsplit(field[1], " ", -1);
    const bool exchanged = symmetry >= 8;
    GString *turned = g_string_new(field[0]);
    for (gsize i = 0; i < turned->len; i++) {
        if (turned->str[i] >= 'a' && turned->str[i] <= 'i') {
            char square[3];
            turned_square(symmetry, last, turned->str + i, square);
            memcpy(turned->str + i, square, 2);
        } else if (exchanged && g_ascii_isupper(turned->str[i])) {
            turned->str[i] = other[(int)turned->str[i]];
        }
    }
    g_string_append_printf(turned, " / %s %s / %c", hands[exchanged], hands[!exchanged],
                           exchanged ? other[(int)field[2][0]] : field[2][0]);
    return g_string_free(turned, FALSE);
}

static void compare_symmetric(const char *options, const struct position *now)
{
    const bool small = strstr(options, "size=7") != NULL;
    struct move list[MOVES_MAX];
    const size_t count = emergo->moves(now, list, MOVES_MAX);
    g_autofree char *text = position_text(emergo, now);
    /* White's first man alone may not enter in the middle, so players are only
     * exchanged once both have entered one. */
    const int symmetries = strstr(text, small ? "8" : "12") != NULL ? 8 : 16;
    for (int symmetry = 0; symmetry < symmetries; symmetry++) {
        g_autofree char *turned = turned_text(symmetry, small ? 6 : 8, text);
        const struct position other = position_of(emergo, options, turned);
        if (emergo->moves(&other, list, MOVES_MAX) != count) {
            g_error("%s: %s is not %s", options, turned, text);
        }
    }
}

static void test_symmetry(void)
{
    request_games(40, SAMPLED, compare_symmetric);
}

/* ---- the board ---- */

static void test_board(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = words_load("templates", &error);
    g_assert_no_error(error);
    const struct position start = position_of(emergo, "", "- / 12 12 / O");
    const struct diagram diagram = { .game = emergo, .position = &start, .seats = 2, .seat = -1 };
    g_autofree char *board = diagram_text(&diagram, words);
    g_autofree char *printed = g_strconcat(
        picture_of_diamond, "\nplayer 1: 12 men in hand\nplayer 2: 12 men in hand\n", NULL);
    g_assert_cmpstr(board, ==, printed);
}

/* Height and prisoners of a piece, and only -setup is turned for Black. */
static void test_figures(void)
{
    const struct position position = position_of(emergo, "", "d4=XXO e5=O / 0 0 / O");
    const struct position placed = position_of(emergo, "setup=1", "d4=XXO e5=O / 0 0 / O");
    g_autofree struct figures *figures = g_new0(struct figures, 1);
    emergo->draw(&placed, NULL, 0, figures);
    g_assert_cmpint(figures->turn[0], ==, 0);
    g_assert_cmpint(figures->turn[1], ==, 1);
    emergo->draw(&position, NULL, 0, figures);
    g_assert_cmpint(figures->turn[1], ==, 0);
    int pieces = 0;
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        if (point->kind != POINT_PIECE) {
            continue;
        }
        const bool tall = strcmp(point->name, "d4") == 0;
        pieces++;
        g_assert_cmpstr(point->name, ==, tall ? "d4" : "e5");
        g_assert_cmpint(point->owner, ==, tall ? 1 : 0);
        g_assert_cmpint(point->height, ==, tall ? 3 : 1);
        g_assert_cmpint(point->prisoners, ==, tall ? 1 : 0);
        g_assert_cmpint(point->prisoners_of, ==, 1 - point->owner);
    }
    g_assert_cmpint(pieces, ==, 2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    emergo = game_named("emergo");
    g_test_add_func("/emergo/diamond", test_diamond);
    g_test_add_func("/emergo/men", test_men);
    g_test_add_func("/emergo/judges", test_judges);
    g_test_add_func("/emergo/symmetry", test_symmetry);
    g_test_add_func("/emergo/board", test_board);
    g_test_add_func("/emergo/figures", test_figures);
    return g_test_run();
}
