/* A position as text: hand-drawn figures of several boards. */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "view/diagram.h"

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

static void print_given(const struct position *position, const struct move *move, struct text *text)
{
    (void)position;
    text_number(text, move->byte[0]);
}

static const struct game game = { .name = "paper", .draw = draw_given, .print = print_given };

static struct point *add_point(int x, int y, enum point_kind kind, int owner)
{
    struct point *point = &drawn.point[drawn.points++];
    *point = (struct point){
        .x = (uint8_t)x, .y = (uint8_t)y, .kind = (uint8_t)kind, .owner = (int8_t)owner, .height = 1
    };
    return point;
}

static struct point *point_at(int x, int y)
{
    for (int i = 0; i < drawn.points; i++) {
        if (drawn.point[i].x == x && drawn.point[i].y == y) {
            return &drawn.point[i];
        }
    }
    g_assert_not_reached();
}

static void add_label(int x, int y, const char *text)
{
    struct label *label = &drawn.label[drawn.labels++];
    label->x = (uint8_t)x;
    label->y = (uint8_t)y;
    g_strlcpy(label->text, text, sizeof label->text);
}

static void add_bar(int x, int y, bool upright, bool standing, int owner)
{
    drawn.bar[drawn.bars++] = (struct bar){ .x = (uint8_t)x,
                                            .y = (uint8_t)y,
                                            .upright = upright,
                                            .standing = standing,
                                            .owner = (int8_t)owner };
}

/* A square board with files and ranks on all sides; points begin at 2, 2. */
static void lay_out(int columns, int rows)
{
    drawn = (struct figures){ .width = (uint8_t)(2 * columns + 3),
                              .height = (uint8_t)(2 * rows + 3),
                              .across = 1,
                              .turning = columns == rows ? TURNING_QUARTERS : TURNING_HALVES,
                              .turn = { 0, columns == rows ? 2 : 1 } };
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            add_point(2 + 2 * column, 2 + 2 * row, POINT_EMPTY, -1);
        }
        g_autofree char *rank = g_strdup_printf("%d", rows - row);
        add_label(0, 2 + 2 * row, rank);
        add_label(2 + 2 * columns, 2 + 2 * row, rank);
    }
    for (int column = 0; column < columns; column++) {
        char file[2] = { (char)('a' + column), '\0' };
        add_label(2 + 2 * column, 0, file);
        add_label(2 + 2 * column, 2 + 2 * rows, file);
    }
}

static void sit_at_four_corners(void)
{
    for (int seat = 0; seat < 4; seat++) {
        drawn.turn[seat] = (uint8_t)seat;
    }
}

static struct point *piece_at(int column, int row, int owner)
{
    struct point *point = point_at(2 + 2 * column, 2 + 2 * row);
    point->kind = POINT_PIECE;
    point->owner = (int8_t)owner;
    return point;
}

static char *text_for(int seat)
{
    return diagram_text(&(struct diagram){ .game = &game, .seats = 2, .seat = seat }, NULL, NULL);
}

static void check_drawn(int seat, const char *expected)
{
    g_autofree char *text = text_for(seat);
    g_assert_cmpstr(text, ==, expected);
}

static void check_width(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_assert_cmpuint(strlen(*line), <=, 72);
        g_assert_false(g_str_has_suffix(*line, " "));
    }
}

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

/* Each of four sees his own corner at the lower right. */
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

/* Barriers between squares, a frame, rows between the rows. */
static void lay_out_barriers(void)
{
    static const char *const men = "......."
                                   "..O...."
                                   "X....O."
                                   "O......"
                                   "...XX.."
                                   "......."
                                   ".......";
    lay_out(7, 7);
    drawn.across = 2;
    drawn.open = true;
    drawn.framed = true;
    for (int i = 0; i < drawn.points; i++) {
        if (men[i] != '.') {
            drawn.point[i].kind = POINT_PIECE;
            drawn.point[i].owner = men[i] == 'X';
        }
    }
}

/* The groove above or right of a square, by its file and rank. */
static void bar_beside(const char *square, bool upright, bool standing, int owner)
{
    int x = 2 + 2 * (square[0] - 'a');
    int y = 2 + 2 * ('7' - square[1]);
    add_bar(x + upright, y - !upright, upright, standing, owner);
}

static void lay_out_many_barriers(void)
{
    lay_out_barriers();
    bar_beside("c7", true, false, 0);
    bar_beside("a6", false, false, 1);
    bar_beside("b6", false, false, 1);
    bar_beside("f6", true, false, 1);
    bar_beside("b5", false, false, 1);
    bar_beside("d5", true, true, -1);
    bar_beside("e5", true, false, 1);
    bar_beside("b4", false, false, 0);
    bar_beside("a3", false, false, 0);
    bar_beside("e3", false, false, 0);
    bar_beside("a1", false, false, 0);
    bar_beside("b1", true, false, 1);
    bar_beside("f1", true, false, 1);
}

static void test_barriers(void)
{
    lay_out_many_barriers();
    check_drawn(0, "     a   b   c   d   e   f   g\n"
                   "   +---------------------------+\n"
                   " 7 | .   .   . o .   .   .   . | 7\n"
                   "   |xxx+xxx+   +   +   +   +   |\n"
                   " 6 | .   .   O   .   .   . x . | 6\n"
                   "   |   +xxx+   +   +   +   +   |\n"
                   " 5 | X   .   .   . # . x O   . | 5\n"
                   "   |   +ooo+   +   +   +   +   |\n"
                   " 4 | O   .   .   .   .   .   . | 4\n"
                   "   |ooo+   +   +   +ooo+   +   |\n"
                   " 3 | .   .   .   X   X   .   . | 3\n"
                   "   |   +   +   +   +   +   +   |\n"
                   " 2 | .   .   .   .   .   .   . | 2\n"
                   "   |ooo+   +   +   +   +   +   |\n"
                   " 1 | .   . x .   .   .   . x . | 1\n"
                   "   +---------------------------+\n"
                   "     a   b   c   d   e   f   g\n");
}

static void test_barriers_other_side(void)
{
    lay_out_many_barriers();
    bar_beside("d2", false, true, -1);
    drawn.bar[drawn.bars - 1].mark = MARK_TO;
    drawn.bar[0].mark = MARK_TO;
    point_at(2 + 6, 2 + 2)->mark = MARK_TO;
    check_drawn(1, "     g   f   e   d   c   b   a\n"
                   "   +---------------------------+\n"
                   " 1 | . x .   .   .   . x .   . | 1\n"
                   "   |   +   +   +   +   +   +ooo|\n"
                   " 2 | .   .   .   .   .   .   . | 2\n"
                   "   |   +   +   +[#]+   +   +   |\n"
                   " 3 | .   .   X   X   .   .   . | 3\n"
                   "   |   +   +ooo+   +   +   +ooo|\n"
                   " 4 | .   .   .   .   .   .   O | 4\n"
                   "   |   +   +   +   +   +ooo+   |\n"
                   " 5 | .   O x . # .   .   .   X | 5\n"
                   "   |   +   +   +   +   +xxx+   |\n"
                   " 6 | . x .   .  [.]  O   .   . | 6\n"
                   "   |   +   +   +   +   +xxx+xxx|\n"
                   " 7 | .   .   .   .[o].   .   . | 7\n"
                   "   +---------------------------+\n"
                   "     g   f   e   d   c   b   a\n");
}

/* A bar that lies flat stands upright when the board turns by a quarter. */
static void test_barriers_quarter(void)
{
    lay_out_barriers();
    bar_beside("a6", false, false, 1);
    bar_beside("f6", true, false, 0);
    sit_at_four_corners();
    g_autofree char *text = text_for(1);
    g_assert_nonnull(strstr(text, "\n a | . x .   X"));
    g_assert_nonnull(strstr(text, "\n g | .   .   .   .   .   .   . | g\n"
                                  "   |   +ooo+   +   +   +   +   |\n f |"));
}

/* A diamond with ticks at its edge, a blank row between the rows, columns of
 * men. */
static void lay_out_diamond(void)
{
    drawn = (struct figures){ .across = 2, .open = true };
    for (int i = 0; i < 9; i++) {
        char file[2] = { (char)('1' + i), '\0' };
        char row[2] = { (char)('A' + i), '\0' };
        add_label(2 + 2 * i, 0, file);
        add_label(2 + 2 * i, 1, "|");
        add_label(0, 2 + 2 * i, row);
        add_label(1, 2 + 2 * i, "-");
        for (int j = 0; j < 9; j++) {
            if (ABS(i - 4) + ABS(j - 4) <= 4) {
                add_point(2 + 2 * j, 2 + 2 * i, POINT_EMPTY, -1);
            }
        }
    }
}

static void test_diamond(void)
{
    lay_out_diamond();
    check_drawn(0, "     1   2   3   4   5   6   7   8   9\n"
                   "     |   |   |   |   |   |   |   |   |\n"
                   " A -                 .\n\n"
                   " B -             .   .   .\n\n"
                   " C -         .   .   .   .   .\n\n"
                   " D -     .   .   .   .   .   .   .\n\n"
                   " E - .   .   .   .   .   .   .   .   .\n\n"
                   " F -     .   .   .   .   .   .   .\n\n"
                   " G -         .   .   .   .   .\n\n"
                   " H -             .   .   .\n\n"
                   " I -                 .\n");
}

static void test_columns_of_men(void)
{
    lay_out_diamond();
    piece_at(3, 3, 1)->height = 2;
    piece_at(5, 3, 1);
    struct point *three = piece_at(3, 4, 0);
    three->height = 3;
    three->mark = MARK_TO;
    piece_at(4, 4, 1);
    struct point *twelve = piece_at(5, 4, 1);
    twelve->height = 12;
    twelve->mark = MARK_TO | MARK_FORCED;
    g_autofree char *text = text_for(0);
    g_assert_nonnull(strstr(text, "\n D -     .   .   X2  .   X   .   .\n"));
    g_assert_nonnull(strstr(text, "\n E - .   .   .  [O3] X  [X12!.   .   .\n"));
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

/* Words of a folder made for this test. */
static struct words *some_words(void)
{
    g_autofree char *folder = g_dir_make_tmp("test-diagram-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "some.words", NULL);
    g_assert_true(g_file_set_contents(
        path,
        "[view]\nmoved=[{{piece}}] to\nmoved-from=[{{piece}}] from\n"
        "left=left\nforced=forced\nyard=yard\n"
        "wall=walls\nwall-crossed=crossed walls\nnames=names\n"
        "gone=gone\nbars=bars\nbars-moved=placed\nbars-standing=standing\ntall=\\s\\sTall:\n"

        "[paper]\nsteps={{1}}: {{2}} steps\n"
        "sign-forced=own forced {{piece}}\n",
        -1, NULL));
    struct words *words = words_load(folder, NULL);
    g_assert_nonnull(words);
    g_unlink(path);
    g_rmdir(folder);
    return words;
}

static void check_below(const struct words *words, const char *expected)
{
    static const char *const names[] = { "ann", "bob" };
    g_autofree char *text = diagram_text(&(struct diagram){ .game = &game }, words, names);
    g_autofree char *board = text_for(0);
    g_autofree char *whole = g_strconcat(board, expected, NULL);
    g_assert_cmpstr(text, ==, whole);
}

static void test_words_below(void)
{
    g_autoptr(Words) words = some_words();
    lay_out(3, 3);
    check_below(words, "");

    drawn.caption[drawn.captions++] =
        (struct note){ .key = "steps",
                       .argument = { { .kind = ARGUMENT_SEAT, .value = 1 },
                                     { .kind = ARGUMENT_NUMBER, .value = 7 } } };
    check_below(words, "\nbob: 7 steps\n");

    piece_at(0, 0, 1)->mark = MARK_TO;
    check_below(words, "\n[X] to\nbob: 7 steps\n");
    point_at(4, 2)->mark = MARK_FROM;
    check_below(words, "\n[X] from\nbob: 7 steps\n");
    point_at(2, 2)->mark = MARK_FORCED;
    point_at(6, 2)->mark = MARK_YARD;
    check_below(words, "\nleft\nown forced \nyard\nbob: 7 steps\n");
}

/* Walls are explained where some stand, a crossing where there is one. */
static void test_walls_below(void)
{
    g_autoptr(Words) words = some_words();
    lay_out(3, 3);
    piece_at(0, 0, 1);
    point_at(4, 2)->kind = POINT_WALL;
    check_below(words, "\nwalls\n");
    point_at(4, 2)->mark = MARK_UPRIGHT;
    check_below(words, "\nwalls\n");
    point_at(2, 4)->kind = POINT_CROSSED;
    check_below(words, "\ncrossed walls\n");
    point_at(4, 2)->kind = POINT_EMPTY;
    check_below(words, "\ncrossed walls\n");
}

static void check_signs(int seat, const char *expected)
{
    g_autofree char *signs = diagram_signs(&game, NULL, seat);
    g_assert_cmpstr(signs, ==, expected);
}

static void test_signs(void)
{
    static const char *const expected[] = { "O", "X", "3", "4", "5", "6" };
    lay_out(3, 3);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        check_signs(seat, expected[seat]);
    }
    check_signs(-1, "*");
    check_signs(SEATS_MAX, "*");

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
    g_test_add_func("/diagram/barriers", test_barriers);
    g_test_add_func("/diagram/barriers-other-side", test_barriers_other_side);
    g_test_add_func("/diagram/barriers-quarter", test_barriers_quarter);
    g_test_add_func("/diagram/diamond", test_diamond);
    g_test_add_func("/diagram/columns-of-men", test_columns_of_men);
    g_test_add_func("/diagram/no-room", test_no_room);
    g_test_add_func("/diagram/walls", test_walls);
    g_test_add_func("/diagram/walls/below", test_walls_below);
    g_test_add_func("/diagram/too-wide", test_too_wide);
    g_test_add_func("/diagram/odd-figures", test_odd_figures);
    g_test_add_func("/diagram/words-below", test_words_below);
    g_test_add_func("/diagram/walls-below", test_walls_below);
    g_test_add_func("/diagram/signs", test_signs);
    return g_test_run();
}
