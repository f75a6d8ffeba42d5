/*
 * A star looks the same from six sides and in a mirror: so must the moves.
 */
#include "games.h"

#include "star-board.h"

enum { MOVES_MAX = 1024, GAMES = 5, PLIES = 120, SIDES = 6 };

/* A sixth of a turn, clockwise: triangle 1 comes to lie on triangle 2. */
static struct hole turned(struct hole at)
{
    const int u = at.row - 8, v = at.number - 9;
    return (struct hole){ 8 + v, 9 + v - u };
}

/* Left for right: triangle 2 changes places with 6, and 3 with 5. */
static struct hole mirrored(struct hole at)
{
    const int u = at.row - 8, v = at.number - 9;
    return (struct hole){ 8 + u, 9 + u - v };
}

/* How a star is laid on itself: mirrored or not, then turned. */
struct symmetry {
    bool mirror;
    int sixths;
};

static struct hole moved_hole(const struct symmetry *symmetry, struct hole at)
{
    at = symmetry->mirror ? mirrored(at) : at;
    for (int i = 0; i < symmetry->sixths; i++) {
        at = turned(at);
    }
    return at;
}

static int moved_triangle(const struct symmetry *symmetry, int triangle)
{
    return star_triangle(moved_hole(symmetry, star_tip(triangle)));
}

static char hole_sign(const char *rows, struct hole wanted)
{
    struct hole at = { 0, 0 };
    for (at.row = 0; at.row < STAR_ROWS; at.row++, rows++) {
        for (at.number = 1; at.number < STAR_NUMBERS; at.number++) {
            if (star_on_board(at)) {
                if (star_same(at, wanted)) {
                    return *rows;
                }
                rows++;
            }
        }
    }
    g_assert_not_reached();
}

/* The position text with every peg, and the seat to move, laid elsewhere. */
static char *moved_position(const struct symmetry *symmetry, const char *text, int triangle,
                            const int seat_of[SIDES + 1])
{
    char signs[STAR_ROWS][STAR_NUMBERS] = { { 0 } };
    GString *moved = g_string_new(NULL);
    struct hole at;
    for (at.row = 0; at.row < STAR_ROWS; at.row++) {
        for (at.number = 1; at.number < STAR_NUMBERS; at.number++) {
            if (star_on_board(at)) {
                const char sign = hole_sign(text, at);
                const struct hole to = moved_hole(symmetry, at);
                g_assert_true(star_on_board(to));
                signs[to.row][to.number] =
                    (char)(sign == '.' ? sign : '0' + moved_triangle(symmetry, sign - '0'));
            }
        }
    }
    for (at.row = 0; at.row < STAR_ROWS; at.row++) {
        g_string_append(moved, at.row > 0 ? "/" : "");
        for (at.number = 1; at.number < STAR_NUMBERS; at.number++) {
            if (signs[at.row][at.number] != 0) {
                g_string_append_c(moved, signs[at.row][at.number]);
            }
        }
    }
    g_string_append_printf(moved, " %d", seat_of[moved_triangle(symmetry, triangle)]);
    return g_string_free(moved, FALSE);
}

static char *moved_move(const struct symmetry *symmetry, const char *text)
{
    GString *moved = g_string_new(NULL);
    g_auto(GStrv) cells = g_strsplit(text, "-", -1);
    for (char **cell = cells; *cell != NULL; cell++) {
        const struct hole at = { (*cell)[0] - 'a', atoi(*cell + 1) };
        const struct hole to = moved_hole(symmetry, at);
        g_string_append_printf(moved, "%s%c%d", moved->len > 0 ? "-" : "", 'a' + to.row, to.number);
    }
    return g_string_free(moved, FALSE);
}

static int by_text(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* The moves as text, sorted, laid elsewhere; a line each. */
static char *moves_of(const struct game *game, const struct position *now,
                      const struct symmetry *symmetry)
{
    static struct move list[MOVES_MAX];
    const size_t count = game->moves(now, list, MOVES_MAX);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (size_t i = 0; i < count; i++) {
        g_autofree char *text = move_text(game, now, &list[i]);
        g_ptr_array_add(texts,
                        g_str_equal(text, "pass") ? g_strdup(text) : moved_move(symmetry, text));
    }
    qsort(texts->pdata, texts->len, sizeof *texts->pdata, by_text);
    g_ptr_array_add(texts, NULL);
    return g_strjoinv("\n", (char **)texts->pdata);
}

static void compare(const struct game *game, const struct setup *setup, const struct position *now,
                    int triangle, const int seat_of[SIDES + 1])
{
    static const struct symmetry still = { false, 0 };
    g_autofree char *text = position_text(game, now);
    for (int i = 0; i < 2 * SIDES; i++) {
        const struct symmetry symmetry = { i >= SIDES, i % SIDES };
        const int to = moved_triangle(&symmetry, triangle);
        if (seat_of[to] == 0) {
            continue; /* nobody plays from there */
        }
        g_autofree char *elsewhere = moved_position(&symmetry, text, triangle, seat_of);
        struct position other;
        struct note note = { .key = NULL };
        struct scan scan = scan_over(elsewhere);
        if (!game->decode(&other, setup, &scan, &note)) {
            g_error("%s: %s", elsewhere, note.key);
        }
        g_autofree char *moved = moves_of(game, now, &symmetry);
        g_autofree char *found = moves_of(game, &other, &still);
        g_assert_cmpstr(moved, ==, found);
    }
}

static void check_symmetry(const char *options, const int seat_of[SIDES + 1])
{
    static struct move list[MOVES_MAX];
    const struct game *game = game_named("chinesecheckers");
    const struct setup setup = setup_for(game, options);
    GRand *chance = g_rand_new_with_seed(5);
    struct note note;
    for (int i = 0; i < GAMES; i++) {
        struct position now;
        g_assert_true(game->setup(&now, &setup, &note));
        for (int ply = 0; ply < PLIES && game->actor(&now) >= 0; ply++) {
            int triangle = 1;
            while (seat_of[triangle] != game->actor(&now) + 1) {
                triangle++;
            }
            compare(game, &setup, &now, triangle, seat_of);
            const size_t count = game->moves(&now, list, MOVES_MAX);
            game->apply(&now, &list[g_rand_int_range(chance, 0, (gint32)count)]);
        }
    }
    g_rand_free(chance);
}

static void test_six(void)
{
    check_symmetry("players=6", (const int[]){ 0, 1, 2, 3, 4, 5, 6 });
}

static void test_six_super(void)
{
    check_symmetry("super=1 players=6", (const int[]){ 0, 1, 2, 3, 4, 5, 6 });
}

static void test_sets(void)
{
    check_symmetry("sets=2 players=3", (const int[]){ 0, 1, 2, 3, 1, 2, 3 });
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chinesecheckers/symmetry/six", test_six);
    g_test_add_func("/chinesecheckers/symmetry/six-super", test_six_super);
    g_test_add_func("/chinesecheckers/symmetry/sets", test_sets);
    return g_test_run();
}
