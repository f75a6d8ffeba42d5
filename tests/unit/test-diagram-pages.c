/* Barriers, columns of men, and the words below a board. */
#include "folder.h"
#include "games.h"
#include "paper.h"
#include "pictures.h"
#include "render/sign.h"

static char *text_wished(int seat, enum flip flip)
{
    const struct diagram diagram = { .game = &game, .seats = 2, .seat = seat, .flip = flip };
    return diagram_text(&diagram, NULL);
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
    check_drawn(0, picture_of_barriers);
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

static void test_diamond(void)
{
    lay_out_diamond();
    check_drawn(0, picture_of_diamond);
}

/* Turned, the labels stand at the other edges. */
static void test_diamond_turned(void)
{
    lay_out_diamond();
    column_at("d4", 1, 4, 2)->mark = MARK_TO;
    column_at("e1", 0, 1, 0);
    column_at("a5", 1, 2, 1);
    g_autofree char *usual = text_wished(1, FLIP_USUAL);
    g_autofree char *first = text_wished(0, FLIP_ON);
    g_autofree char *turned = text_wished(1, FLIP_ON);
    g_assert_cmpstr(usual, ==, first);
    g_assert_cmpstr(turned, ==,
                    "                  .                 - i\n\n"
                    "              .   .   .             - h\n\n"
                    "          .   .   .   .   .         - g\n\n"
                    "      .   .   .   .   .   .   .     - f\n\n"
                    "  .   .   .   .   .   .   .   .   O - e\n\n"
                    "      .   .   .   .  [X2] .   .     - d\n\n"
                    "          .   .   .   .   .         - c\n\n"
                    "              .   .   .             - b\n\n"
                    "                  X1                - a\n"
                    "  |   |   |   |   |   |   |   |   |\n"
                    "  9   8   7   6   5   4   3   2   1\n");
}

/* A player's setting matters if the player has a side, or if one of two has none. */
static void test_wishes(void)
{
    lay_out(3, 3);
    piece_at(0, 2, 0);
    g_autofree char *drawn_so = text_wished(0, FLIP_USUAL);
    g_autofree char *turned = text_wished(1, FLIP_USUAL);
    g_autofree char *asked = text_wished(1, FLIP_ON);
    g_autofree char *never = text_wished(1, FLIP_OFF);
    g_assert_cmpstr(drawn_so, !=, turned);
    g_assert_cmpstr(asked, ==, turned);
    g_assert_cmpstr(never, ==, drawn_so);

    drawn.turn[1] = 0;
    g_autofree char *second = text_wished(1, FLIP_ON);
    g_autofree char *onlooker = text_wished(-1, FLIP_ON);
    g_assert_cmpstr(second, ==, turned);
    g_assert_cmpstr(onlooker, ==, drawn_so);
    const struct diagram of_three = { .game = &game, .seats = 3, .seat = 1, .flip = FLIP_ON };
    g_autofree char *among_three = diagram_text(&of_three, NULL);
    g_assert_cmpstr(among_three, ==, drawn_so);

    /* A game may turn both the same way already. */
    drawn.turn[0] = drawn.turn[1] = 2;
    g_autofree char *back = text_wished(1, FLIP_ON);
    g_assert_cmpstr(back, ==, drawn_so);
}

/* A piece shows the men of its owner: its cap. Pieces of ten and more fill their
 * place, so that neighbours share the bracket between them. */
static void test_columns_of_men(void)
{
    lay_out_diamond();
    column_at("d4", 1, 4, 2);
    column_at("d6", 1, 1, 0);
    column_at("e4", 0, 3, 0)->mark = MARK_TO;
    column_at("e5", 1, 1, 0);
    column_at("e6", 1, 13, 1)->mark = MARK_TO | MARK_FORCED;
    column_at("e7", 0, 12, 0)->mark = MARK_TO;
    column_at("f4", 1, 12, 0)->mark = MARK_TO;
    column_at("f5", 1, 10, 0)->mark = MARK_TO;
    column_at("f6", 0, 2, 1);
    g_autofree char *text = text_for(0);
    g_assert_nonnull(strstr(text, "\n d -     .   .   X2  .   X   .   .\n"));
    g_assert_nonnull(strstr(text, "\n e - .   .   .  [O3] X  [X12!O12].   .\n"));
    g_assert_nonnull(strstr(text, "\n f -     .   .  [X12]X10]O1  .   .\n"));
}

/* The ! of a piece in need is not lost to the brackets of the barrier beside it,
 * nor the brackets to it. */
static void test_close_marks(void)
{
    lay_out_barriers();
    piece_at(1, 3, 0)->mark = MARK_FORCED;
    piece_at(2, 3, 1)->mark = MARK_TO;
    bar_beside("b4", true, false, 1);
    drawn.bar[0].mark = MARK_TO;
    piece_at(5, 3, 1)->mark = MARK_TO | MARK_FORCED;
    bar_beside("e4", true, false, 0);
    bar_beside("f4", true, true, -1);
    g_autofree char *text = text_for(0);
    g_assert_nonnull(strstr(text, "\n 4 | O   O!x]X]  .   . o[X!# . | 4\n"));
}

/* Words of a folder made for this test. */
static struct words *some_words(void)
{
    static const char text[] =
        "[view]\nsign-moved=[{{sign}}] to{{#left}} from {{left}}{{/left}}\nsign-left=left "
        "{{sign}}\n"
        "sign-gone=gone\nsign-caps=caps\nsign-forced=forced\nsign-bars={{sign}} of {{who}}\n"
        "sign-men={{sign}} are {{who}}\nsign-bars-moved=bars moved\nsign-standing=standing "
        "{{sign}}\n"
        "sign-yard=yard {{sign}}\nsign-wall=walls {{sign}}\nsign-crossed=crossed {{sign}}\n"
        "tall=Tall:\nlist-more=and\nseat-1=light\nseat-2=dark\n"
        "[paper]\nsteps={{1}}: {{2}} steps\nsign-forced=own forced\n";
    g_autoptr(Folder) folder = folder_new();
    folder_put(folder, "some.words", text);
    struct words *words = words_load(folder, NULL);
    g_assert_nonnull(words);
    return words;
}

static void check_below(const struct words *words, const char *expected)
{
    static const char *const names[] = { "ann", "bob" };
    const struct diagram diagram = { .game = &game, .seats = 2, .names = seats_named(names, 2) };
    g_autofree char *text = diagram_text(&diagram, words);
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
    check_below(words, "\nbob: 7 steps\n\n[X] to\n");
    point_at(4, 2)->mark = MARK_FROM;
    check_below(words, "\nbob: 7 steps\n\n[X] to from :\n");
    point_at(2, 2)->mark = MARK_FORCED;
    point_at(6, 2)->mark = MARK_YARD;
    check_below(words, "\nbob: 7 steps\n\nleft :\nown forced\nyard ,\n");
}

/* Walls are explained where some stand, a crossing where there is one. */
static void test_walls_below(void)
{
    g_autoptr(Words) words = some_words();
    lay_out(3, 3);
    piece_at(0, 0, 1);
    point_at(4, 2)->kind = POINT_WALL;
    check_below(words, "\nwalls -\n");
    point_at(4, 2)->mark = MARK_UPRIGHT;
    check_below(words, "\nwalls |\n");
    point_at(2, 4)->kind = POINT_CROSSED;
    point_at(6, 2)->kind = POINT_WALL;
    check_below(words, "\nwalls | -\ncrossed +\n");
}

/* Each caption is a row, with the names of players, or else those of seats. */
static void test_rows_below(void)
{
    static const char *const names[] = { "ann", "bob" };
    g_autoptr(Words) words = some_words();
    lay_out(3, 3);
    for (int seat = 0; seat < 2; seat++) {
        drawn.caption[drawn.captions++] =
            (struct note){ .key = "steps",
                           .argument = { argument_seat(seat), argument_number(4 - seat) } };
    }
    check_below(words, "\nann: 4 steps\nbob: 3 steps\n");
    const struct diagram unnamed = { .game = &game };
    g_autofree char *text = diagram_text(&unnamed, words);
    g_assert_true(g_str_has_suffix(text, "\nlight: 4 steps\ndark: 3 steps\n"));
    piece_at(0, 0, 1)->mark = MARK_TO;
    const struct diagram named = { .game = &game, .names = seats_named(names, 2) };
    g_autofree char *rows = diagram_words_below(&named, words);
    g_assert_cmpstr(g_strchug(rows), ==, "ann: 4 steps\nbob: 3 steps");
}

static void test_pieces_below(void)
{
    g_autoptr(Words) words = some_words();
    lay_out_diamond();
    column_at("e4", 0, 3, 0);
    column_at("d4", 1, 4, 2)->mark = MARK_TO;
    column_at("d6", 1, 1, 0);
    check_below(words, "\nTall: d4 XXOO, e4 OOO\n\n[X2] to\ncaps\n");
}

/* What has no room in the line is carried over so that it reads as no move. */
static void test_many_pieces_below(void)
{
    static const char *const names[] = { "e1", "e2", "e3", "e4", "e5", "e6", "e7" };
    g_autoptr(Words) words = some_words();
    lay_out_diamond();
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        column_at(names[i], 0, 12, i == 2 ? 1 : 0);
    }
    check_below(words, "\nTall: e1 OOOOOOOOOOOO, e2 OOOOOOOOOOOO, e3 OOOOOOOOOOOX,\n"
                       "  and e4 OOOOOOOOOOOO, e5 OOOOOOOOOOOO, e6 OOOOOOOOOOOO,\n"
                       "  and e7 OOOOOOOOOOOO\n"
                       "\ncaps\n");
}

/* Signs that are not those behind names are explained by seat. */
static void test_drawn_below(void)
{
    static const char *const names[] = { "ann", "bob" };
    g_autoptr(Words) words = some_words();
    lay_out_barriers();
    piece_at(2, 2, 1);
    bar_beside("a3", false, false, 0);
    const struct diagram diagram = {
        .game = &game, .form = DIAGRAM_UNICODE, .seats = 2, .names = seats_named(names, 2)
    };
    g_autofree char *text = diagram_text(&diagram, words);
    g_assert_true(g_str_has_suffix(text, "\n\342\225\220 \342\225\221 of ann\n"
                                         "\342\227\217 are bob\n"));
}

/* Barriers are explained where some stand. */
static void test_barriers_below(void)
{
    g_autoptr(Words) words = some_words();
    lay_out_barriers();
    check_below(words, "");
    bar_beside("d5", true, true, -1);
    check_below(words, "\nstanding #\n");
    bar_beside("a3", false, false, 0);
    check_below(words, "\no of ann\nstanding #\n");
    drawn.bar[1].mark = MARK_TO;
    point_at(2, 2)->mark = MARK_TO;
    check_below(words, "\no of ann\ngone\nbars moved\nstanding #\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diagram/barriers", test_barriers);
    g_test_add_func("/diagram/barriers-other-side", test_barriers_other_side);
    g_test_add_func("/diagram/barriers-quarter", test_barriers_quarter);
    g_test_add_func("/diagram/diamond", test_diamond);
    g_test_add_func("/diagram/diamond-turned", test_diamond_turned);
    g_test_add_func("/diagram/wishes", test_wishes);
    g_test_add_func("/diagram/columns-of-men", test_columns_of_men);
    g_test_add_func("/diagram/close-marks", test_close_marks);
    g_test_add_func("/diagram/words-below", test_words_below);
    g_test_add_func("/diagram/walls-below", test_walls_below);
    g_test_add_func("/diagram/rows-below", test_rows_below);
    g_test_add_func("/diagram/pieces-below", test_pieces_below);
    g_test_add_func("/diagram/many-pieces-below", test_many_pieces_below);
    g_test_add_func("/diagram/drawn-below", test_drawn_below);
    g_test_add_func("/diagram/barriers-below", test_barriers_below);
    return g_test_run();
}
