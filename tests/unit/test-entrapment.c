/* Entrapment beyond its transcripts: the board as players see it, the boards
 * of the help page, both judges on every pair of places, whole turns as lines,
 * and what a turn gives away. */
#include "games.h"
#include "pictures.h"
#include "row.h"

#include "match/match.h"
#include "render/diagram.h"

enum { LIST = 4096, GAMES = 12, PLIES = 60, SEEN_EVERY = 7 };

static const struct game *entrapment;

static struct match *match_of(const char *options, const char *from)
{
    struct options chosen;
    const char *reason = NULL;
    struct note note = { 0 };
    options_init(&chosen, entrapment);
    g_assert_true(options_read(&chosen, entrapment, options, &reason));
    struct match *match = match_new(entrapment, &chosen, from, &note);
    g_assert_cmpstr(note.key, ==, NULL);
    return match;
}

/* ---- boards ---- */

/* The board alone, as the seat sees it; -1: as the game draws it. */
static char *board_of(const struct position *position, const struct move *last, size_t count,
                      int seat)
{
    const struct diagram diagram = {
        .game = entrapment,
        .position = position,
        .last = last,
        .count = count,
        .seats = 2,
        .seat = seat,
    };
    return diagram_text(&diagram, NULL);
}

static const char moves_of_a_game[] =
    "e4 g3 b4 g4 d5 a4 e3h g3-e3,f6v e4-c4,a1h a4-a5,b5h c4-c6,d5v a5-c5,a6h "
    "d5-f5,c6-d6 e3-d3,b6h d6-b6,a3h g4-g3,e5v b6-c6,c7v c5-a5,f1v b4-a4,b4h "
    "g3-e3,b1v";

static void test_board(void)
{
    g_autoptr(Match) match = match_of("", NULL);
    g_auto(Ruling) ruling = { 0 };
    g_assert_true(match_after(match, moves_of_a_game, true, &ruling));
    g_autofree char *board = board_of(&match->now, NULL, 0, -1);
    g_assert_cmpstr(board, ==, picture_of_barriers);
    for (int seat = 0; seat < 2; seat++) {
        g_autofree char *seen = board_of(&match->now, NULL, 0, seat);
        g_assert_cmpstr(seen, ==, board);
    }
    /* The last turn: where the roamer came from and to, and the barrier. */
    g_autofree char *last = board_of(&match->now, match->last, match->last_count, -1);
    g_assert_nonnull(strstr(last, "\n 3 | .   .   .   X  [X]  .   : | 3\n"));
    g_assert_nonnull(strstr(last, "\n 1 | .   .[x].   .   .   . x . | 1\n"));
}

/* The marks of a turn, as "d3:from d5:to": of points, then of bars. */
static char *marks_after(const char *options, const char *from, const char *line)
{
    g_autoptr(Match) match = match_of(options, from);
    g_auto(Ruling) ruling = { 0 };
    g_autofree struct figures *figures = g_new0(struct figures, 1);
    GString *marks = g_string_new(NULL);
    g_assert_true(match_after(match, line, true, &ruling));
    entrapment->draw(&match->now, match->last, match->last_count, figures);
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        g_string_append_printf(marks, "%s%s%s", point->mark ? point->name : "",
                               point->mark & MARK_FROM ? ":from " : "",
                               point->mark & MARK_TO ? ":to " : "");
        g_string_append(marks, point->mark & MARK_FORCED ? ":forced " : "");
    }
    for (int i = 0; i < figures->bars; i++) {
        const struct bar *bar = &figures->bar[i];
        if (bar->mark != 0) {
            g_string_append_printf(marks, "%d,%d%s ", bar->x, bar->y, bar->upright ? "|" : "-");
        }
    }
    return g_string_free(marks, FALSE);
}

static void test_marks(void)
{
    static const struct {
        int at;
        const char *from, *line, *marks;
    } rows[] = {
        ROW("O d3 a1 / X d7 g1 / o / x / # / 20 20 / O 1", "d3-d5,d5-e5", "d3:from d5:from e5:to "),
        ROW("O d3 a1 / X d7 g1 / o / x / # / 20 20 / O 1", "d3-d5,d5-d3", "d3:from :to d5:from "),
        ROW("O d3 a1 / X d7 g1 / o / x / # / 20 20 / O 1", "d3-d5,a1-a2",
            "a1:from a2:to d3:from d5:to "),
        ROW("O d3 a1 / X d7 g1 / o / x / # / 20 20 / O 1", "d3-d5,e2v", "d3:from d5:to 11,12| "),
        ROW("O d3 a1 / X d7 g1 / o b1h / x / # / 0 20 / O 1", "d3-d5,b1h-e2h",
            "d3:from d5:to 10,11- "),
        ROW("O d3 a1 / X d7 g1 / o / x / # / 20 20 / O S", "e2h", "10,11- "),
        ROW("O d3 / X d7 / o / x / # / 20 20 / 1 1 / O P", "a1", "a1:to "),
        /* Nobody stands where a suicide ended. */
        ROW("O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", "b1-a1,g1-f1",
            "a2:forced b1:from f1:to g1:from "),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        row_begins(__FILE__, rows[i].at);
        g_autofree char *marks = marks_after("", rows[i].from, rows[i].line);
        g_assert_cmpstr(marks, ==, rows[i].marks);
    }
}

/* ---- the help page ---- */

/* Every row of a board behind a heading, up to the next heading, stands on one
 * of the boards of those positions; gives how many rows there are. */
static int rows_found(const char *page, const char *heading, const char *boards)
{
    const char *at = strstr(page, heading);
    int rows = 0;
    g_assert_nonnull(at);
    g_auto(GStrv) lines = g_strsplit(at, "\n", -1);
    for (char **line = lines + 1; *line != NULL && (**line == ' ' || **line == '\0'); line++) {
        if (strchr(*line, '|') != NULL) {
            const char *row = g_strstrip(*line);
            rows++;
            if (strstr(boards, row) == NULL) {
                g_error("%s: no such row: %s", heading, row);
            }
        }
    }
    return rows;
}

static void test_help_boards(void)
{
    static const struct {
        int at;
        const char *heading, *options, *position[2];
        int rows;
    } examples[] = {
        ROW("The board", "",
            { "O b2 d3 f5 / X b5 d6 g3 / o c3h d3h f2v / x c5v e2h / # b3v / 21 22 / O 1", NULL },
            13),
        ROW("Example: a barrier is jumped", "",
            { "O b2 d3 / X f2 g6 / o d3h / x / # / 24 25 / O 1",
              "O b2 d5 / X f2 g6 / o / x / # d3h / 24 25 / O 2" },
            10),
        ROW("Example: entrapment", "",
            { "O b6 f2 / X a4 f6 / o a4h / x / # a3h / 20 20 / O 1", NULL }, 7),
        ROW("Example: force and relief", "",
            { "O b4 f2 / X a4 f6 / o a4h / x a3h / # / 20 20 / X 1",
              "O b4 f2 / X a4 a5 f6 / o a3h / x / # / 20 20 / X 1" },
            14),
        ROW("Example: two in force", "",
            { "O d2 g1 / X c4 e4 g7 / o c4h c3h e4h e3h / x b4v e4v / # / 20 20 / O 1", NULL }, 7),
        ROW("Example: your own second one", "",
            { "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", NULL }, 3),
        ROW("Example: suicide", "",
            { "O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", NULL }, 5),
        ROW("The stick", "stick=1", { "O a1 / X b1 / o / x / # / 20 20 / O 1", NULL }, 3),
    };
    g_autofree char *page = NULL;
    g_assert_true(g_file_get_contents("templates/en/help/entrapment.txt", &page, NULL, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(examples); i++) {
        row_begins(__FILE__, examples[i].at);
        g_autoptr(GString) boards = g_string_new(NULL);
        for (int j = 0; j < 2 && examples[i].position[j] != NULL; j++) {
            const struct position position =
                position_of(entrapment, examples[i].options, examples[i].position[j]);
            g_autofree char *board = board_of(&position, NULL, 0, -1);
            g_string_append(boards, board);
        }
        g_assert_cmpint(rows_found(page, examples[i].heading, boards->str), ==, examples[i].rows);
    }
}

/* ---- lists ---- */

/* All actions of a position, with blanks between them. */
static char *actions_of(const char *options, const char *text)
{
    const struct position position = position_of(entrapment, options, text);
    struct move list[LIST];
    const size_t count = entrapment->moves(&position, list, LIST);
    GString *actions = g_string_new(NULL);
    for (size_t i = 0; i < count; i++) {
        g_autofree char *action = move_text(entrapment, &position, &list[i]);
        g_string_append_printf(actions, "%s%s", i > 0 ? " " : "", action);
    }
    return g_string_free(actions, FALSE);
}

static void test_lists(void)
{
    static const struct {
        int at;
        const char *options, *position, *actions;
    } rows[] = {
        ROW("", "O d4 / X a1 b1 g7 / o a1h b1v / x / # / 19 20 / X 1", "b1-b2 b1-b3"),
        ROW("", "O a1 d4 / X g7 g1 / o a1h a2h / x a1v a2v / # / 20 20 / O 1", "a1-a2"),
        ROW("", "O a1 c3 g4 / X b1 g7 g1 / o a1h b1h / x / # / 20 20 / O 1", "a1-a2 a1-a3 c3-c1"),
        ROW("",
            "O d6 e5 / X a2 c1 / o d6v e5v / x c6v d5h d5v e3h e4h / # d6h e6h e6v / 20 20 / O 1",
            "d6-e6xe5 d6-e6xe6"),
        /* One set of those who go may be part of another. */
        ROW("",
            "O d2 / X c4 c5 e4 / o c3h b4v b5v c5h c5v e4h e3h d2v c2v d1h / x e4v / # / 15 20 / O "
            "1",
            "d2-b2 d2-c2 d2-d1 d2-d3 d2-d4xc4 d2-d4xc4xe4 d2-e2 d2-f2"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        row_begins(__FILE__, rows[i].at);
        g_autofree char *actions = actions_of(rows[i].options, rows[i].position);
        g_assert_cmpstr(actions, ==, rows[i].actions);
    }
}

/* How many actions begin with that text. */
static int count_of(const char *text, const char *beginning)
{
    g_autofree char *actions = actions_of("", text);
    g_auto(GStrv) each = g_strsplit(actions, " ", -1);
    int count = 0;
    for (char **action = each; *action != NULL; action++) {
        count += g_str_has_prefix(*action, beginning);
    }
    return count;
}

static void test_relocations(void)
{
    static const char position[] = "O a1 / X g7 / o d4h / x e4v / # d4v / 0 20 / O 2";
    g_assert_cmpint(count_of(position, "d4h-"), ==, 81);
    g_assert_cmpint(count_of(position, "a1-"), ==, 4);
    g_assert_cmpint(count_of(position, ""), ==, 85);
}

/* ---- both judges ---- */

static size_t passed(const struct position *position, uint8_t kind, int firsts, int seconds)
{
    size_t count = 0;
    struct note note = { .key = NULL };
    for (int first = 0; first < firsts; first++) {
        for (int second = 0; second < seconds; second++) {
            struct move move = { .length = (uint8_t)(seconds > 1 ? 3 : 2),
                                 .byte = { kind, (uint8_t)first, (uint8_t)second } };
            count += entrapment->check(position, &move, &note);
        }
    }
    return count;
}

/* Of all pairs of squares and of grooves the explaining judge passes as many
 * as the listing one lists without naming a roamer, and passes all it lists. */
static void judges_agree(const struct position *position)
{
    struct move list[LIST];
    struct note note = { .key = NULL };
    const size_t count = entrapment->moves(position, list, LIST);
    size_t plain = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t kind = list[i].byte[0];
        plain += list[i].length == (kind == 0 || kind == 2 ? 2 : 3);
        if (!entrapment->check(position, &list[i], &note)) {
            g_autofree char *text = position_text(entrapment, position);
            g_autofree char *action = move_text(entrapment, position, &list[i]);
            g_error("%s: %s is listed, but: %s", text, action, note.key);
        }
    }
    const size_t found = passed(position, 0, 64, 1) + passed(position, 1, 64, 64) +
                         passed(position, 2, 128, 1) + passed(position, 3, 128, 128);
    if (found != plain) {
        g_autofree char *text = position_text(entrapment, position);
        g_error("%s: %zu actions are listed, %zu pass", text, plain, found);
    }
}

static void walk(const char *options, GRand *chance)
{
    const struct setup setup = setup_for(entrapment, options);
    struct position now;
    struct note note = { .key = NULL };
    struct move list[LIST];
    g_assert_true(entrapment->setup(&now, &setup, &note));
    for (int ply = 0; ply < PLIES && entrapment->actor(&now) >= 0; ply++) {
        const size_t count = entrapment->moves(&now, list, LIST);
        g_assert_cmpuint(count, >, 0);
        if (ply % SEEN_EVERY == 0) {
            judges_agree(&now);
        }
        entrapment->apply(&now, &list[g_rand_int_range(chance, 0, (gint32)count)]);
    }
}

static void test_judges(void)
{
    static const char *const options[] = { "", "barriers=3", "stick=1 roamers=4 selfforce=1" };
    GRand *chance = g_rand_new_with_seed(4);
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        for (int game = 0; game < GAMES / 3; game++) {
            walk(options[i], chance);
        }
    }
    g_rand_free(chance);
}

/* ---- turns as lines ---- */

/* What comes of a line: the turn that is played, or the note's key and the
 * choices. */
static char *line_read(const char *from, const char *line)
{
    g_autoptr(Match) match = match_of("", from);
    g_auto(Ruling) ruling = { 0 };
    const int seat = match_actor(match);
    if (match_play(match, seat, line, &ruling) == VERDICT_PLAYED) {
        return g_strdup(ruling.turn);
    }
    GString *read = g_string_new(ruling.note.key);
    for (guint i = 0; i < ruling.choices->len; i++) {
        g_string_append_printf(read, " %s", (char *)ruling.choices->pdata[i]);
    }
    return g_string_free(read, FALSE);
}

static void test_lines(void)
{
    static const char plain[] = "O d3 a1 / X d7 g1 / o / x / # / 20 20 / O 1";
    static const char choice[] = "O d2 g1 / X c4 e4 g7 / o c4h c3h e4h e3h / x b4v e4v / # / 20 "
                                 "20 / O 1";
    static const char shut[] = "O a1 d4 / X g7 g1 / o a1h a2h / x a1v a2v / # / 20 20 / O 1";
    static const char gives[] = "O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1";
    static const struct {
        int at;
        const char *from, *line, *read;
    } rows[] = {
        ROW(plain, "d3-d5,c3v", "d3-d5,c3v"),
        ROW(plain, "d3-d5 c3v", "d3-d5,c3v"),
        ROW(plain, "d3-d5; c3v.", "d3-d5,c3v"),
        ROW(plain, "D3D5,C3V", "d3-d5,c3v"),
        ROW(plain, "d3-d5,d3-", "d3-d5,d3h"),
        ROW(plain, "d3-d5 d3-.", "d3-d5,d3h"),
        ROW(plain, "d3-d5,d5-d6", "d3-d5,d5-d6"),
        ROW(plain, "d3d5 d5d6", "d3-d5,d5-d6"),
        ROW(plain, "d3-d5,d3/", "d3-d5,d3v"),
        ROW(plain, "d3 d5 c3v", "d3-d5,c3v"),
        ROW(plain, "d3 d5 d5 d6", "d3-d5,d5-d6"),
        ROW(plain, "d3 d7", "incomplete d3-b3 d3-c3 d3-d1 d3-d2 d3-d4 d3-d5 d3-e3 d3-f3"),
        ROW(choice, "d2-d4xc4,c1v", "d2-d4xc4,c1v"),
        ROW(choice, "d2-d4 x e4, c1v", "d2-d4xe4,c1v"),
        ROW(choice, "d2-d4,c1v", "victim-missing d2-d4xc4 d2-d4xe4"),
        ROW(choice, "d2-d4", "victim-missing d2-d4xc4 d2-d4xe4"),
        ROW(shut, "a1", "incomplete a1-a2"),
        ROW(shut, "a1-a2", NULL),
        ROW(gives, "b1-a1,g1-g2", "costly b1-a1,g1-g2!"),
        ROW(gives, "b1-a1,g1-g2!", "b1-a1,g1-g2"),
        ROW(gives, "b1-b2,g1-g2", "b1-b2,g1-g2"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        row_begins(__FILE__, rows[i].at);
        g_autofree char *read = line_read(rows[i].from, rows[i].line);
        if (rows[i].read != NULL) {
            g_assert_cmpstr(read, ==, rows[i].read);
        } else {
            g_assert_true(g_str_has_prefix(read, "turn-incomplete "));
        }
    }
}

/* ---- what a turn gives away ---- */

static char *cost_of(const char *options, const char *from, const char *line)
{
    g_autoptr(Match) match = match_of(options, from);
    g_auto(Ruling) ruling = { 0 };
    const struct position before = match->now;
    const int seat = match_actor(match);
    struct note note = { .key = NULL };
    g_assert_true(match_after(match, line, true, &ruling));
    return entrapment->costly(&before, &match->now, seat, &note) ? note_text(&note) : NULL;
}

static void test_costs(void)
{
    static const struct {
        int at;
        const char *options, *from, *line, *cost;
    } rows[] = {
        ROW("", "O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", "b1-a1,g1-g2",
            "costly a1"),
        ROW("", "O c1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", "c1-b1,b1-a1",
            "costly a1"),
        ROW("", "O c1 g1 / X a2 g7 / o a2h a2v / x a1h / # / 20 20 / O 1", "c1-a1,g1-g2", NULL),
        /* The last one, and the match with it. */
        ROW("", "O b1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", "b1-a1",
            "costly-match a1"),
        ROW("fast=1", "O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1", "b1-a1",
            "costly-match a1"),
        /* Where there is nothing else. */
        ROW("",
            "O d6 e5 / X a2 c1 / o d6v e5v / x c6v d5h d5v e3h e4h / # d6h e6h e6v / 20 20 / O 1",
            "d6-e6xe5,a3h", "costly e5"),
        /* By a barrier, and by a second one in force. */
        ROW("", "O a1 c1 d4 / X b5 g7 / o / x / # a1h / 20 20 / O 1", "c1-b1,a1v", "costly a1"),
        ROW("", "O b1 d4 f1 / X b5 g7 / o a1v f1v / x / # a1h g1h / 20 20 / O 1", "b1-a1,f1-g1",
            "costly-several a1 g1"),
        ROW("selfforce=1", "O a1 g7 / X d4 d6 / o a1h / x a1v f7v / # / 20 20 / O 2", "g6h",
            "costly g7"),
        ROW("", "O d4 / X a2 b1 / o / x / # / 25 25 / 2 1 / O P", "a1", "costly a1"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        row_begins(__FILE__, rows[i].at);
        g_autofree char *cost = cost_of(rows[i].options, rows[i].from, rows[i].line);
        g_assert_cmpstr(cost, ==, rows[i].cost);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    entrapment = game_named("entrapment");
    g_test_add_func("/entrapment/board", test_board);
    g_test_add_func("/entrapment/marks", test_marks);
    g_test_add_func("/entrapment/help", test_help_boards);
    g_test_add_func("/entrapment/lists", test_lists);
    g_test_add_func("/entrapment/relocations", test_relocations);
    g_test_add_func("/entrapment/judges", test_judges);
    g_test_add_func("/entrapment/lines", test_lines);
    g_test_add_func("/entrapment/costs", test_costs);
    return g_test_run();
}
