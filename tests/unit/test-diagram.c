/* A position as text: hand-drawn figures of several boards. */
#include "paper.h"
#include "render/sign.h"

static void lay_out_small(void)
{
    lay_out(4, 4);
    piece_at(3, 3, 0);
    piece_at(3, 2, 0);
    piece_at(0, 0, 1);
    piece_at(2, 1, 1)->mark = MARK_TO;
    point_at(4, 2)->mark = MARK_FROM | MARK_YARD;
    point_at(2, 4)->mark = MARK_YARD;
    point_at(6, 8)->mark = MARK_YARD;
}

static void test_small(void)
{
    lay_out_small();
    check_drawn(0, "   a b c d\n"
                   " 4 X : . . 4\n"
                   " 3 , .[X]. 3\n"
                   " 2 . . . O 2\n"
                   " 1 . . , O 1\n"
                   "   a b c d\n");
}

static void test_other_side(void)
{
    lay_out_small();
    check_drawn(1, "   d c b a\n"
                   " 1 O , . . 1\n"
                   " 2 O . . . 2\n"
                   " 3 .[X]. , 3\n"
                   " 4 . . : X 4\n"
                   "   d c b a\n");
}

static void test_no_seat(void)
{
    lay_out_small();
    g_autofree char *first = text_for(0);
    check_drawn(-1, first);
    check_drawn(2, first);
}

/* Each of four players sees their own corner at the lower right. */
static void test_quarters(void)
{
    static const int corner[4][2] = { { 2, 2 }, { 0, 2 }, { 0, 0 }, { 2, 0 } };
    static const char *const expected[4] = {
        "   a b c\n 3 3 . 4 3\n 2 . . . 2\n 1 X . O 1\n   a b c\n",
        "   3 2 1\n c 4 . O c\n b . . . b\n a 3 . X a\n   3 2 1\n",
        "   c b a\n 1 O . X 1\n 2 . . . 2\n 3 4 . 3 3\n   c b a\n",
        "   1 2 3\n a X . 3 a\n b . . . b\n c O . 4 c\n   1 2 3\n",
    };
    lay_out(3, 3);
    sit_at_four_corners();
    for (int seat = 0; seat < 4; seat++) {
        piece_at(corner[seat][0], corner[seat][1], seat);
    }
    for (int seat = 0; seat < 4; seat++) {
        check_drawn(seat, expected[seat]);
    }
}

/* Where a seat sits is told by the game, not by the men. */
static void test_seats_told(void)
{
    lay_out(3, 3);
    piece_at(0, 2, 1);
    sit_at_four_corners();
    check_drawn(1, "   3 2 1\n c . . . c\n b . . . b\n a . . X a\n   3 2 1\n");
}

static void test_sixteen(void)
{
    lay_out(16, 16);
    piece_at(0, 0, 1);
    piece_at(15, 15, 0);
    g_autofree char *text = text_for(0);
    g_assert_true(g_str_has_prefix(text, "    a b c d e f g h i j k l m n o p\n"
                                         " 16 X . . . . . . . . . . . . . . . 16\n"));
    g_assert_true(g_str_has_suffix(text, "  1 . . . . . . . . . . . . . . . O 1\n"
                                         "    a b c d e f g h i j k l m n o p\n"));
    g_assert_nonnull(strstr(text, "\n  9 . . . . . . . . . . . . . . . . 9\n"));
    check_width(text);
}

/* Ranks of two figures stand upright when a quarter turn puts them above. */
static void test_sixteen_quarter(void)
{
    lay_out(16, 16);
    sit_at_four_corners();
    g_autofree char *text = text_for(1);
    g_assert_true(g_str_has_prefix(text, "   1 1 1 1 1 1 1\n"
                                         "   6 5 4 3 2 1 0 9 8 7 6 5 4 3 2 1\n"
                                         " p . . . . . . . . . . . . . . . . p\n"));
    g_assert_true(g_str_has_suffix(text, " a . . . . . . . . . . . . . . . . a\n"
                                         "   1 1 1 1 1 1 1 9 8 7 6 5 4 3 2 1\n"
                                         "   6 5 4 3 2 1 0\n"));
    check_width(text);
}

/* Where there is no room for it, no half of a height is shown. */
static void test_no_room(void)
{
    lay_out(3, 1);
    piece_at(0, 0, 0)->height = 12;
    piece_at(1, 0, 1)->height = 2;
    check_drawn(0, "   a b c\n 1 O X2. 1\n   a b c\n");
}

static void test_walls(void)
{
    lay_out(3, 3);
    point_at(4, 2)->kind = POINT_WALL;
    point_at(2, 4)->kind = POINT_WALL;
    point_at(2, 4)->mark = MARK_UPRIGHT;
    point_at(4, 4)->kind = POINT_CROSSED;
    piece_at(2, 2, -1);
    sit_at_four_corners();
    check_drawn(0, "   a b c\n 3 . - . 3\n 2 | + . 2\n 1 . . * 1\n   a b c\n");
    check_drawn(3, "   1 2 3\n a . - . a\n b . + | b\n c * . . c\n   1 2 3\n");
}

/* What is too wide for a letter is drawn closer. */
static void test_too_wide(void)
{
    lay_out(30, 2);
    drawn.across = 2;
    g_autofree char *text = text_for(0);
    g_assert_true(g_str_has_prefix(text, "   a b c d e f"));
    check_width(text);
    lay_out(60, 2);
    g_autofree char *wider = text_for(0);
    check_width(wider);
}

/* Figures no game would draw. */
static void test_odd_figures(void)
{
    drawn = (struct figures){ .across = 9, .framed = true, .open = true };
    g_autofree char *none = text_for(3);
    check_width(none);
    add_label(255, 255, "abc");
    drawn.label[0].text[3] = 'd'; /* not ended */
    add_label(0, 0, "abc");
    add_bar(255, 0, false, false, -1);
    struct point *point = add_point(128, 128, POINT_PIECE, 100);
    point->height = 255;
    point->mark = 255;
    memset(drawn.turn, 5, sizeof drawn.turn);
    for (int seat = -2; seat < 8; seat++) {
        drawn.turning = (uint8_t)((seat + 2) % 4); /* the last is no way to turn */
        g_autofree char *text = text_for(seat);
        check_width(text);
    }
}

static void check_signs(int seat, const char *expected)
{
    g_auto(GStrv) signs = signs_of_seats(&game, NULL);
    g_assert_cmpstr(signs[seat], ==, expected);
}

static void test_signs(void)
{
    static const char *const expected[] = { "O", "X", "3", "4", "5", "6" };
    lay_out(3, 3);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        check_signs(seat, expected[seat]);
    }

    piece_at(1, 0, 0)->set = 4;
    piece_at(2, 0, 0)->set = 1;
    piece_at(0, 2, 0)->set = 1;
    piece_at(0, 1, 1)->set = 2;
    point_at(6, 6)->set = 6; /* nobody stands there */
    check_signs(0, "1, 4");
    check_signs(1, "2");
    check_signs(2, "3");
    check_drawn(0, "   a b c\n 3 . 4 1 3\n 2 2 . . 2\n 1 1 . . 1\n   a b c\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diagram/small", test_small);
    g_test_add_func("/diagram/other-side", test_other_side);
    g_test_add_func("/diagram/no-seat", test_no_seat);
    g_test_add_func("/diagram/quarters", test_quarters);
    g_test_add_func("/diagram/seats-told", test_seats_told);
    g_test_add_func("/diagram/sixteen", test_sixteen);
    g_test_add_func("/diagram/sixteen-quarter", test_sixteen_quarter);
    g_test_add_func("/diagram/no-room", test_no_room);
    g_test_add_func("/diagram/walls", test_walls);
    g_test_add_func("/diagram/too-wide", test_too_wide);
    g_test_add_func("/diagram/odd-figures", test_odd_figures);
    g_test_add_func("/diagram/signs", test_signs);
    return g_test_run();
}
