/* Matches: lines played, the record, endings, repetition, passes. */
#include <glib.h>

#include "base/error.h"
#include "folder.h"
#include "games.h"
#include "match/match.h"
#include "render/speech.h"

static void play(struct match *match, const char *line)
{
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(match_play(match, match_actor(match), line, &ruling), ==, VERDICT_PLAYED);
    g_assert_cmpuint(ruling.choices->len, ==, 0);
}

static void play_all(struct match *match, const char *lines)
{
    g_auto(GStrv) list = g_strsplit(lines, " ", -1);
    for (char **line = list; *line != NULL; line++) {
        play(match, *line);
    }
}

static void assert_position(const struct match *match, const char *expected)
{
    g_autofree char *position = match_position(match);
    g_assert_cmpstr(position, ==, expected);
}

static void assert_result(const struct match *match, const char *text, const char *key)
{
    g_autofree char *result = match_result_text(match);
    g_assert_cmpstr(result, ==, text);
    g_assert_cmpstr(match->result.ending.key, ==, key);
    g_assert_cmpint(match_actor(match) < 0, ==, !g_str_equal(text, "none"));
}

static void assert_texts(GPtrArray *texts, const char *expected)
{
    GString *joined = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++) {
        g_string_append_printf(joined, "%s%s", i > 0 ? " " : "", (const char *)texts->pdata[i]);
    }
    g_assert_cmpstr(joined->str, ==, expected);
    g_string_free(joined, TRUE);
}

/* Both must agree in all that can be seen of a match. */
static void assert_same(const struct match *a, const struct match *b)
{
    g_autofree char *first = match_position(a);
    g_autofree char *result = match_result_text(a);
    assert_position(b, first);
    assert_result(b, result, a->result.ending.key);
    g_assert_cmpuint(a->turns->len, ==, b->turns->len);
    g_assert_cmpint(a->occurrence, ==, b->occurrence);
    g_assert_cmpuint(a->last_count, ==, b->last_count);
    for (guint i = 0; i < a->turns->len; i++) {
        const struct match_turn *one = &g_array_index(a->turns, struct match_turn, i);
        const struct match_turn *other = &g_array_index(b->turns, struct match_turn, i);
        g_assert_cmpint(one->seat, ==, other->seat);
        g_assert_cmpstr(one->text, ==, other->text);
    }
}

/* ---- lines ---- */

/* What comes of a line of seat 0 on a fresh board; b2 is taken. */
static const struct {
    const char *line;
    enum verdict verdict;
    const char *told; /* the canonical text, or the note's key */
    const char *part;
} lines[] = {
    { "a1", VERDICT_PLAYED, "a1", NULL },
    { "  A1\t", VERDICT_PLAYED, "a1", NULL },
    { "a1.", VERDICT_PLAYED, "a1", NULL },
    { "a1 !", VERDICT_PLAYED, "a1", NULL },
    { "b2", VERDICT_REFUSED, "occupied", NULL },
    { "b2!", VERDICT_REFUSED, "occupied", NULL },
    { "d4", VERDICT_REFUSED, "off-board", NULL },
    { "a1 a2", VERDICT_REFUSED, "more-than-a-turn", "a2" },
    { "a1, b2", VERDICT_REFUSED, "more-than-a-turn", "b2" },
    { "a1,", VERDICT_PLAYED, "a1", NULL },
    { "b2 a1", VERDICT_REFUSED, "occupied", "b2" },
    { "", VERDICT_NO_MOVE, "no-move", NULL },
    { "!", VERDICT_NO_MOVE, "no-move", NULL },
    { ",a1", VERDICT_NO_MOVE, "no-move", NULL },
    { "a1 , , a2", VERDICT_NO_MOVE, "rest", ", a2" },
    { "a1, a2,", VERDICT_NO_MOVE, "rest", "," },
    { "Hello", VERDICT_NO_MOVE, "no-move", NULL },
    { "resign", VERDICT_NO_MOVE, "no-move", NULL },
    { "a1 and good luck", VERDICT_NO_MOVE, "rest", "and good luck" },
    { "a1a2", VERDICT_NO_MOVE, "rest", "a2" },
    { "a1..", VERDICT_NO_MOVE, "rest", "." },
    { "b2 is taken", VERDICT_NO_MOVE, "rest", "is taken" },
    { "a\xc3\xa4", VERDICT_NO_MOVE, "no-move", NULL },
};

static void test_lines(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(Match) match = match_begun(&game_tictactoe, "", ".../.2./... 1 0");
        g_autoptr(Match) before = match_at(match, match->turns->len);
        g_auto(Ruling) ruling = { 0 };
        bool played = lines[i].verdict == VERDICT_PLAYED;
        g_assert_cmpint(match_reads_as_turn(match, lines[i].line), ==,
                        lines[i].verdict != VERDICT_NO_MOVE);
        g_assert_cmpint(match_play(match, 0, lines[i].line, &ruling), ==, lines[i].verdict);
        g_assert_cmpint(ruling.verdict, ==, lines[i].verdict);
        g_assert_cmpstr(played ? ruling.turn : ruling.note.key, ==, lines[i].told);
        g_assert_cmpstr(ruling.part, ==, lines[i].part);
        g_assert_nonnull(ruling.choices);
        if (played) {
            assert_position(match, ".../.2./1.. 2 0");
            g_assert_cmpuint(match->last_count, ==, 1);
        } else {
            assert_same(match, before);
        }
    }
}

static void test_too_long(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "", NULL);
    g_auto(Ruling) ruling = { 0 };
    g_autofree char *blanks = g_strnfill(MATCH_LINE_MAX, ' ');
    g_autofree char *line = g_strconcat("a1", blanks, NULL);
    g_assert_false(match_reads_as_turn(match, line));
    g_assert_cmpint(match_play(match, 0, line, &ruling), ==, VERDICT_NO_MOVE);
    g_assert_cmpstr(ruling.note.key, ==, "too-long");
}

static void test_not_your_turn(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "", NULL);
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(match_play(match, 1, "a1", &ruling), ==, VERDICT_REFUSED);
    g_assert_cmpstr(ruling.note.key, ==, "not-your-turn");
    g_assert_cmpint(ruling.note.argument[0].kind, ==, ARGUMENT_SEAT);
    g_assert_cmpint(ruling.note.argument[0].value, ==, 0);
    g_assert_cmpint(match_play(match, 1, "Hello", &ruling), ==, VERDICT_REFUSED);
    g_assert_cmpuint(ruling.choices->len, ==, 0);
}

static void test_over(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "", NULL);
    g_auto(Ruling) ruling = { 0 };
    play_all(match, "a1 a2 b1 b2 c1");
    assert_result(match, "win 1", "line");
    g_assert_cmpint(match_play(match, 1, "c2", &ruling), ==, VERDICT_REFUSED);
    g_assert_cmpstr(ruling.note.key, ==, "match-over");
    g_autoptr(GPtrArray) turns = match_turns(match);
    g_assert_cmpuint(turns->len, ==, 0);
    g_assert_cmpuint(match_pass(match), ==, 0);
}

static void test_option(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "-misere", NULL);
    play_all(match, "a1 a2 b1 b2 c1");
    assert_result(match, "win 2", "line-lost");
}

/* ---- choices ---- */

static void test_nearest(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "", ".../.2./... 1 0");
    g_auto(Ruling) ruling = { 0 };
    match_play(match, 0, "c4", &ruling);
    assert_texts(ruling.choices, "c1 c2 c3 a1 a2 a3 b1 b3");
    match_play(match, 0, "b2", &ruling);
    assert_texts(ruling.choices, "a2 b1 b3 c2 a1 a3 c1 c3");
    match_play(match, 0, "a1 a2", &ruling);
    assert_texts(ruling.choices, "a1");
    match_play(match, 0, "maybe A3 then", &ruling);
    g_assert_cmpstr(ruling.choices->pdata[0], ==, "a3");
}

static void test_several_decisions(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "-double", NULL);
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(match_play(match, 0, "b1", &ruling), ==, VERDICT_INCOMPLETE);
    g_assert_cmpstr(ruling.note.key, ==, "turn-incomplete");
    assert_texts(ruling.choices, "b1,a1 b1,c1");
    assert_position(match, "1...2 1 2");

    g_assert_cmpint(match_play(match, 0, "b1 e1", &ruling), ==, VERDICT_REFUSED);
    g_assert_cmpstr(ruling.note.key, ==, "no-step");
    g_assert_cmpstr(ruling.part, ==, "e1");
    assert_texts(ruling.choices, "b1,a1 b1,c1");
    g_assert_cmpint(game_between(&game_corridor, &ruling.position), ==, false);
    assert_position(match, "1...2 1 2");

    g_assert_cmpint(match_play(match, 0, "c1,d1", &ruling), ==, VERDICT_REFUSED);
    g_assert_cmpstr(ruling.part, ==, "c1");
    assert_texts(ruling.choices, "b1");
    g_assert_cmpint(match_play(match, 0, "b1, z1", &ruling), ==, VERDICT_REFUSED);
    g_assert_cmpstr(ruling.note.key, ==, "no-square");
    g_assert_cmpstr(ruling.part, ==, "z1");

    g_assert_cmpint(match_play(match, 0, "B1 ; C1.", &ruling), ==, VERDICT_PLAYED);
    g_assert_cmpstr(ruling.turn, ==, "b1,c1");
    g_assert_cmpuint(match->last_count, ==, 2);
    assert_position(match, "..1.2 2 2");
    g_autoptr(GPtrArray) turns = match_turns(match);
    assert_texts(turns, "d1,e1");
    g_autoptr(GPtrArray) decisions = match_decisions(match);
    assert_texts(decisions, "d1");
}

static void test_ambiguous(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "", "..1.2 1 1");
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(match_play(match, 0, "step", &ruling), ==, VERDICT_AMBIGUOUS);
    g_assert_cmpstr(ruling.note.key, ==, "which-way");
    assert_texts(ruling.choices, "b1 d1");
    g_assert_cmpint(match_play(match, 0, "go", &ruling), ==, VERDICT_INCOMPLETE);
    g_assert_cmpstr(ruling.note.key, ==, "go-where");
    assert_texts(ruling.choices, "b1 d1");
    g_assert_cmpint(match_play(match, 0, "go d1", &ruling), ==, VERDICT_PLAYED);
    g_assert_cmpstr(ruling.turn, ==, "d1");
}

static void test_half_played_start(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "-double", ".1..2 1 1");
    g_autoptr(GPtrArray) turns = match_turns(match);
    assert_texts(turns, "a1 c1");
    play(match, "c1");
    assert_position(match, "..1.2 2 2");
    g_autoptr(Match) start = match_at(match, 0);
    assert_position(start, ".1..2 1 1");
}

/* ---- passes ---- */

static void test_forced_pass(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "", ".12.. 2 1");
    g_assert_cmpuint(match_pass(match), ==, 0);
    play(match, "d1");
    play(match, "a1");
    g_assert_cmpuint(match_pass(match), ==, 0);
    g_autoptr(Match) shut = match_begun(&game_corridor, "", "1.2.. 2 1");
    play(shut, "b1");
    g_autoptr(GPtrArray) turns = match_turns(shut);
    assert_texts(turns, "pass");
    g_assert_cmpuint(match_pass(shut), ==, 1);
    g_assert_cmpuint(shut->turns->len, ==, 2);
    const struct match_turn *turn = &g_array_index(shut->turns, struct match_turn, 1);
    g_assert_cmpint(turn->seat, ==, 0);
    g_assert_cmpstr(turn->text, ==, "pass");
    assert_position(shut, "12... 2 1");
    /* What is shown as the last turn leads from the position before it. */
    g_assert_cmpuint(shut->last_count, ==, 1);
    struct position replayed = shut->before;
    shut->game->apply(&replayed, &shut->last[0]);
    char text[POSITION_MAX];
    struct text out = text_in(text, sizeof text);
    shut->game->encode(&replayed, &out);
    g_assert_cmpstr(text, ==, "12... 1 1");
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(match_play(shut, 1, "pass", &ruling), ==, VERDICT_REFUSED);
}

/* ---- draws ---- */

static const char round_trip[] = "b1 d1 a1 e1"; /* back to the first position */

static void test_repetition(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "", NULL);
    g_assert_cmpint(match->occurrence, ==, 1);
    play_all(match, round_trip);
    g_assert_cmpint(match->occurrence, ==, 2);
    assert_result(match, "none", NULL);
    play_all(match, "b1 d1 a1");
    assert_result(match, "none", NULL);
    play(match, "e1");
    g_assert_cmpint(match->occurrence, ==, 3);
    assert_result(match, "draw", "repetition");
}

static void test_repetition_option(void)
{
    g_autoptr(Match) twice = match_begun(&game_corridor, "-repetition=2", NULL);
    play_all(twice, round_trip);
    assert_result(twice, "draw", "repetition");
    g_autoptr(Match) never = match_begun(&game_corridor, "-norepetition", NULL);
    for (int i = 0; i < 10; i++) {
        play_all(never, round_trip);
    }
    g_assert_cmpint(never->occurrence, ==, 11);
    assert_result(never, "none", NULL);
}

static void test_maxply(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "-maxply=3 -players=3", NULL);
    GError *error = NULL;
    play_all(match, "b1 d1");
    g_assert_true(match_record(match, 2, "resign", &error));
    assert_result(match, "none", NULL); /* leaving is no turn */
    play(match, "a1");
    g_autofree char *result = match_result_text(match);
    g_assert_cmpstr(result, ==, "draw");
    g_assert_cmpstr(match->result.ending.key, ==, "maxply");
    g_assert_cmpint(match->result.place[2], ==, 3);
}

/* A win by the rules counts before the limit. */
static void test_maxply_after_win(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "-maxply=5", NULL);
    play_all(match, "a1 a2 b1 b2 c1");
    assert_result(match, "win 1", "line");
}

/* ---- endings ---- */

static const struct {
    const char *word;
    int seat;
    const char *result;
    const char *key;
} endings[] = {
    { "resign", 0, "win 2", "resign" },       { "resign", 1, "win 1", "resign" },
    { "forfeit", 0, "win 2", "forfeit" },     { "forfeit", 1, "win 1", "forfeit" },
    { "draw", 0, "draw", "draw-agreed" },     { "ended-void", 0, "void", "ended-void" },
    { "lapsed", 0, "void", "lapsed" },        { "ended-draw", 1, "draw", "ended-draw" },
    { "ended-win", 1, "win 2", "ended-win" },
};

static void test_endings(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autoptr(Match) match = match_begun(&game_tictactoe, "", NULL);
        g_autoptr(GError) error = NULL;
        play(match, "a1");
        g_assert_true(match_record(match, endings[i].seat, endings[i].word, &error));
        g_assert_no_error(error);
        assert_result(match, endings[i].result, endings[i].key);
        g_assert_cmpint(match->void_result, ==, g_str_equal(endings[i].result, "void"));
        g_assert_false(match_record(match, 1, "b2", &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
        g_autoptr(Match) again = match_at(match, 2);
        assert_same(again, match);
        g_autoptr(Match) undone = match_at(match, 1);
        assert_result(undone, "none", NULL);
    }
}

static void test_resign_of_three(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "-players=3", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(match_record(match, 1, "resign", &error));
    assert_result(match, "none", NULL);
    g_assert_cmpint(match_actor(match), ==, 0);
    g_assert_false(match_record(match, 1, "resign", &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    g_clear_error(&error);
    g_assert_false(match_record(match, 1, "ended-win", &error));
    g_clear_error(&error);
    play(match, "b1");
    g_assert_cmpint(match_actor(match), ==, 2);
    g_assert_true(match_record(match, 0, "resign", &error));
    assert_result(match, "win 3", "resign");
    g_assert_cmpint(match->result.place[0], ==, 2);
}

/* ---- the record ---- */

static void test_undo(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "", NULL);
    play_all(match, round_trip);
    play_all(match, "b1 d1 a1 e1");
    assert_result(match, "draw", "repetition");
    for (guint turns = 0; turns <= match->turns->len; turns++) {
        g_autoptr(Match) earlier = match_at(match, turns);
        g_assert_cmpuint(earlier->turns->len, ==, turns);
        g_assert_cmpint(match_actor(earlier), ==, turns == 8 ? -1 : (int)turns % 2);
        g_assert_cmpint(earlier->occurrence, ==, 1 + (int)turns / 4);
    }
    g_assert_null(match_at(match, 9));
}

static void test_copy(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "", NULL);
    play_all(match, "b1 d1 a1");
    g_autoptr(Match) copy = match_at(match, match->turns->len);
    assert_same(copy, match);
    play(copy, "e1");
    g_assert_cmpint(copy->occurrence, ==, 2);
    g_assert_cmpuint(match->turns->len, ==, 3);
    play(match, "e1"); /* the copy's position is not counted here */
    assert_same(copy, match);
}

static const struct {
    int seat;
    const char *text;
} corrupt[] = {
    { 0, "b2" },      { 1, "a1" },     { 1, "B2" },     { 1, " b2" }, { 1, "b2 " },  { 1, "b2!" },
    { 1, "" },        { 1, "b2,c3" },  { 1, "pass" },   { 2, "b2" },  { -1, "b2" },  { 1, "d4" },
    { -1, "resign" }, { 6, "resign" }, { 1, "Resign" }, { 1, "end" }, { 9, "draw" },
};

static void test_corrupt_record(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "", NULL);
    play(match, "a1");
    for (gsize i = 0; i < G_N_ELEMENTS(corrupt); i++) {
        g_autoptr(Match) before = match_at(match, match->turns->len);
        g_autoptr(GError) error = NULL;
        g_assert_false(match_record(match, corrupt[i].seat, corrupt[i].text, &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
        g_assert_nonnull(strstr(error->message, "line 2 "));
        assert_same(match, before);
    }
    g_assert_true(match_record(match, 1, "b2", NULL));
}

/* ---- new matches, turns after one another ---- */

static void test_new_refuses(void)
{
    static const char *const bad[] = {
        "", "...", ".../.../... 3 0", ".../.../... 1 0 ", ".../.../... 1 0x", "...../.../... 1 0"
    };
    struct options options;
    options_init(&options, &game_tictactoe);
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        struct note note;
        g_assert_null(match_new(&game_tictactoe, &options, bad[i], &note));
        g_assert_cmpstr(note.key, ==, "position-form");
    }
    struct note note;
    options_init(&options, &game_corridor);
    g_assert_null(match_new(&game_corridor, &options, "1...2 1 1 ", &note));
    g_assert_cmpstr(note.key, ==, "position-rest");
    options.setup.seats = 5;
    g_assert_null(match_new(&game_corridor, &options, NULL, &note));
    g_assert_cmpstr(note.key, ==, "option-seats");
}

static void test_from_finished(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "", "222/11./... 1 0");
    assert_result(match, "win 2", "line");
}

static void test_after(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "", NULL);
    g_auto(Ruling) ruling = { 0 };
    for (int i = 0; i < 3; i++) {
        g_assert_true(match_after(match, round_trip, false, &ruling));
    }
    assert_result(match, "none", NULL);
    g_autoptr(Match) counted = match_begun(&game_corridor, "", NULL);
    g_assert_true(match_after(counted, " b1 d1 a1 e1  b1 d1 a1 e1 ", true, &ruling));
    assert_result(counted, "draw", "repetition");
    g_assert_false(match_after(counted, "b1 d1", true, &ruling));
    g_assert_cmpint(ruling.verdict, ==, VERDICT_REFUSED);
    g_assert_cmpstr(ruling.note.key, ==, "match-over");
    g_assert_cmpstr(ruling.part, ==, "b1");
    g_assert_true(match_after(counted, "", true, &ruling));
}

static void test_after_fails(void)
{
    g_autoptr(Match) match = match_begun(&game_tictactoe, "", NULL);
    g_auto(Ruling) ruling = { 0 };
    g_assert_false(match_after(match, "a1 b2 b2 c3", false, &ruling));
    g_assert_cmpstr(ruling.note.key, ==, "occupied");
    g_assert_cmpstr(ruling.part, ==, "b2");
    g_assert_cmpuint(ruling.choices->len, ==, 7);
    g_assert_cmpuint(match->turns->len, ==, 2);
    g_assert_false(match_after(match, "c3 what now", false, &ruling));
    g_assert_cmpint(ruling.verdict, ==, VERDICT_NO_MOVE);
    g_assert_cmpstr(ruling.part, ==, "what now");
}

static void test_after_decisions(void)
{
    g_autoptr(Match) match = match_begun(&game_corridor, "-double", NULL);
    g_auto(Ruling) ruling = { 0 };
    g_assert_true(match_after(match, "b1,a1 d1 c1 b1", false, &ruling));
    assert_position(match, ".12.. 1 1");
    g_autoptr(GPtrArray) turns = match_turns(match);
    assert_texts(turns, "a1");
    g_assert_true(match_after(match, "a1", false, &ruling));
    assert_position(match, "1.2.. 2 2");
}

/* ---- words ---- */

static const char keys[] =
    "no-move rest too-long not-your-turn match-over option-unknown option-value option-seats "
    "option-twice range-switch range-number range-or-zero range-alone position-rest repetition "
    "maxply resign "
    "forfeit "
    "more-than-a-turn draw-agreed lapsed ended-void ended-draw turn-incomplete ended-win "
    "option-players option-repetition option-maxply warn-only "
    "warn-repeating warn-repeated warn-repeated-last warn-repetition-drawn warn-maxply "
    "warn-maxply-last only-end no-move-there ruling-refused ruling-incomplete ruling-ambiguous "
    "ruling-no-move ruling-unconfirmed options-common options-more";

static void test_words(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Words) words = words_load("templates", &error);
    g_assert_no_error(error);
    g_auto(GStrv) wanted = g_strsplit(keys, " ", -1);
    for (char **key = wanted; *key != NULL; key++) {
        g_assert_nonnull(words_get(words, "match", *key));
    }
    g_auto(GStrv) all = keys_of("templates/en/match.words", "match");
    g_assert_cmpuint(g_strv_length(all), ==, g_strv_length(wanted));
}

static const struct {
    const char *name;
    GTestFunc function;
} tests[] = {
    { "/match/lines", test_lines },
    { "/match/too-long", test_too_long },
    { "/match/not-your-turn", test_not_your_turn },
    { "/match/over", test_over },
    { "/match/option", test_option },
    { "/match/nearest", test_nearest },
    { "/match/several-decisions", test_several_decisions },
    { "/match/ambiguous", test_ambiguous },
    { "/match/half-played-start", test_half_played_start },
    { "/match/forced-pass", test_forced_pass },
    { "/match/repetition", test_repetition },
    { "/match/repetition-option", test_repetition_option },
    { "/match/maxply", test_maxply },
    { "/match/maxply-after-win", test_maxply_after_win },
    { "/match/endings", test_endings },
    { "/match/resign-of-three", test_resign_of_three },
    { "/match/undo", test_undo },
    { "/match/copy", test_copy },
    { "/match/corrupt-record", test_corrupt_record },
    { "/match/new-refuses", test_new_refuses },
    { "/match/from-finished", test_from_finished },
    { "/match/after", test_after },
    { "/match/after-fails", test_after_fails },
    { "/match/after-decisions", test_after_decisions },
    { "/match/words", test_words },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_test_add_func(tests[i].name, tests[i].function);
    }
    return g_test_run();
}
