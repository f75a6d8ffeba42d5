/* The star as text: six sides, the names beside the rows, sets of men. */
#include <glib.h>
#include <string.h>

#include "games/chinesecheckers/star.h"
#include "render/diagram.h"
#include "render/sign.h"

/* What the next call of the game's draw gives. */
static struct figures drawn;

static void draw_given(const struct position *position, const struct move *last, size_t count,
                       struct figures *figures)
{
    (void)position;
    (void)last;
    (void)count;
    *figures = drawn;
}

static const struct game game = { .name = "paper", .draw = draw_given };

static int cell_of(const char *name)
{
    struct scan scan = scan_over(name);
    struct grid_square square;
    g_assert_true(grid_scan(&scan, &square));
    return grid_find(&star_grid, square);
}

static void piece_on(int cell, int owner, int set)
{
    struct point *point = &drawn.point[cell];
    point->kind = POINT_PIECE;
    point->owner = (int8_t)owner;
    point->set = (uint8_t)set;
    point->height = 1;
}

/* All its holes, shaded where they are left. */
static void fill_triangle(int triangle, int owner, int set)
{
    const struct cells men = star_triangle_cells(triangle);
    for (int cell = cells_next(&men, 0); cell >= 0; cell = cells_next(&men, cell + 1)) {
        piece_on(cell, owner, set);
        drawn.point[cell].mark = MARK_YARD;
    }
}

/* Nobody on it yet; seat n sits at triangle n. */
static void lay_out(void)
{
    star_draw(&drawn);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        drawn.turn[seat] = (uint8_t)star_turn(seat);
    }
}

static char *text_for(int seat)
{
    return diagram_text(&(struct diagram){ .game = &game, .seats = SEATS_MAX, .seat = seat }, NULL);
}

static void check_drawn(int seat, const char *expected)
{
    g_autofree char *text = text_for(seat);
    g_assert_cmpstr(text, ==, expected);
}

/* Six players, some moves played; the last was c6-e6. */
static void lay_out_six(void)
{
    static const char *const away[][2] = {
        { "c6", "e6" }, { "g12", "h11" }, { "j14", "j12" }, { "o12", "m11" }, { "k6", "k7" },
    };
    lay_out();
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        fill_triangle(seat, seat, 0);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(away); i++) {
        struct point *left = &drawn.point[cell_of(away[i][0])];
        piece_on(cell_of(away[i][1]), left->owner, 0);
        left->kind = POINT_EMPTY;
        left->owner = -1;
    }
    drawn.point[cell_of("c6")].mark |= MARK_FROM;
    drawn.point[cell_of("e6")].mark |= MARK_TO;
}

/* Each player sees the board from their own triangle: their men at the bottom. */
static void test_six_sides(void)
{
    static const char *const expected[SEATS_MAX] = {
        "             q13  4  q13\n"
        "            p13  4 4  p12\n"
        "           o13  4 , 4  o11\n"
        "          n13  4 4 4 4  n10\n"
        " m17  3 3 3 3 . . 4 . . 5 5 5 5  m5\n"
        "  l16  3 3 3 . . . . . . 5 5 5  l5\n"
        "   k15  3 3 . . . . . . 5 , 5  k5\n"
        "    j14  , . 3 . . . . . . 5  j5\n"
        "     i13  . . . . . . . . .  i5\n"
        "    h13  X . X . . . . . . 6  h4\n"
        "   g13  X , . . . . . . . 6 6  g3\n"
        "  f13  X X X . . . . . . 6 6 6  f2\n"
        " e13  X X X X . . .[O]. 6 6 6 6  e1\n"
        "           d8  O O O O  d5\n"
        "            c7  O : O  c5\n"
        "             b6  O O  b5\n"
        "              a5  O  a5\n",
        "              m5  5  m5\n"
        "             m6  5 5  l5\n"
        "            m7  5 5 5  k5\n"
        "           m8  5 5 , 5  j5\n"
        " q13  4 4 4 4 . . 5 . . 6 6 6 6  e1\n"
        "  p13  4 , 4 . . . . . . 6 6 6  e2\n"
        "   o13  4 4 4 . . . . . . 6 6  e3\n"
        "    n13  4 . . . . . . . . 6  e4\n"
        "     m13  . . . . . . . . .  e5\n"
        "    m14  3 . . . . . . .[O]O  d5\n"
        "   m15  3 3 . 3 . . . . . O O  c5\n"
        "  m16  3 3 3 . . X . . . O : O  b5\n"
        " m17  3 3 3 , . . . . . O O O O  a5\n"
        "          h13  X , X X  e10\n"
        "           g13  X X X  e11\n"
        "            f13  X X  e12\n"
        "             e13  X  e13\n",
        "              e1  6  e1\n"
        "             f2  6 6  e2\n"
        "            g3  6 6 6  e3\n"
        "           h4  6 6 6 6  e4\n"
        "  m5  5 5 5 5 . . . . . O O O O  a5\n"
        "   m6  5 5 , . . . . .[O]O : O  b6\n"
        "    m7  5 5 5 . . . . . . O O  c7\n"
        "     m8  5 . . . . . . . . O  d8\n"
        "      m9  . . . . . . . . .  e9\n"
        "    n10  4 . . . . . . . . X  e10\n"
        "   o11  4 4 4 . . . . X . X X  e11\n"
        "  p12  4 , 4 . . . 3 . . , X X  e12\n"
        " q13  4 4 4 4 . . . . . X X X X  e13\n"
        "          m14  3 3 3 ,  j14\n"
        "           m15  3 3 3  k15\n"
        "            m16  3 3  l16\n"
        "             m17  3  m17\n",
        "             a5  O  a5\n"
        "            b5  O O  b6\n"
        "           c5  O : O  c7\n"
        "          d5  O O O O  d8\n"
        " e1  6 6 6 6 .[O]. . . X X X X  e13\n"
        "  f2  6 6 6 . . . . . . X X X  f13\n"
        "   g3  6 6 . . . . . . . , X  g13\n"
        "    h4  6 . . . . . . X . X  h13\n"
        "     i5  . . . . . . . . .  i13\n"
        "    j5  5 . . . . . . 3 . ,  j14\n"
        "   k5  5 , 5 . . . . . . 3 3  k15\n"
        "  l5  5 5 5 . . . . . . 3 3 3  l16\n"
        " m5  5 5 5 5 . . 4 . . 3 3 3 3  m17\n"
        "         n10  4 4 4 4  n13\n"
        "          o11  4 , 4  o13\n"
        "           p12  4 4  p13\n"
        "            q13  4  q13\n",
        "            e13  X  e13\n"
        "           e12  X X  f13\n"
        "          e11  X X X  g13\n"
        "         e10  X X , X  h13\n"
        " a5  O O O O . . . . . , 3 3 3  m17\n"
        "  b5  O : O . . . X . . 3 3 3  m16\n"
        "   c5  O O . . . . . 3 . 3 3  m15\n"
        "    d5  O[O]. . . . . . . 3  m14\n"
        "     e5  . . . . . . . . .  m13\n"
        "    e4  6 . . . . . . . . 4  n13\n"
        "   e3  6 6 . . . . . . 4 4 4  o13\n"
        "  e2  6 6 6 . . . . . . 4 , 4  p13\n"
        " e1  6 6 6 6 . . 5 . . 4 4 4 4  q13\n"
        "          j5  5 , 5 5  m8\n"
        "           k5  5 5 5  m7\n"
        "            l5  5 5  m6\n"
        "             m5  5  m5\n",
        "             m17  3  m17\n"
        "            l16  3 3  m16\n"
        "           k15  3 3 3  m15\n"
        "          j14  , 3 3 3  m14\n"
        " e13  X X X X . . . . . 4 4 4 4  q13\n"
        "  e12  X X , . . 3 . . . 4 , 4  p12\n"
        "   e11  X X . X . . . . 4 4 4  o11\n"
        "    e10  X . . . . . . . . 4  n10\n"
        "      e9  . . . . . . . . .  m9\n"
        "     d8  O . . . . . . . . 5  m8\n"
        "    c7  O O . . . . . . 5 5 5  m7\n"
        "   b6  O : O[O]. . . . . , 5 5  m6\n"
        "  a5  O O O O . . . . . 5 5 5 5  m5\n"
        "           e4  6 6 6 6  h4\n"
        "            e3  6 6 6  g3\n"
        "             e2  6 6  f2\n"
        "              e1  6  e1\n",
    };
    lay_out_six();
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        check_drawn(seat, expected[seat]);
    }
    check_drawn(-1, expected[3]); /* as it is drawn */
}

/* ---- what a player reads off ---- */

/* The row a lone man stands in: the names at its ends, and where it stands
 * between them, counted in holes from the left. */
struct reading {
    int left, right;
    int index, holes;
};

static struct reading read_row(const char *text)
{
    const char *man = strchr(text, 'O');
    const char *line = man;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    const char *first = strpbrk(line, ".O");
    const char *end = strchr(line, '\n');
    g_autofree char *row = g_strndup(line, (gsize)(end - line));
    g_auto(GStrv) words = g_strsplit(g_strchug(g_strdelimit(row, "O", '.')), " ", -1);
    struct reading reading = { .left = cell_of(words[0]),
                               .right = cell_of(words[g_strv_length(words) - 1]),
                               .index = (int)(man - first) / 2 };
    for (char **word = words; *word != NULL; word++) {
        reading.holes += strcmp(*word, ".") == 0;
    }
    return reading;
}

/* The cell so many holes from the left, where from hole to hole letter and
 * number each change by one or stay. */
static int counted_off(const struct reading *reading)
{
    const int file = grid_file(&star_grid, reading->left);
    const int rank = grid_rank(&star_grid, reading->left);
    const int steps = MAX(reading->holes - 1, 1);
    const int letters = grid_file(&star_grid, reading->right) - file;
    const int numbers = grid_rank(&star_grid, reading->right) - rank;
    g_assert_true(letters == 0 || ABS(letters) == steps);
    g_assert_true(numbers == 0 || ABS(numbers) == steps);
    return grid_cell(&star_grid, file + letters / steps * reading->index,
                     rank + numbers / steps * reading->index);
}

/* From whichever side, counting from the name beside the row gives the hole. */
static void test_every_hole_can_be_named(void)
{
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        lay_out();
        piece_on(cell, 0, 0);
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            g_autofree char *text = text_for(seat);
            const struct reading reading = read_row(text);
            g_assert_cmpint(counted_off(&reading), ==, cell);
        }
    }
}

/* The board stands still whatever is on it: marks have room of their own. */
static void test_marks(void)
{
    lay_out();
    piece_on(cell_of("e1"), 0, 0);
    piece_on(cell_of("i13"), 1, 0);
    drawn.point[cell_of("e1")].mark = MARK_TO;
    drawn.point[cell_of("i13")].mark = MARK_TO;
    g_autofree char *text = text_for(-1);
    g_assert_nonnull(strstr(text, "\n e1 [O]. . . . . . . . . . . .  e13\n"));
    g_assert_nonnull(strstr(text, "\n     i5  . . . . . . . .[X] i13\n"));
}

/* ---- sets ---- */

static void test_sets(void)
{
    static const int triangles[2][3] = { { 0, 2, 4 }, { 1, 3, 5 } };
    lay_out();
    for (int owner = 0; owner < 2; owner++) {
        for (int i = 0; i < 3; i++) {
            fill_triangle(triangles[owner][i], owner, triangles[owner][i] + 1);
        }
    }
    piece_on(cell_of("i9"), -1, 0);
    check_drawn(0, "             q13  4  q13\n"
                   "            p13  4 4  p12\n"
                   "           o13  4 4 4  o11\n"
                   "          n13  4 4 4 4  n10\n"
                   " m17  3 3 3 3 . . . . . 5 5 5 5  m5\n"
                   "  l16  3 3 3 . . . . . . 5 5 5  l5\n"
                   "   k15  3 3 . . . . . . . 5 5  k5\n"
                   "    j14  3 . . . . . . . . 5  j5\n"
                   "     i13  . . . . * . . . .  i5\n"
                   "    h13  2 . . . . . . . . 6  h4\n"
                   "   g13  2 2 . . . . . . . 6 6  g3\n"
                   "  f13  2 2 2 . . . . . . 6 6 6  f2\n"
                   " e13  2 2 2 2 . . . . . 6 6 6 6  e1\n"
                   "           d8  1 1 1 1  d5\n"
                   "            c7  1 1 1  c5\n"
                   "             b6  1 1  b5\n"
                   "              a5  1  a5\n");
    g_auto(GStrv) signs = signs_of_seats(&game, NULL);
    g_assert_cmpstr(signs[0], ==, "1, 3, 5");
    g_assert_cmpstr(signs[1], ==, "2, 4, 6");
}

/* ---- other boards that turn by sixths ---- */

/* Its middle is no point, and nothing of it lies where the star does. */
static void test_small_triangle(void)
{
    static const struct {
        uint8_t x, y;
        char name[4];
    } points[] = { { 7, 3, "a" }, { 6, 5, "b" }, { 8, 5, "c" } };
    drawn = (struct figures){ .across = 2, .turning = TURNING_SIXTHS, .turn = { 0, 1, 2, 7 } };
    for (size_t i = 0; i < G_N_ELEMENTS(points); i++) {
        struct point *point = &drawn.point[drawn.points++];
        *point = (struct point){ .x = points[i].x, .y = points[i].y, .owner = -1 };
        g_strlcpy(point->name, points[i].name, sizeof point->name);
    }
    check_drawn(0, "   a  .  a\n b  .   .  c\n");
    check_drawn(1, " a  .   .  c\n   b  .  b\n");
    check_drawn(2, "   c  .  c\n a  .   .  b\n");
    check_drawn(3, " a  .   .  c\n   b  .  b\n");
}

/* What stands beside the rows is said, in the words of the house. */
static void test_legend(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = words_load("templates", &error);
    g_assert_no_error(error);
    lay_out();
    g_autofree char *board = text_for(0);
    g_autofree char *names = words_say(words, "view", "sign-names", NULL);
    g_autofree char *expected = g_strconcat(board, "\n", names, "\n", NULL);
    g_autofree char *text = diagram_text(&(struct diagram){ .game = &game }, words);
    g_assert_cmpstr(text, ==, expected);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diagram-star/six-sides", test_six_sides);
    g_test_add_func("/diagram-star/every-hole-can-be-named", test_every_hole_can_be_named);
    g_test_add_func("/diagram-star/marks", test_marks);
    g_test_add_func("/diagram-star/sets", test_sets);
    g_test_add_func("/diagram-star/small-triangle", test_small_triangle);
    g_test_add_func("/diagram-star/legend", test_legend);
    return g_test_run();
}
