/* Embargo beyond its transcripts: walls one by one, both judges on every pair
 * of points, symmetry, and what it warns of. */
#include "row.h"
#include "visits.h"

enum { SIDE = 9, CELLS = SIDE * SIDE, MOVES_MAX = 256, PLIES = 200 };

static const struct game *embargo;

/* A position from pieces such as "1: a4 g4, 2: c2 c6". */
static char *rows_of(const char *pieces)
{
    char board[SIDE][SIDE];
    GString *rows = g_string_new(NULL);
    char owner = '.';
    memset(board, '.', sizeof board);
    for (const char *at = pieces; *at != '\0'; at++) {
        if (at[1] == ':') {
            owner = *at;
        } else if (*at >= 'a' && *at <= 'i') {
            board[at[1] - '1'][*at - 'a'] = owner;
        }
    }
    for (int rank = SIDE - 1; rank >= 0; rank--) {
        g_string_append_len(rows, board[rank], SIDE);
        g_string_append(rows, rank > 0 ? "/" : "");
    }
    return g_string_free(rows, FALSE);
}

/* ---- walls ---- */

/* All walls on the board, as points with their owners: "b1-1 c1|2 d4+". */
static char *walls_of(const struct position *position)
{
    g_autofree struct figures *figures = g_new(struct figures, 1);
    GString *walls = g_string_new(NULL);
    embargo->draw(position, NULL, 0, figures);
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        if (point->kind == POINT_WALL || point->kind == POINT_CROSSED) {
            const char sign = point->mark & MARK_UPRIGHT ? '|' : '-';
            g_string_append_printf(walls, "%s%s%c%.0d", walls->len > 0 ? " " : "", point->name,
                                   point->kind == POINT_CROSSED ? '+' : sign, point->owner + 1);
        }
    }
    return g_string_free(walls, FALSE);
}

static void test_walls(void)
{
    static const struct {
        int at;
        const char *pieces, *walls;
    } cases[] = {
        ROW("1: a1 e1", "b1-1 c1-1 d1-1"),
        ROW("1: a1 c1 e1", "b1-1 d1-1"),
        ROW("1: a1 e1, 2: c1", ""),
        ROW("1: d4 d5", ""),
        ROW("1: d4 e5", ""),
        ROW("2: c2 c6", "c3|2 c4|2 c5|2"),
        ROW("1: a4 g4, 2: c2 c6", "b4-1 c3|2 c4+ c5|2 d4-1 e4-1 f4-1"),
        ROW("1: a4 c4 g4, 2: c2 c6", "b4-1 d4-1 e4-1 f4-1"),
        ROW("1: a4 e4 c2 c6", "b4-1 c3|1 c4+1 c5|1 d4-1"),
        ROW("1: a9 i9, 2: a1 i1",
            "b1-2 b9-1 c1-2 c9-1 d1-2 d9-1 e1-2 e9-1 f1-2 f9-1 g1-2 g9-1 h1-2 "
            "h9-1"),
        ROW("2: a1 a3, 1: a5 a7 a9", "a2|2 a6|1 a8|1"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        row_begins(__FILE__, cases[i].at);
        g_autofree char *rows = rows_of(cases[i].pieces);
        const struct position position = position_of(embargo, "", rows);
        g_autofree char *walls = walls_of(&position);
        g_assert_cmpstr(walls, ==, cases[i].walls);
    }
}

/* ---- random games ---- */

static void request_games(guint32 walks, visitor *request)
{
    static const char *const options[] = {
        "",
        "tunnel=one",
        "tunnel=off",
        "noland=0 vacate=0",
        "noland=0 noreturn=1",
        "yard=4",
        "players=3",
        "players=4",
        "players=4 teams=1",
        "players=4 yard=4",
        "tunnel=one vacate=0 noland=0 yard=4",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        for (guint32 seed = 0; seed < walks; seed++) {
            request_game(embargo, options[i], seed, PLIES, 16, request);
        }
    }
}

/* Both judges agree on every two points, and on the pass. */
static void compare_judges(const char *options, const struct position *now)
{
    struct move list[MOVES_MAX];
    struct note note = { .key = NULL };
    const size_t count = embargo->moves(now, list, MOVES_MAX);
    size_t passed = 0;
    for (int pair = 0; pair < CELLS * CELLS; pair++) {
        const struct move move = { 2, { (uint8_t)(pair / CELLS), (uint8_t)(pair % CELLS) } };
        if (embargo->check(now, &move, &note)) {
            passed++;
            if (!is_listed(list, count, &move)) {
                g_autofree char *text = position_text(embargo, now);
                g_autofree char *name = move_text(embargo, now, &move);
                g_error("%s: %s: %s is not listed", options, text, name);
            }
        }
    }
    const struct move pass = { .length = 1 };
    passed += embargo->check(now, &pass, &note);
    g_assert_cmpuint(passed, ==, count);
}

static void test_judges(void)
{
    request_games(2, compare_judges);
}

/* ---- symmetry ---- */

/* Points go over the main diagonal first, then left and right or up and down
 * change places; seats become others. */
static const struct symmetry {
    int seats;
    bool diagonal, sideways, upside;
    uint8_t seat[4];
} symmetries[] = {
    { 2, false, true, true, { 1, 0 } },       { 2, true, true, true, { 0, 1 } },
    { 2, true, false, false, { 1, 0 } },      { 3, true, false, false, { 2, 1, 0 } },
    { 4, true, false, true, { 1, 2, 3, 0 } }, { 4, false, true, true, { 2, 3, 0, 1 } },
    { 4, true, true, true, { 0, 3, 2, 1 } },
};

static uint8_t turned_cell(const struct symmetry *symmetry, int cell)
{
    int file = symmetry->diagonal ? cell % SIDE : cell / SIDE;
    int rank = symmetry->diagonal ? cell / SIDE : cell % SIDE;
    file = symmetry->sideways ? SIDE - 1 - file : file;
    rank = symmetry->upside ? SIDE - 1 - rank : rank;
    return (uint8_t)(file * SIDE + rank);
}

/* The position text with its points turned and its seats exchanged. */
static char *turned_text(const struct symmetry *symmetry, const char *text)
{
    char rows[SIDE * (SIDE + 1)];
    g_auto(GStrv) field = g_strsplit(text, " ", -1);
    g_auto(GStrv) made = g_strsplit(field[2], ",", -1);
    const char *made_by[5] = { NULL };
    memset(rows, '/', sizeof rows);
    for (int cell = 0; cell < CELLS; cell++) {
        const int to = turned_cell(symmetry, cell);
        const char man = field[0][(SIDE - 1 - cell % SIDE) * (SIDE + 1) + cell / SIDE];
        rows[(SIDE - 1 - to % SIDE) * (SIDE + 1) + to / SIDE] =
            (char)(man == '.' ? '.' : '1' + symmetry->seat[man - '1']);
    }
    rows[sizeof rows - 1] = '\0';
    for (int seat = 0; seat < symmetry->seats; seat++) {
        made_by[symmetry->seat[seat]] = made[seat];
    }
    g_autofree char *counts = g_strjoinv(",", (char **)made_by);
    for (char *out = field[4]; *out != '\0'; out++) {
        *out = (char)(g_ascii_isdigit(*out) ? '1' + symmetry->seat[*out - '1'] : *out);
    }
    return g_strdup_printf("%s %d %s %s %s", rows, 1 + symmetry->seat[field[1][0] - '1'], counts,
                           field[3], field[4]);
}

static void compare_turned(const struct symmetry *symmetry, const char *options,
                           const struct position *now)
{
    struct move list[MOVES_MAX];
    struct note note = { .key = NULL };
    g_autofree char *text = position_text(embargo, now);
    g_autofree char *turned = turned_text(symmetry, text);
    const struct position other = position_of(embargo, options, turned);
    const size_t count = embargo->moves(now, list, MOVES_MAX);
    g_assert_cmpuint(embargo->moves(&other, NULL, 0) > 0, ==, count > 0);
    for (size_t i = 0; i < count; i++) {
        struct move move = list[i];
        for (int end = 0; end < move.length && move.length == 2; end++) {
            move.byte[end] = turned_cell(symmetry, move.byte[end]);
        }
        g_assert_true(embargo->check(&other, &move, &note));
    }
    g_assert_cmpuint(embargo->moves(&other, list, MOVES_MAX), ==, count);
}

static void compare_symmetric(const char *options, const struct position *now)
{
    const int seats = setup_for(embargo, options).seats;
    for (size_t i = 0; i < G_N_ELEMENTS(symmetries); i++) {
        if (symmetries[i].seats == seats) {
            compare_turned(&symmetries[i], options, now);
        }
    }
}

static void test_symmetry(void)
{
    request_games(40, compare_symmetric);
}

/* ---- warnings ---- */

static void expect_warning(const char *pieces, const char *rest, const char *wanted)
{
    struct note note[WARNINGS_MAX];
    g_autofree char *rows = rows_of(pieces);
    g_autofree char *text = g_strdup_printf("%s %s", rows, rest);
    const struct position position = position_of(embargo, "", text);
    const size_t count = embargo->warn(&position, 0, note, WARNINGS_MAX);
    g_autofree char *found = count > 0 ? note_text(&note[0]) : g_strdup("");
    g_assert_cmpuint(count, <=, 1);
    g_assert_cmpstr(found, ==, wanted);
    g_assert_cmpuint(embargo->warn(&position, 0, note, 0), ==, 0);
}

static void test_warnings(void)
{
    expect_warning("1: g1 h1 i3 a5, 2: e5", "1 21,21", "warn-vacate 3 4");
    expect_warning("1: g1 a5, 2: e5", "1 24,24", "warn-vacate 1 1");
    expect_warning("1: a5 b5, 2: e5", "1 24,24", "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    embargo = game_named("embargo");
    g_test_add_func("/embargo/walls", test_walls);
    g_test_add_func("/embargo/judges", test_judges);
    g_test_add_func("/embargo/symmetry", test_symmetry);
    g_test_add_func("/embargo/warnings", test_warnings);
    return g_test_run();
}
