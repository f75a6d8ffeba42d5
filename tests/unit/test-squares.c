/* Men on a grid, one square a move: what tic-tac-toe never needs. */
#include <glib.h>
#include <string.h>

#include "games/lib/squares.h"

/* An empty board; `from_top`: its ranks count from there. */
static struct position board(int files, int ranks, bool from_top, enum squares_passing passing)
{
    struct position position = { { 0 } };
    *squares_of(&position) = (struct squares){ .files = (uint8_t)files,
                                               .ranks = (uint8_t)ranks,
                                               .from_top = from_top,
                                               .passing = (uint8_t)passing };
    return position;
}

/* Reads a text, all of it, and gives the note's key, NULL if it is a move. */
static const char *parse(const struct position *position, const char *text, struct move *move)
{
    struct scan scan = scan_over(text);
    struct note note = { .key = "none" };
    const enum parsed parsed = squares_parse(position, &scan, move, &note);
    if (parsed == PARSED_NONE) {
        g_assert_true(scan.at == text);
        return "none";
    }
    g_assert_true(scan_done(&scan));
    g_assert_cmpint(parsed, ==, parsed == PARSED_MOVE ? PARSED_MOVE : PARSED_REFUSED);
    return parsed == PARSED_MOVE ? NULL : note.key;
}

static void play(struct position *position, const char *text)
{
    struct move move;
    struct note note;
    int cell;
    g_assert_null(parse(position, text, &move));
    g_assert_true(squares_check(squares_in(position), false, &move, &cell, &note));
    squares_apply(position, &move);
}

/* The position is this text, and reads it back over whatever stood there. */
static void assert_text(const struct position *position, const char *expected)
{
    char buffer[1024];
    struct text text = text_in(buffer, sizeof buffer);
    struct position read = *position;
    struct note note;
    struct scan scan = scan_over(expected);
    squares_encode(position, &text);
    g_assert_cmpstr(buffer, ==, expected);
    for (int cell = 0; cell < squares_in(position)->files * squares_in(position)->ranks; cell++) {
        squares_of(&read)->owner[cell] = 9;
    }
    squares_of(&read)->seat = squares_of(&read)->left = squares_of(&read)->passes = 9;
    g_assert_true(squares_read(squares_of(&read), &scan, &note));
    g_assert_true(scan_done(&scan));
    g_assert_cmpint(memcmp(&read, position, sizeof read), ==, 0);
}

static void assert_label(const struct figures *figures, int x, int y, const char *text)
{
    for (int i = 0; i < figures->labels; i++) {
        if (figures->label[i].x == x && figures->label[i].y == y) {
            g_assert_cmpstr(figures->label[i].text, ==, text);
            return;
        }
    }
    g_assert_not_reached();
}

/* The same square near a corner, by either way of counting. */
static void test_ranks(void)
{
    for (int from_top = 0; from_top < 2; from_top++) {
        static struct figures figures;
        struct position position = board(5, 8, from_top, SQUARES_NO_PASS);
        struct move move;
        play(&position, "B7");
        assert_text(&position, from_top ? "...../...../...../...../...../...../.1.../..... 2 0"
                                        : "...../.1.../...../...../...../...../...../..... 2 0");
        g_assert_null(parse(&position, "b7", &move));
        squares_draw(&position, &move, 1, &figures);
        const struct point *point = &figures.point[squares_cell(&move)];
        g_assert_cmpstr(point->name, ==, "b7");
        g_assert_cmpint(point->x, ==, 4);
        g_assert_cmpint(point->y, ==, from_top ? 14 : 4);
        g_assert_cmpint(point->kind, ==, POINT_PIECE);
        g_assert_cmpint(point->owner, ==, 0);
        g_assert_cmpint(point->mark, ==, MARK_TO);
        assert_label(&figures, 0, point->y, "7");
        assert_label(&figures, 12, point->y, "7");
        assert_label(&figures, 4, 0, "b");
        g_assert_cmpint(figures.turning, ==, TURNING_HALVES);
        g_assert_cmpint(figures.turn[1], ==, 1);
    }
}

/* Names up to t20, with i among them; no two cells have the same name or place. */
static void test_large(void)
{
    static struct figures figures;
    struct position position = board(20, 20, false, SQUARES_NO_PASS);
    struct move last = { 0 };
    struct note note;
    bool seen[20][20] = { { false } };
    squares_draw(&position, NULL, 0, &figures);
    g_assert_cmpint(figures.points, ==, SQUARES_MAX);
    g_assert_cmpint(figures.turn[1], ==, 2);
    for (int cell = 0; cell < SQUARES_MAX; cell++) {
        const struct point *point = &figures.point[cell];
        struct move move;
        int found;
        g_assert_null(parse(&position, point->name, &move));
        g_assert_true(squares_check(squares_in(&position), false, &move, &found, &note));
        g_assert_cmpint(found, ==, cell);
        g_assert_cmpint(memcmp(&last, &move, sizeof move), <, 0);
        g_assert_false(seen[point->x / 2 - 1][point->y / 2 - 1]);
        seen[point->x / 2 - 1][point->y / 2 - 1] = true;
        last = move;
    }
    g_assert_cmpstr(figures.point[160].name, ==, "i1");
    g_assert_cmpstr(figures.point[SQUARES_MAX - 1].name, ==, "t20");
}

static void test_count(void)
{
    struct position position = board(20, 20, false, SQUARES_NO_PASS);
    play(&position, "t20");
    play(&position, "a10");
    g_assert_cmpint(squares_count(squares_in(&position), 0), ==, SQUARES_MAX - 2);
    g_assert_cmpint(squares_count(squares_in(&position), 2), ==, 1);
    g_assert_cmpint(squares_in(&position)->owner[9], ==, 2);
}

static void test_parse(void)
{
    static const char *const off[] = { "a0", "a11", "k1", "z9" };
    static const char *const nothing[] = { "", "a", "5", "hello", "a01", "pass" };
    struct position position = board(10, 10, true, SQUARES_NO_PASS);
    struct move move;
    for (int i = 0; i < (int)G_N_ELEMENTS(off); i++) {
        g_assert_cmpstr(parse(&position, off[i], &move), ==, "off-board");
    }
    for (int i = 0; i < (int)G_N_ELEMENTS(nothing); i++) {
        g_assert_cmpstr(parse(&position, nothing[i], &move), ==, "none");
    }
}

static void test_check(void)
{
    const struct position without = board(20, 15, false, SQUARES_NO_PASS);
    const struct position with = board(20, 15, false, SQUARES_PASSES);
    for (int bytes = 0; bytes < 65536; bytes++) {
        const struct move move = { 2, { (uint8_t)(bytes >> 8), (uint8_t)bytes } };
        const struct move tailed = { 2, { move.byte[0], move.byte[1], 1 } };
        const struct move one = { 1, { move.byte[0], move.byte[1] } };
        const bool square = bytes < 300;
        struct note note;
        int cell;
        g_assert_cmpint(squares_check(squares_in(&without), false, &move, &cell, &note), ==,
                        square);
        g_assert_cmpint(squares_check(squares_in(&with), false, &move, &cell, &note), ==,
                        square || bytes == SQUARES_PASS);
        g_assert_false(squares_check(squares_in(&with), false, &tailed, &cell, &note));
        g_assert_false(squares_check(squares_in(&with), false, &one, &cell, &note));
        g_assert_cmpstr(note.key, ==, "not-a-move");
        g_assert_false(squares_check(squares_in(&with), true, &move, &cell, &note));
        g_assert_cmpstr(note.key, ==, "match-over");
    }
}

/* A pass is told from no pass, and counted where it counts. */
static void test_passes(void)
{
    struct position plain = board(2, 2, false, SQUARES_PASSES);
    struct position counted = board(2, 2, false, SQUARES_COUNTED_PASSES);
    static struct figures figures;
    char buffer[16];
    struct text text = text_in(buffer, sizeof buffer);
    struct move move;
    play(&plain, "Pass");
    assert_text(&plain, "../.. 2 0");
    play(&counted, "a1");
    play(&counted, "pass");
    play(&counted, "pass");
    assert_text(&counted, "../1. 2 0 2");
    g_assert_null(parse(&counted, "pass", &move));
    squares_print(&counted, &move, &text);
    g_assert_cmpstr(buffer, ==, "pass");
    squares_draw(&counted, &move, 1, &figures);
    g_assert_cmpint(figures.tallies, ==, 1);
    g_assert_cmpstr(figures.tally[0].key, ==, "passes-in-a-row");
    g_assert_cmpint(figures.tally[0].argument[0].value, ==, 2);
    for (int cell = 0; cell < 4; cell++) {
        g_assert_cmpint(figures.point[cell].mark, ==, 0);
    }
    play(&counted, "b2");
    assert_text(&counted, ".2/1. 1 0 0");
}

static void test_refused_texts(void)
{
    static const char *const bad[] = { "",
                                       ".2 1 0 0",
                                       ".2/1 1 0 0",
                                       ".2/1.. 1 0 0",
                                       ".3/1. 1 0 0",
                                       ".2/1. 0 0 0",
                                       ".2/1. 3 0 0",
                                       ".2/1. 1 3 0",
                                       ".2/1. 1 0",
                                       ".2/1./.. 1 0 0" };
    for (int i = 0; i < (int)G_N_ELEMENTS(bad); i++) {
        struct position position = board(2, 2, false, SQUARES_COUNTED_PASSES);
        struct scan scan = scan_over(bad[i]);
        struct note note;
        g_assert_false(squares_read(squares_of(&position), &scan, &note));
        g_assert_cmpstr(note.key, ==, "position-form");
    }
}

static void assert_result(const struct position *position, const char *key, int winner,
                          const char *expected)
{
    struct result result;
    squares_result(squares_in(position), key, winner, &result);
    g_autofree char *got =
        g_strdup_printf("%s%s %d %d", result.over ? result.ending.key : "-",
                        result.drawn ? " drawn" : "", result.place[0], result.place[1]);
    g_assert_cmpstr(got, ==, expected);
}

static void test_results(void)
{
    struct position position = board(2, 2, false, SQUARES_NO_PASS);
    assert_result(&position, NULL, -1, "- 0 0");
    assert_result(&position, "full", -1, "full drawn 1 1");
    assert_result(&position, "more", 1, "more 2 1");
    squares_leave(&position, 0);
    assert_text(&position, "../.. 1 1");
    assert_result(&position, NULL, -1, "left 2 1");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/squares/ranks", test_ranks);
    g_test_add_func("/squares/large", test_large);
    g_test_add_func("/squares/count", test_count);
    g_test_add_func("/squares/parse", test_parse);
    g_test_add_func("/squares/check", test_check);
    g_test_add_func("/squares/passes", test_passes);
    g_test_add_func("/squares/refused-texts", test_refused_texts);
    g_test_add_func("/squares/results", test_results);
    return g_test_run();
}
