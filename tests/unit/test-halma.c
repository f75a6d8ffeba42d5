/*
 * Halma against a second judge: slow, plain, and written from the rules
 * alone. It knows nothing of tables and sets; it reads the position's text.
 */
#include "games.h"
#include "row.h"

enum { SIDE_MAX = 16, MOVES_MAX = 4096, PLIES = 120 };

static const struct game *halma;

/* ---- the second judge ---- */

struct judge {
    int side, seats, mover;
    bool far, noland, noreturn;
    const char *lock;                   /* "hop", "end" or "off" */
    char man[SIDE_MAX][SIDE_MAX];       /* [file][rank]: '.' or a digit */
    bool reached[SIDE_MAX][SIDE_MAX];   /* by the man in question */
    bool landed_in[SIDE_MAX][SIDE_MAX]; /* the same, goal entered on the way */
};

static bool on_board(const struct judge *judge, int file, int rank)
{
    return file >= 0 && rank >= 0 && file < judge->side && rank < judge->side;
}

/* How far the yard of a corner reaches along the rank so many above the edge. */
static int yard_width(const struct judge *judge, int up)
{
    const char *widths = judge->side == 8    ? (judge->seats == 2 ? "4321" : "321")
                         : judge->side == 10 ? (judge->seats == 2 ? "54321" : "4321")
                                             : (judge->seats == 2 ? "55432" : "4432");
    return up < (int)strlen(widths) ? widths[up] - '0' : 0;
}

/* Player 1 sits at the lower right; two face each other, four go clockwise. */
static bool in_yard(const struct judge *judge, int player, int file, int rank)
{
    static const char *const corners[] = { "right bottom", "left bottom", "left top", "right top" };
    const char *corner = corners[judge->seats == 2 ? (player - 1) * 2 : player - 1];
    const int in = strstr(corner, "right") != NULL ? judge->side - 1 - file : file;
    const int up = strstr(corner, "top") != NULL ? judge->side - 1 - rank : rank;
    return in < yard_width(judge, up);
}

static bool in_goal(const struct judge *judge, int file, int rank)
{
    const int half = judge->seats / 2;
    return in_yard(judge, (judge->mover - 1 + half) % judge->seats + 1, file, rank);
}

/* Follows every chain of hops on; the man is off the board meanwhile. */
static void follow(struct judge *judge, int file, int rank, bool was_in_goal)
{
    bool(*been)[SIDE_MAX] = was_in_goal ? judge->landed_in : judge->reached;
    if (been[file][rank]) {
        return;
    }
    been[file][rank] = true;
    for (int way = 0; way < 9; way++) {
        const int east = way / 3 - 1, north = way % 3 - 1;
        for (int half = 1; half <= (judge->far ? judge->side : 1) && way != 4; half++) {
            const int to_file = file + 2 * half * east, to_rank = rank + 2 * half * north;
            int men = 0;
            if (!on_board(judge, to_file, to_rank)) {
                break;
            }
            for (int i = 1; i <= 2 * half; i++) {
                men += judge->man[file + i * east][rank + i * north] != '.';
            }
            if (men != 1 || judge->man[file + half * east][rank + half * north] == '.') {
                continue;
            }
            const bool inside = in_goal(judge, to_file, to_rank);
            if (!was_in_goal || inside || !g_str_equal(judge->lock, "hop")) {
                follow(judge, to_file, to_rank, was_in_goal || inside);
            }
        }
    }
}

static bool may_end(const struct judge *judge, int file, int rank, int to_file, int to_rank)
{
    const bool yard = in_yard(judge, judge->mover, to_file, to_rank);
    if (judge->man[to_file][to_rank] != '.' || (file == to_file && rank == to_rank)) {
        return false;
    }
    if (!g_str_equal(judge->lock, "off") && in_goal(judge, file, rank) &&
        !in_goal(judge, to_file, to_rank)) {
        return false;
    }
    if (yard && (judge->noland || (judge->noreturn && !in_yard(judge, judge->mover, file, rank)))) {
        return false;
    }
    const bool step = ABS(to_file - file) <= 1 && ABS(to_rank - rank) <= 1;
    return step || judge->reached[to_file][to_rank] || judge->landed_in[to_file][to_rank];
}

static void judge_man(struct judge *judge, int file, int rank, GPtrArray *moves)
{
    const char man = judge->man[file][rank];
    memset(judge->reached, 0, sizeof judge->reached);
    memset(judge->landed_in, 0, sizeof judge->landed_in);
    judge->man[file][rank] = '.';
    follow(judge, file, rank, in_goal(judge, file, rank));
    for (int to_file = 0; to_file < judge->side; to_file++) {
        for (int to_rank = 0; to_rank < judge->side; to_rank++) {
            if (may_end(judge, file, rank, to_file, to_rank)) {
                g_ptr_array_add(moves, g_strdup_printf("%c%d-%c%d", 'a' + file, rank + 1,
                                                       'a' + to_file, to_rank + 1));
            }
        }
    }
    judge->man[file][rank] = man;
}

/* All moves of the position as text, in order of square; "pass" if none. */
static GPtrArray *judge_moves(struct judge *judge, const char *position)
{
    GPtrArray *moves = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) fields = g_strsplit(position, " ", -1);
    g_auto(GStrv) rows = g_strsplit(fields[0], "/", -1);
    judge->mover = atoi(fields[1]);
    for (int rank = 0; rank < judge->side; rank++) {
        for (int file = 0; file < judge->side; file++) {
            judge->man[file][rank] = rows[judge->side - 1 - rank][file];
        }
    }
    for (int file = 0; file < judge->side; file++) {
        for (int rank = 0; rank < judge->side; rank++) {
            if (judge->man[file][rank] == '0' + judge->mover) {
                judge_man(judge, file, rank, moves);
            }
        }
    }
    if (moves->len == 0) {
        g_ptr_array_add(moves, g_strdup("pass"));
    }
    return moves;
}

/* ---- random games ---- */

struct game_of_chance {
    struct setup setup;
    struct position now;
    struct move list[MOVES_MAX];
    size_t count;
};

/* Men spread over the board at random: positions that no opening leads to. */
static void scatter(struct game_of_chance *game, int side, GRand *chance)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < side * (side + 1) - 1; i++) {
        g_string_append_c(text, i % (side + 1) == side ? '/' : '.');
    }
    for (int player = 1; player <= game->setup.seats; player++) {
        for (int man = 0; man < 6; man++) {
            const int at = g_rand_int_range(chance, 0, (gint32)text->len);
            text->str[at] = (char)(text->str[at] == '.' ? '0' + player : text->str[at]);
        }
    }
    g_string_append_printf(text, " %d", g_rand_int_range(chance, 1, game->setup.seats + 1));
    struct scan scan = scan_over(text->str);
    struct note note = { .key = NULL };
    g_assert_true(halma->decode(&game->now, &game->setup, &scan, &note));
    g_string_free(text, TRUE);
}

static void expect_same(struct game_of_chance *game, struct judge *judge)
{
    g_autofree char *text = position_text(halma, &game->now);
    g_autoptr(GPtrArray) wanted = judge_moves(judge, text);
    game->count = halma->moves(&game->now, game->list, MOVES_MAX);
    if (halma->actor(&game->now) < 0) {
        return;
    }
    for (size_t i = 0; i < MAX(game->count, wanted->len); i++) {
        g_autofree char *found =
            i < game->count ? move_text(halma, &game->now, &game->list[i]) : NULL;
        const char *other = i < wanted->len ? g_ptr_array_index(wanted, i) : NULL;
        if (g_strcmp0(found, other) != 0) {
            g_error("%s: %s where the second judge has %s", text, found, other);
        }
    }
}

static void compare(const char *options, struct judge judge)
{
    g_autofree struct game_of_chance *game = g_new0(struct game_of_chance, 1);
    GRand *chance = g_rand_new_with_seed(7);
    struct note note = { .key = NULL };
    game->setup = setup_for(halma, options);
    judge.seats = game->setup.seats;
    g_assert_true(halma->setup(&game->now, &game->setup, &note));
    for (int ply = 0; ply < PLIES; ply++) {
        expect_same(game, &judge);
        if (game->count == 0) {
            break;
        }
        halma->apply(&game->now, &game->list[g_rand_int_range(chance, 0, (gint32)game->count)]);
    }
    for (int i = 0; i < PLIES; i++) {
        scatter(game, judge.side, chance);
        expect_same(game, &judge);
    }
    g_rand_free(chance);
}

static void second_judge_agrees(void)
{
    static const struct {
        int at;
        const char *options;
        struct judge judge;
    } rows[] = {
        ROW("vacate=0", { .side = 8, .lock = "hop" }),
        ROW("lock=end vacate=0", { .side = 8, .lock = "end" }),
        ROW("lock=off vacate=0", { .side = 8, .lock = "off" }),
        ROW("super=1 vacate=0", { .side = 8, .lock = "hop", .far = true }),
        ROW("super=1 lock=end vacate=0", { .side = 8, .lock = "end", .far = true }),
        ROW("noland=1 vacate=0", { .side = 8, .lock = "hop", .noland = true }),
        ROW("noreturn=1 vacate=0", { .side = 8, .lock = "hop", .noreturn = true }),
        ROW("players=4 vacate=0", { .side = 8, .lock = "hop" }),
        ROW("super=1 noland=1 players=4 vacate=0",
            { .side = 8, .lock = "hop", .far = true, .noland = true }),
        ROW("size=10 vacate=0", { .side = 10, .lock = "hop" }),
        ROW("size=10 super=1 vacate=0", { .side = 10, .lock = "hop", .far = true }),
        ROW("size=10 players=4 teams=1 vacate=0", { .side = 10, .lock = "hop" }),
        ROW("size=16", { .side = 16, .lock = "hop" }),
        ROW("size=16 super=1 lock=off", { .side = 16, .lock = "off", .far = true }),
        ROW("size=16 players=4 noreturn=1", { .side = 16, .lock = "hop", .noreturn = true }),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        row_begins(__FILE__, rows[i].at);
        compare(rows[i].options, rows[i].judge);
    }
}

/* ---- symmetry, men, identity ---- */

/* The board turned half round, colours changed: to the other player it is
 * the same position. */
static void turned_counts_alike(void)
{
    g_autofree struct game_of_chance *game = g_new0(struct game_of_chance, 1);
    GRand *chance = g_rand_new_with_seed(3);
    game->setup = setup_for(halma, "");
    for (int i = 0; i < 500; i++) {
        struct note note = { .key = NULL };
        scatter(game, 8, chance);
        g_autofree char *text = position_text(halma, &game->now);
        char *end = strchr(text, ' ');
        const size_t count = halma->moves(&game->now, game->list, MOVES_MAX);
        const char other = end[1] == '1' ? '2' : '1';
        *end = '\0';
        g_strreverse(text);
        for (char *c = text; *c != '\0'; c++) {
            *c = (char)(*c == '1' ? '2' : *c == '2' ? '1' : *c);
        }
        g_autofree char *turned = g_strdup_printf("%s %c", text, other);
        struct scan scan = scan_over(turned);
        g_assert_true(halma->decode(&game->now, &game->setup, &scan, &note));
        g_assert_cmpuint(halma->moves(&game->now, game->list, MOVES_MAX), ==, count);
    }
    g_rand_free(chance);
}

/* How many men each player has: "10 10 ". */
static char *men_of(const struct position *position, int seats)
{
    g_autofree char *text = position_text(halma, position);
    GString *men = g_string_new(NULL);
    *strchr(text, ' ') = '\0';
    for (int player = 1; player <= seats; player++) {
        int count = 0;
        for (const char *c = text; *c != '\0'; c++) {
            count += *c == '0' + player;
        }
        g_string_append_printf(men, "%d ", count);
    }
    return g_string_free(men, FALSE);
}

static void nobody_is_captured(void)
{
    g_autofree struct game_of_chance *game = g_new0(struct game_of_chance, 1);
    GRand *chance = g_rand_new_with_seed(5);
    struct note note = { .key = NULL };
    for (int walk = 0; walk < 50; walk++) {
        game->setup = setup_for(halma, walk % 2 == 0 ? "" : "players=4 vacate=0");
        g_assert_true(halma->setup(&game->now, &game->setup, &note));
        game->count = halma->moves(&game->now, game->list, MOVES_MAX);
        for (int ply = 0; ply < PLIES && game->count > 0; ply++) {
            halma->apply(&game->now, &game->list[g_rand_int_range(chance, 0, (gint32)game->count)]);
            g_autofree char *men = men_of(&game->now, game->setup.seats);
            g_assert_cmpstr(men, ==, walk % 2 == 0 ? "10 10 " : "6 6 6 6 ");
            game->count = halma->moves(&game->now, game->list, MOVES_MAX);
        }
    }
    g_rand_free(chance);
}

static void play(struct position *position, const char *text)
{
    struct scan scan = scan_over(text);
    struct note note = { .key = NULL };
    struct move move;
    g_assert_cmpint(halma->parse(position, &scan, &move, &note), ==, PARSED_MOVE);
    g_assert_true(halma->check(position, &move, &note));
    halma->apply(position, &move);
}

/* What repetition compares are men, seat to move and rules; moves made and
 * passes are counters. */
static void counters_are_no_identity(void)
{
    const struct setup setup = setup_for(halma, "");
    struct position start, now;
    struct note note = { .key = NULL };
    g_assert_true(halma->setup(&start, &setup, &note));
    now = start;
    play(&now, "e1-e2");
    g_assert_cmpint(memcmp(&start, &now, game_identity(halma)), !=, 0);
    play(&now, "d8-e8");
    play(&now, "e2-e1");
    g_assert_cmpint(memcmp(&start, &now, game_identity(halma)), !=, 0);
    play(&now, "e8-d8");
    g_assert_cmpint(memcmp(&start, &now, game_identity(halma)), ==, 0);
    g_assert_cmpint(memcmp(&start, &now, halma->size), !=, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    halma = game_named("halma");
    g_test_add_func("/halma/second-judge", second_judge_agrees);
    g_test_add_func("/halma/turned", turned_counts_alike);
    g_test_add_func("/halma/men", nobody_is_captured);
    g_test_add_func("/halma/identity", counters_are_no_identity);
    return g_test_run();
}
