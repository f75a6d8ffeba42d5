/* Boards wide and in signs of their own: the same board, only the characters and the room
 * between them are others. */
#include "paper.h"

#include "language/settings.h"

static char *text_formed(enum diagram_form form)
{
    return diagram_text(&(struct diagram){ .game = &game, .seats = 2, .form = form }, NULL);
}

/* One character for each of the other's, blanks for blanks, names for names. */
static void check_same_places(const char *ascii, const char *other)
{
    g_autofree gunichar *drawn_signs = g_utf8_to_ucs4_fast(other, -1, NULL);
    g_assert_cmpint(g_utf8_strlen(other, -1), ==, (glong)strlen(ascii));
    for (size_t i = 0; ascii[i] != '\0'; i++) {
        const bool plain =
            strchr(" \n+[]abcdefg1234567", ascii[i]) != NULL && drawn_signs[i] < 0x80;
        g_assert_true(plain ? drawn_signs[i] == (gunichar)ascii[i] : drawn_signs[i] > 0x80);
        g_assert_false(plain && ascii[i] == '.');
        g_assert_false(g_unichar_iswide(drawn_signs[i]));
        g_assert_false(g_unichar_iszerowidth(drawn_signs[i]));
    }
}

static void lay_out_roamers(void)
{
    lay_out_barriers();
    bar_beside("a6", false, false, 1);
    bar_beside("b4", false, false, 0);
    bar_beside("d5", true, true, -1);
    bar_beside("e5", true, false, 1);
    bar_beside("b2", true, false, 0);
    piece_at(3, 4, 1)->mark = MARK_TO;
    point_at(2 + 6, 2 + 10)->mark = MARK_FROM;
}

static void test_unicode(void)
{
    lay_out_roamers();
    g_autofree char *ascii = text_formed(DIAGRAM_ASCII);
    g_autofree char *text = text_formed(DIAGRAM_UNICODE);
    check_same_places(ascii, text);
    g_assert_cmpstr(text, ==,
                    "     a   b   c   d   e   f   g\n"
                    "   ┌───────────────────────────┐\n"
                    " 7 │ ·   ·   ·   ·   ·   ·   · │ 7\n"
                    "   │━━━+   +   +   +   +   +   │\n"
                    " 6 │ ·   ·   ○   ·   ·   ·   · │ 6\n"
                    "   │   +   +   +   +   +   +   │\n"
                    " 5 │ ●   ·   ·   · ▓ · ┃ ○   · │ 5\n"
                    "   │   +═══+   +   +   +   +   │\n"
                    " 4 │ ○   ·   ·   ·   ·   ·   · │ 4\n"
                    "   │   +   +   +   +   +   +   │\n"
                    " 3 │ ·   ·   ·  [●]  ●   ·   · │ 3\n"
                    "   │   +   +   +   +   +   +   │\n"
                    " 2 │ ·   · ║ ·   ×   ·   ·   · │ 2\n"
                    "   │   +   +   +   +   +   +   │\n"
                    " 1 │ ·   ·   ·   ·   ·   ·   · │ 1\n"
                    "   └───────────────────────────┘\n"
                    "     a   b   c   d   e   f   g\n");
}

/* Six seats have six signs; numbers of sets and of men stay numbers. */
static void test_unicode_men(void)
{
    lay_out(7, 2);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        piece_at(seat, 0, seat);
    }
    piece_at(6, 0, -1);
    piece_at(0, 1, 1)->set = 4;
    piece_at(2, 1, 1)->height = 3;
    g_autofree char *text = text_formed(DIAGRAM_UNICODE);
    g_assert_cmpstr(text, ==,
                    "   a b c d e f g\n"
                    " 2 ○ ● △ ▲ □ ■ ◆ 2\n"
                    " 1 4 · ●3· · · · 1\n"
                    "   a b c d e f g\n");
}

static void test_wide(void)
{
    lay_out(3, 2);
    piece_at(0, 0, 1);
    piece_at(2, 1, 0)->mark = MARK_TO;
    g_autofree char *text = text_formed(DIAGRAM_WIDE);
    g_assert_cmpstr(text, ==,
                    "     a   b   c\n\n"
                    " 2   X   .   .   2\n\n"
                    " 1   .   .  [O]  1\n\n"
                    "     a   b   c\n");
    lay_out_diamond();
    column_at("e4", 0, 3, 0);
    g_autofree char *diamond = text_formed(DIAGRAM_WIDE);
    g_assert_nonnull(
        strstr(diamond, "\n e  -  .     .     .     O3    .     .     .     .     .\n"));
    check_width(diamond);
    /* What would be too wide comes closer again. */
    lay_out(20, 2);
    g_autofree char *broad = text_formed(DIAGRAM_WIDE);
    g_assert_nonnull(strstr(broad, "   a b c d e f g"));
    check_width(broad);
}

static void test_names(void)
{
    g_assert_cmpint(diagram_form_named("ascii"), ==, DIAGRAM_ASCII);
    g_assert_cmpint(diagram_form_named("wide"), ==, DIAGRAM_WIDE);
    g_assert_cmpint(diagram_form_named("unicode"), ==, DIAGRAM_UNICODE);
    g_assert_cmpint(diagram_form_named("list"), ==, DIAGRAM_LIST);
    g_assert_cmpint(diagram_form_named("pretty"), ==, DIAGRAM_ASCII);
    /* A player sets them by the same names. */
    const char *const *values = setting_find("text-board")->values;
    g_assert_true(g_strv_equal(values, diagram_forms));
}

/* The signs of the first two seats change places where the first has the black men; letters do
 * not. */
static void test_black_first(void)
{
    struct game black = game;
    black.black_first = true;
    lay_out_roamers();
    struct diagram diagram = { .game = &black, .seats = 2, .form = DIAGRAM_UNICODE };
    g_autofree char *usual = text_formed(DIAGRAM_UNICODE);
    g_autofree char *drawn_text = diagram_text(&diagram, NULL);
    g_auto(GStrv) parts = g_strsplit(usual, "○", -1);
    for (char **part = parts; *part != NULL; part++) {
        g_auto(GStrv) filled = g_strsplit(*part, "●", -1);
        g_free(*part);
        *part = g_strjoinv("○", filled);
    }
    g_autofree char *wanted = g_strjoinv("●", parts);
    g_assert_cmpstr(drawn_text, !=, usual);
    g_assert_cmpstr(drawn_text, ==, wanted);
    diagram.form = DIAGRAM_ASCII;
    g_autofree char *ascii = text_formed(DIAGRAM_ASCII);
    g_autofree char *same = diagram_text(&diagram, NULL);
    g_assert_cmpstr(same, ==, ascii);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diagram-forms/unicode", test_unicode);
    g_test_add_func("/diagram-forms/unicode-men", test_unicode_men);
    g_test_add_func("/diagram-forms/wide", test_wide);
    g_test_add_func("/diagram-forms/names", test_names);
    g_test_add_func("/diagram-forms/black-first", test_black_first);
    return g_test_run();
}
