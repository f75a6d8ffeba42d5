/* The star of 121 holes: its names, its triangles, its men as text. */
#include <glib.h>
#include <string.h>

#include "games/chinesecheckers/star.h"
#include "games/lib/grid.h"

/* The name of a cell. Free with g_free. */
static char *name_of(int cell)
{
    return g_strdup(grid_argument(&star_grid, cell).text);
}

static int cell_of(const char *name)
{
    struct scan scan = scan_over(name);
    struct grid_square square;
    g_assert_true(grid_scan(&scan, &square));
    g_assert_true(scan_done(&scan));
    return grid_find(&star_grid, square);
}

static void test_names(void)
{
    static const char *const some[] = { "a5", "d8", "e1", "e13", "i5", "m5", "m17", "n10", "q13" };
    static const int cells[] = { 0, 9, 10, 22, 56, 98, 110, 111, 120 };
    static const char *const off[] = { "a4", "a6", "d4", "d9",  "e14", "f1",  "f14",
                                       "i4", "j4", "n9", "o10", "q12", "q14", "r13" };
    for (int i = 0; i < (int)G_N_ELEMENTS(some); i++) {
        g_autofree char *name = name_of(cells[i]);
        g_assert_cmpstr(name, ==, some[i]);
    }
    for (int i = 0; i < (int)G_N_ELEMENTS(off); i++) {
        g_assert_cmpint(cell_of(off[i]), ==, STAR_OFF);
    }
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        g_autofree char *name = name_of(cell);
        g_autofree char *upper = g_ascii_strup(name, -1);
        g_assert_cmpint(cell_of(upper), ==, cell);
    }
}

static void test_triangles(void)
{
    static const char *const some[][3] = {
        { "a5", "d5", "d8" },    { "e13", "f12", "h13" }, { "m17", "j14", "m14" },
        { "q13", "n10", "n13" }, { "m5", "j5", "m8" },    { "e1", "e4", "h4" },
    };
    struct cells all = { { 0 } };
    for (int i = 0; i < STAR_TRIANGLES; i++) {
        const struct cells triangle = star_triangle_cells(i);
        g_assert_cmpint(cells_count(&triangle), ==, STAR_TRIANGLE_CELLS);
        for (int j = 0; j < 3; j++) {
            g_assert_true(cells_has(&triangle, cell_of(some[i][j])));
        }
        all = cells_or(all, triangle);
    }
    g_assert_cmpint(cells_count(&all), ==, STAR_TRIANGLES * STAR_TRIANGLE_CELLS);
    g_assert_cmpint(star_opposite(0), ==, 3);
    g_assert_cmpint(star_opposite(5), ==, 2);
}

static void test_jumps(void)
{
    static const char *const beside_c6[] = { "b6", "c7", "d7", "d6", "c5", "b5" };
    static const char *const beside_e1[] = { NULL, "e2", "f2", NULL, NULL, NULL };
    static struct jump_board board;
    star_jumps(&board);
    g_assert_cmpint(board.cells, ==, STAR_CELLS);
    g_assert_cmpint(board.directions, ==, 6);
    for (int i = 0; i < board.directions; i++) {
        const int to = beside_e1[i] == NULL ? JUMP_NONE : cell_of(beside_e1[i]);
        g_assert_cmpint(board.step[cell_of("c6")][i], ==, cell_of(beside_c6[i]));
        g_assert_cmpint(board.step[cell_of("e1")][i], ==, to);
    }
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        for (int i = 0; i < board.directions; i++) {
            const int to = board.step[cell][i];
            g_assert_true(to == JUMP_NONE || board.step[to][(i + 3) % 6] == cell);
        }
    }
}

static void test_drawing(void)
{
    static struct figures figures;
    static struct jump_board board;
    star_jumps(&board);
    star_draw(&figures);
    g_assert_cmpint(figures.points, ==, STAR_CELLS);
    g_assert_cmpint(figures.turning, ==, TURNING_SIXTHS);
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        static const int8_t way[6][2] = { { 1, -2 }, { 2, 0 },  { 1, 2 },
                                          { -1, 2 }, { -2, 0 }, { -1, -2 } };
        const struct point *point = &figures.point[cell];
        g_autofree char *name = name_of(cell);
        g_assert_cmpstr(point->name, ==, name);
        g_assert_cmpint(point->x, <, figures.width);
        g_assert_cmpint(point->y, <, figures.height);
        for (int i = 0; i < board.directions; i++) {
            const int to = board.step[cell][i];
            g_assert_true(to == JUMP_NONE || (figures.point[to].x == point->x + way[i][0] &&
                                              figures.point[to].y == point->y + way[i][1]));
        }
    }
    g_assert_cmpint(star_turn(3), ==, 0); /* the fourth is at the bottom already */
    g_assert_cmpint(star_turn(0), ==, 3);
    g_assert_cmpint(star_turn(4), ==, 1); /* from the lower left, counter-clockwise */
    g_assert_cmpint(star_turn(2), ==, 5);
}

/* ---- position text ---- */

static const char start_of_two[] =
    "1/11/111/1111/............./............/.........../........../"
    "........./........../.........../............/............./"
    "4444/444/44/4";

enum { TWO = 1 << 1 | 1 << 4, NEUTRAL = 1 << 0 };

static void test_men(void)
{
    g_autofree char *wanted = g_strconcat(start_of_two, " 1", NULL);
    struct scan scan = scan_over(wanted);
    uint8_t owner[CELLS_MAX];
    struct note note;
    char buffer[160];
    struct text text = text_in(buffer, sizeof buffer);
    g_assert_true(grid_read_rows(&star_grid, &scan, TWO, owner, &note));
    g_assert_cmpstr(scan.at, ==, " 1");
    g_assert_cmpint(owner[cell_of("d5")], ==, 1);
    g_assert_cmpint(owner[cell_of("n13")], ==, 4);
    g_assert_cmpint(owner[cell_of("e5")], ==, 0);
    grid_write_rows(&star_grid, owner, &text);
    g_assert_cmpstr(buffer, ==, start_of_two);
}

static void test_neutral_men(void)
{
    g_autofree char *wanted = g_strdup(start_of_two);
    uint8_t owner[CELLS_MAX];
    struct note note;
    char buffer[160];
    struct text text = text_in(buffer, sizeof buffer);
    wanted[14] = '0'; /* e1 */
    wanted[15] = '4';
    struct scan scan = scan_over(wanted);
    g_assert_true(grid_read_rows(&star_grid, &scan, TWO | NEUTRAL, owner, &note));
    g_assert_cmpint(owner[cell_of("e2")], ==, 4);
    g_assert_cmpint(owner[cell_of("e1")], ==, ROWS_NEUTRAL);
    grid_write_rows(&star_grid, owner, &text);
    g_assert_cmpstr(buffer, ==, wanted);
    scan = scan_over(wanted);
    g_assert_false(grid_read_rows(&star_grid, &scan, TWO, owner, &note));
    g_assert_cmpstr(note.key, ==, "position-square");
    g_assert_cmpstr(note.argument[0].text, ==, "e1");
}

static void check_fault(const char *text, const char *key)
{
    struct scan scan = scan_over(text);
    uint8_t owner[CELLS_MAX];
    struct note note = { 0 };
    g_assert_false(grid_read_rows(&star_grid, &scan, TWO, owner, &note));
    g_assert_cmpstr(note.key, ==, key);
}

static void test_faults(void)
{
    check_fault("", "position-row");
    check_fault("1", "position-rows");
    check_fault("1/1", "position-row");
    check_fault("1/11/111/1111/........", "position-row");
    check_fault("1/11/111/1111/.............x", "position-rows");
    check_fault("2", "position-square");
    check_fault("7", "position-square");
    check_fault("/", "position-row");
    check_fault("\xff", "position-square");

    struct scan scan = scan_over("1/11/111/1111/..... 1");
    uint8_t owner[CELLS_MAX];
    struct note note;
    g_assert_false(grid_read_rows(&star_grid, &scan, TWO, owner, &note));
    g_assert_cmpstr(note.argument[0].text, ==, "e1");
    g_assert_cmpint(note.argument[1].value, ==, 5);
    g_assert_cmpint(note.argument[2].value, ==, 13);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/star/names", test_names);
    g_test_add_func("/star/triangles", test_triangles);
    g_test_add_func("/star/hops", test_jumps);
    g_test_add_func("/star/drawing", test_drawing);
    g_test_add_func("/star/men", test_men);
    g_test_add_func("/star/neutral-men", test_neutral_men);
    g_test_add_func("/star/faults", test_faults);
    return g_test_run();
}
