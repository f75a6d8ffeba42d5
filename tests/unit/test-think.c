/* A program that plays: its turns are legal and always the same, the stronger finds more, and what
 * it is asked is read with care. */
#include <string.h>

#include "games.h"

#include "base/error.h"
#include "base/random.h"
#include "match/perft.h"
#include "think/question.h"
#include "think/search.h"
#include "think/think.h"
#include "think/turning.h"

extern const struct game game_tictactoe;

enum { LOW_LEVELS = 2, PLIES_MOST = 40 };

/* A match of a game with so many seats, after `plies` turns by chance. */
static struct match *match_after_chance(const struct game *game, int seats, int plies)
{
    g_autofree char *options = g_strdup_printf("-players=%d -maxply=%d", seats, plies);
    g_autoptr(Match) match = match_begun(game, options, NULL);
    playout(match);
    return match_at(match, MIN(match->turns->len, (guint)plies - 1));
}

static void thinks_legally(const struct match *match)
{
    for (int level = 1; level <= LOW_LEVELS; level++) {
        struct thought one, other;
        think_turn(match, level, 7, 0, &one);
        think_turn(match, level, 7, 0, &other);
        g_autofree char *turn = one.turn;
        g_autofree char *again = other.turn;
        g_assert_cmpstr(turn, ==, again);
        g_assert_cmpint(one.score, ==, other.score);
        g_autoptr(Match) copy = match_copy(match);
        g_auto(Ruling) ruling = { 0 };
        g_autofree char *sent = g_strconcat(turn, one.costly ? "!" : "", NULL);
        g_assert_cmpint(match_play(copy, match_actor(copy), sent, &ruling), ==, VERDICT_PLAYED);
        g_assert_cmpstr(ruling.turn, ==, turn);
    }
}

/* What a game says of standings and partners makes sense in any of its positions. */
static void makes_sense(const struct match *match)
{
    const struct game *game = match->game;
    const int seats = match->options.setup.seats;
    for (int seat = 0; seat < seats; seat++) {
        const int stands = game->standing != NULL ? game->standing(&match->now, seat) : 0;
        g_assert_cmpint(ABS(stands), <, SEARCH_SURE / 2);
        for (int other = 0; other < seats && game->partners != NULL; other++) {
            g_assert_true(game->partners(&match->now, seat, other) ==
                          game->partners(&match->now, other, seat));
        }
    }
}

static void test_legal(void)
{
    random_seed(5, 0);
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        for (int seats = 1; seats <= SEATS_MAX; seats++) {
            for (int plies = 2; (*game)->seats >> (seats - 1) & 1 && plies < PLIES_MOST;
                 plies += 9) {
                g_autoptr(Match) match = match_after_chance(*game, seats, plies);
                if (match_actor(match) >= 0) {
                    g_test_message("%s, %d seats, %u turns", (*game)->name, seats,
                                   match->turns->len);
                    makes_sense(match);
                    thinks_legally(match);
                }
            }
        }
    }
}

/* Partners of four: the program counts both. */
static void test_partners(void)
{
    const struct game *stars = game_named("chinesecheckers");
    g_autoptr(Match) match = match_begun(stars, "-players=4 -teams", NULL);
    g_assert_true(stars->partners(&match->now, 0, 2));
    g_assert_false(stars->partners(&match->now, 0, 1));
    g_assert_false(stars->partners(&match->now, 0, 0));
    g_autoptr(Match) alone = match_begun(stars, "-players=4", NULL);
    g_assert_false(stars->partners(&alone->now, 0, 2));
    thinks_legally(match);
}

/* Where several others play, one that has left counts no more, and nobody leaves to stand well. */
static void test_leaving(void)
{
    g_autoptr(Match) match = match_begun(game_named("embargo"), "-players=3", NULL);
    for (int level = 1; level <= 5; level++) {
        struct thought all, fewer;
        think_turn(match, level, 0, 0, &all);
        g_autofree char *turn = all.turn;
        g_autoptr(Match) left = match_copy(match);
        g_autoptr(GError) error = NULL;
        g_assert_true(match_record(left, 2, "resign", &error));
        think_turn(left, level, 0, 0, &fewer);
        g_autofree char *other = fewer.turn;
        g_assert_cmpint(ABS(all.score), <, 1000);
        g_assert_cmpint(ABS(fewer.score), <, 1000);
    }
}

/* Embargo: a wall on the way to the goal, and one that shuts a man in its yard, cost. */
static void test_walls(void)
{
    static const struct {
        const char *better, *worse;
    } rows[] = {
        { "........./........./........./.2......./...2...../........./..1....../........./"
          "......... "
          "1 9,9 0 -",
          "........./........./........./.2.2...../........./........./..1....../........./"
          "......... "
          "1 9,9 0 -" },
        { "........./........./........./........./......2../........2/........./........./"
          "........1 "
          "1 9,9 0 -",
          "........./........./........./........./........./.......2./........2/......2../"
          ".......21 "
          "1 9,9 0 -" },
    };
    const struct game *game = game_named("embargo");
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(Match) better = match_begun(game, "", rows[i].better);
        g_autoptr(Match) worse = match_begun(game, "", rows[i].worse);
        g_assert_cmpint(game->standing(&better->now, 0), >, game->standing(&worse->now, 0));
    }
}

/* ---- games without a standing: tic-tac-toe ---- */

static void test_near(void)
{
    g_autoptr(Match) wins = match_begun(&game_tictactoe, "", "11./22./... 1 0");
    g_autoptr(Match) defends = match_begun(&game_tictactoe, "", "11./2../... 2 0");
    struct thought thought, other;
    think_turn(wins, 3, 1, 0, &thought);
    think_turn(defends, 3, 1, 0, &other);
    g_autofree char *turn = thought.turn;
    g_autofree char *defence = other.turn;
    g_assert_cmpstr(turn, ==, "c3");
    g_assert_cmpstr(defence, ==, "c3");
}

/* ---- looking ahead ---- */

static void thinks(const char *game, const char *position, int level, struct thought *thought)
{
    g_autoptr(Match) match = match_begun(game_named(game), "", position);
    think_turn(match, level, 0, 0, thought);
}

static void test_wins(void)
{
    static const struct {
        const char *game, *position, *turn;
    } rows[] = {
        { "halma",
          "1111..../111...../11....../......../1......./.....222/....2222/.....222 1 20,20 0 -",
          "a4-a5" },
        { "emergo", "d4=X e4=O / 0 0 / O", "e4xc4" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (int level = 1; level <= THINK_LEVELS; level++) {
            struct thought thought;
            thinks(rows[i].game, rows[i].position, level, &thought);
            g_autofree char *turn = thought.turn;
            g_assert_cmpstr(turn, ==, rows[i].turn);
            g_assert_true(thought.won);
            g_assert_false(thought.lost);
        }
    }
}

/* Whoever cannot save the match knows that it is lost. */
static void test_loses(void)
{
    struct thought thought;
    thinks("halma",
           "1111..../111...../11....../......../1......./.....222/....2222/.....222 2 20,20 0 -", 3,
           &thought);
    g_autofree char *turn = thought.turn;
    g_assert_true(thought.lost);
    g_assert_false(thought.won);
}

/* A search that is told to end at once still has a legal decision. */
static void test_at_once(void)
{
    const struct game *game = game_named("emergo");
    g_autoptr(Match) match = match_begun(game, "", NULL);
    struct thought thought;
    think_turn(match, THINK_LEVELS, 0, 1, &thought);
    g_autofree char *turn = thought.turn;
    g_auto(Ruling) ruling = { 0 };
    g_assert_cmpint(match_play(match, 0, turn, &ruling), ==, VERDICT_PLAYED);
    g_assert_cmpuint(thought.nodes, <, 100000);
}

/* ---- what it is asked ---- */

#define BEGINS "postmove 1\nmatch 117\ngame halma\noptions size=8\nseats 2\nseat 2\n"

static const struct {
    const char *text;
    const char *fault; /* NULL: it is read; else what the error names */
} questions[] = {
    { BEGINS "end\n", NULL },
    { BEGINS "turn 1 e1-d2\nopen draw\nend\nrest", NULL },
    { BEGINS "hint 5\r\n\nclock 20\nend", NULL },
    { "postmove 1\ngame embargo\nseats 3\nseat 3\nend\n", NULL },
    { "", "lacks the line \"end\"" },
    { "end\n", "lacks the line \"postmove\"" },
    { "postmove 1\ngame halma\nseats 2\nend\n", "lacks the line \"seat\"" },
    { BEGINS, "lacks the line \"end\"" },
    { "postmove 2\n" BEGINS "end\n", "postmove 2" },
    { BEGINS "options size=8\nend\n", "options size=8" },
    { BEGINS "turn 1 e1-e8\nend\n", "1" },
    { BEGINS "turn 2 a5-b4\nend\n", "1" },
    { BEGINS "turn 0 e1-d2\nend\n", "0 e1-d2" },
    { BEGINS "turn 1\nend\n", "1" },
    { BEGINS "rules 1\nclock 0\nend\n", NULL },
    { BEGINS "rules 0\nend\n", "rules 0" },
    { BEGINS "rules 9\nend\n", "options" },
    { BEGINS "clock soon\nend\n", "clock soon" },
    { BEGINS "turn\nend\n", "" },
    { BEGINS "open door\nend\n", "open door" },
    { BEGINS "position no\nend\n", "no" },
    { BEGINS "start no\nend\n", "no" },
    { "postmove 1\ngame chess\nseats 2\nseat 1\nend\n", "game chess" },
    { "postmove 1\ngame halma\nseats 3\nseat 1\nend\n", "options" },
    { "postmove 1\ngame halma\nseats 2\nseat 3\nend\n", "options" },
    { "postmove 1\ngame halma\nseats 2\nseat 7\nend\n", "seat 7" },
    { "postmove 1\ngame halma\noptions size=9\nseats 2\nseat 1\nend\n", "options" },
};

static void test_questions(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(questions); i++) {
        g_auto(Question) question = { 0 };
        g_autoptr(GError) error = NULL;
        g_test_message("%s", questions[i].text);
        g_assert_cmpint(question_read(questions[i].text, &question, &error), ==,
                        questions[i].fault == NULL);
        if (questions[i].fault != NULL) {
            g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
            g_assert_nonnull(strstr(error->message, questions[i].fault));
        }
    }
}

static void test_question(void)
{
    static const char text[] =
        BEGINS "turn 1 e1-d2\nposition "
               "2222..../222...../22....../2......./.......1/......11/...1.111/.....111 2 1,0 0 -\n"
               "clock 90\nopen draw\nopen undo\nopen challenge\noffered draw\nend\n";
    g_auto(Question) question = { 0 };
    g_autoptr(GError) error = NULL;
    g_assert_true(question_read(text, &question, &error));
    g_assert_no_error(error);
    g_assert_cmpuint(question.number, ==, 117);
    g_assert_cmpint(question.seat, ==, 1);
    g_assert_cmpuint(question.open, ==,
                     QUESTION_DRAW | QUESTION_UNDO | QUESTION_CHALLENGE | QUESTION_OWN_DRAW);
    g_assert_cmpuint(question.match->turns->len, ==, 1);
    g_assert_cmpint(question.clock, ==, 90);
    g_assert_cmpint(match_actor(question.match), ==, 1);
}

/* What is written reads back as the same question. */
static void writes_back(const struct match *match)
{
    const unsigned all = QUESTION_DRAW | QUESTION_UNDO | QUESTION_CHALLENGE | QUESTION_OWN_DRAW;
    const struct question asked = { .match = (struct match *)match,
                                    .number = 12,
                                    .seat = match->options.setup.seats - 1,
                                    .clock = 3600,
                                    .level = 4,
                                    .open = all };
    g_autofree char *text = question_write(&asked);
    g_auto(Question) read = { 0 };
    g_autoptr(GError) error = NULL;
    g_assert_true(question_read(text, &read, &error));
    g_assert_no_error(error);
    g_assert_cmpuint(read.number, ==, 12);
    g_assert_cmpint(read.seat, ==, asked.seat);
    g_assert_cmpint(read.clock, ==, 3600);
    g_assert_cmpint(read.level, ==, 4);
    g_assert_cmpuint(read.open, ==, all);
    g_assert_true(memcmp(&read.match->now, &match->now, match->game->size) == 0);
    g_autofree char *again = question_write(&read);
    g_assert_cmpstr(again, ==, text);
}

static void test_written(void)
{
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        for (int seats = 2; seats <= SEATS_MAX; seats++) {
            if (options_seats_fit(*game, seats)) {
                g_autoptr(Match) match = match_after_chance(*game, seats, PLIES_MOST);
                writes_back(match);
            }
        }
    }
}

/* ---- what it answers ---- */

static const struct {
    const char *printed;
    const char *line; /* NULL: it is no answer */
    const char *chat;
} answers[] = {
    { "move e1-d2", "move e1-d2", NULL },
    { "move e1-d2\n", "move e1-d2", NULL },
    { "\r\n  resign \r\n\n", "resign", NULL },
    { "accept\n", "accept", NULL },
    { "reject\n", "reject", NULL },
    { "draw\n", "draw", NULL },
    { "chat Well played!\nmove e1-d2!\n", "move e1-d2!", "Well played!" },
    { "chat \xc3\xa9\nresign\n", "resign", "\xc3\xa9" },
    { "", NULL, NULL },
    { "\n\n", NULL, NULL },
    { "chat alone\n", NULL, NULL },
    { "chat a\nchat b\nresign\n", NULL, NULL },
    { "resign\nchat too late\n", NULL, NULL },
    { "resign\nresign\n", NULL, NULL },
    { "resigned\n", NULL, NULL },
    { "move\n", NULL, NULL },
    { "Move e1-d2\n", NULL, NULL },
    { "12 move e1-d2\n", NULL, NULL },
    { "move e1\xff\n", NULL, NULL },
    { "move e1\x07\n", NULL, NULL },
};

static void test_answers(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(answers); i++) {
        g_auto(Answer) answer = { 0 };
        g_autoptr(GError) error = NULL;
        const char *printed = answers[i].printed;
        const bool read = answer_read(printed, strlen(printed), &answer, &error);
        g_test_message("%s", printed);
        g_assert_cmpint(read, ==, answers[i].line != NULL);
        g_assert_true(read == (error == NULL));
        if (read) {
            g_assert_cmpstr(answer.line, ==, answers[i].line);
            g_assert_cmpstr(answer.chat, ==, answers[i].chat);
        }
    }
    g_auto(Answer) none = { 0 };
    g_autofree char *longest = g_strnfill(ANSWER_MAX + 1, ' ');
    g_assert_false(answer_read(NULL, 0, &none, NULL));
    g_assert_false(answer_read(longest, ANSWER_MAX + 1, &none, NULL));
    g_assert_false(answer_read("resign\0\n", 8, &none, NULL));
}

/* ---- turning points ---- */

static void test_turning(void)
{
    const struct game *game = game_named("halma");
    g_autoptr(Match) match = match_begun(
        game, "-size=8",
        "1111..../111...../11....../.1....../......../..22222./..22222./........ 1 20,20 0 -");
    static const char *const turns[] = { "b5-b4", "c3-a5", "resign" };
    for (size_t i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_assert_true(match_record(match, (int)i % 2, turns[i], NULL));
    }
    g_autoptr(GArray) points = turning_points(match, 20 * G_USEC_PER_SEC);
    g_assert_cmpuint(points->len, ==, 1);
    const struct turning_point *point = &g_array_index(points, struct turning_point, 0);
    g_assert_cmpuint(point->turn, ==, 0);
    g_assert_cmpstr(point->better, ==, "b5-a5");
    /* An ending that somebody else brought about is nobody's turn. */
    g_autoptr(Match) ended = match_begun(
        game, "-size=8",
        "1111..../111...../11....../.1....../......../..22222./..22222./........ 1 20,20 0 -");
    g_assert_true(match_record(ended, 0, "ended-void", NULL));
    g_autoptr(GArray) nobody = turning_points(ended, 20 * G_USEC_PER_SEC);
    g_assert_cmpuint(nobody->len, ==, 0);
    g_autoptr(Match) begun = match_begun(game, "", NULL);
    g_autoptr(GArray) none = turning_points(begun, G_USEC_PER_SEC);
    g_assert_cmpuint(none->len, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    random_init();
    g_test_add_func("/think/legal", test_legal);
    g_test_add_func("/think/partners", test_partners);
    g_test_add_func("/think/leaving", test_leaving);
    g_test_add_func("/think/walls", test_walls);
    g_test_add_func("/think/near", test_near);
    g_test_add_func("/think/wins", test_wins);
    g_test_add_func("/think/loses", test_loses);
    g_test_add_func("/think/questions", test_questions);
    g_test_add_func("/think/question", test_question);
    g_test_add_func("/think/written", test_written);
    g_test_add_func("/think/answers", test_answers);
    g_test_add_func("/think/turning", test_turning);
    g_test_add_func("/think/at-once", test_at_once);
    return g_test_run();
}
