/* A match of people who share a keyboard: turns in parts, taking back, endings. */
#include <glib.h>

#include "cli/hotseat.h"
#include "games.h"

/* A match on the corridor; words and texts as in a command line, or NULL. */
static struct hotseat *sit_down(const char *words, const char *position, const char *after)
{
    struct match *match = match_begun(&game_corridor, words, position);
    g_auto(Ruling) ruling = { 0 };
    g_assert_true(after == NULL || match_after(match, after, true, &ruling));
    return hotseat_new(match);
}

/* The record, what is begun, and the position as it lies on the table. */
static void assert_table(const struct hotseat *hotseat, const char *record, const char *begun,
                         const char *position)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < hotseat->match->turns->len; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "",
                               g_array_index(hotseat->match->turns, struct match_turn, i).text);
    }
    g_autofree char *lies = match_position(hotseat_seen(hotseat));
    g_assert_cmpstr(text->str, ==, record);
    g_assert_cmpstr(hotseat->begun->str, ==, begun);
    g_assert_cmpstr(lies, ==, position);
}

static void assert_line(struct hotseat *hotseat, const char *line, enum verdict verdict)
{
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(hotseat_play(hotseat, line, &ruling), ==, verdict);
}

static void test_turn_in_parts(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-double", NULL, NULL);
    assert_line(hotseat, "b1", VERDICT_INCOMPLETE);
    assert_table(hotseat, "", "b1", ".1..2 1 1");
    g_assert_cmpuint(hotseat->match->turns->len, ==, 0);
    assert_line(hotseat, "c1", VERDICT_PLAYED);
    assert_table(hotseat, "b1,c1", "", "..1.2 2 2");
    assert_line(hotseat, "d1 e1", VERDICT_PLAYED);
    assert_table(hotseat, "b1,c1 d1,e1", "", "..1.2 1 2");
    assert_line(hotseat, "D1!", VERDICT_INCOMPLETE);
    assert_line(hotseat, ", c1", VERDICT_PLAYED);
    assert_table(hotseat, "b1,c1 d1,e1 d1,c1", "", "..1.2 2 2");
}

/* What cannot follow is refused, and what was begun stays. */
static void test_rest_refused(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-double", NULL, "b1");
    g_auto(Ruling) ruling = { 0 };
    assert_table(hotseat, "", "b1", ".1..2 1 1");
    g_assert_cmpint(hotseat_play(hotseat, "d1", &ruling), ==, VERDICT_REFUSED);
    g_assert_false(hotseat_goes_on(&ruling));
    g_assert_cmpstr(ruling.choices->pdata[0], ==, "a1");
    g_assert_cmpint(hotseat_play(hotseat, "go", &ruling), ==, VERDICT_INCOMPLETE);
    g_assert_false(hotseat_goes_on(&ruling));
    g_assert_cmpint(hotseat_play(hotseat, "step", &ruling), ==, VERDICT_AMBIGUOUS);
    g_assert_cmpint(hotseat_play(hotseat, "good luck", &ruling), ==, VERDICT_NO_MOVE);
    g_assert_cmpint(hotseat_play(hotseat, "", &ruling), ==, VERDICT_NO_MOVE);
    g_assert_cmpint(hotseat_play(hotseat, "c1 b1", &ruling), ==, VERDICT_REFUSED);
    assert_table(hotseat, "", "b1", ".1..2 1 1");
    g_assert_cmpint(hotseat_play(hotseat, "c1", &ruling), ==, VERDICT_PLAYED);
}

/* The first line of a turn may be wrong in its second part: nothing is begun. */
static void test_half_refused(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-double", NULL, NULL);
    assert_line(hotseat, "b1 e1", VERDICT_REFUSED);
    assert_line(hotseat, "b1 go", VERDICT_INCOMPLETE);
    assert_table(hotseat, "", "", "1...2 1 2");
}

/* The turn is asked for once more, and it is its rest that is asked for. */
static void test_costly_rest(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-double -puddle", NULL, "b1");
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(hotseat_play(hotseat, "c1", &ruling), ==, VERDICT_UNCONFIRMED);
    g_assert_cmpuint(ruling.choices->len, ==, 1);
    g_assert_cmpstr(ruling.choices->pdata[0], ==, "c1!");
    assert_table(hotseat, "", "b1", ".1..2 1 1");
    g_assert_cmpint(hotseat_play(hotseat, "c1!", &ruling), ==, VERDICT_PLAYED);
    assert_table(hotseat, "b1,c1", "", "..1.2 2 2");
}

static void test_undo_in_parts(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-double", NULL, "b1,c1 d1,e1 b1");
    assert_table(hotseat, "b1,c1 d1,e1", "b1", ".1..2 1 1");
    g_assert_cmpuint(hotseat_undo(hotseat, 1), ==, 1);
    assert_table(hotseat, "b1,c1 d1,e1", "", "..1.2 1 2");
    assert_line(hotseat, "b1", VERDICT_INCOMPLETE);
    g_assert_cmpuint(hotseat_undo(hotseat, 2), ==, 2);
    assert_table(hotseat, "b1,c1", "", "..1.2 2 2");
    g_assert_cmpuint(hotseat_undo(hotseat, 9), ==, 1);
    g_assert_cmpuint(hotseat_undo(hotseat, 1), ==, 0);
    assert_table(hotseat, "", "", "1...2 1 2");
}

/* Player 2 is shut in and passes; an undo takes back the pass with the turn before it. */
static void test_passes(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-players=3", "2.13. 3 1", NULL);
    assert_line(hotseat, "e1", VERDICT_PLAYED);
    assert_line(hotseat, "b1", VERDICT_PLAYED);
    assert_table(hotseat, "e1 b1 pass", "", "21..3 3 1");
    g_assert_cmpuint(hotseat_undo(hotseat, 1), ==, 1);
    assert_table(hotseat, "e1", "", "2.1.3 1 1");
}

/* A pass at the very beginning is nobody's to take back. */
static void test_pass_at_first(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("", "12... 1 1", NULL);
    assert_table(hotseat, "pass", "", "12... 2 1");
    g_assert_cmpuint(hotseat_undo(hotseat, 1), ==, 0);
    assert_line(hotseat, "c1", VERDICT_PLAYED);
    hotseat_restart(hotseat);
    assert_table(hotseat, "pass", "", "12... 2 1");
}

static void test_endings(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-double", NULL, "b1");
    g_assert_true(hotseat_end(hotseat, "draw"));
    assert_table(hotseat, "draw", "", "1...2 1 2");
    g_assert_false(hotseat_end(hotseat, "resign"));
    assert_line(hotseat, "b1,c1", VERDICT_REFUSED);
    g_assert_cmpuint(hotseat_undo(hotseat, 1), ==, 1);
    g_assert_true(hotseat_end(hotseat, "resign"));
    g_assert_true(hotseat->match->result.over);
    g_assert_cmpuint(hotseat_undo(hotseat, 1), ==, 1);
    assert_line(hotseat, "b1 c1", VERDICT_PLAYED);
    hotseat_restart(hotseat);
    assert_table(hotseat, "", "", "1...2 1 2");
}

/* A match may begin in the midst of a turn, of which nothing can be taken back. */
static void test_half_at_first(void)
{
    g_autoptr(Hotseat) hotseat = sit_down("-double", ".1..2 1 1", NULL);
    assert_table(hotseat, "", "", ".1..2 1 1");
    g_assert_cmpuint(hotseat_undo(hotseat, 1), ==, 0);
    assert_line(hotseat, "c1", VERDICT_PLAYED);
    assert_table(hotseat, "c1", "", "..1.2 2 2");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hotseat/turn-in-parts", test_turn_in_parts);
    g_test_add_func("/hotseat/rest-refused", test_rest_refused);
    g_test_add_func("/hotseat/half-refused", test_half_refused);
    g_test_add_func("/hotseat/costly-rest", test_costly_rest);
    g_test_add_func("/hotseat/undo-in-parts", test_undo_in_parts);
    g_test_add_func("/hotseat/passes", test_passes);
    g_test_add_func("/hotseat/pass-at-first", test_pass_at_first);
    g_test_add_func("/hotseat/endings", test_endings);
    g_test_add_func("/hotseat/half-at-first", test_half_at_first);
    return g_test_run();
}
