/*
 * emergo-bout.h: two cores of Emergo side by side.
 *
 * The one in games/ and the slow one of emergo-judge.h play the same moves.
 * After each they must agree on the list of moves, on whose turn it is, on the
 * result with its places, and on the position text; and no man is ever lost,
 * nor a piece of another shape than E4's. The first disagreement ends the test
 * and prints both positions, the options and the seed.
 */
#ifndef POSTMOVE_TEST_EMERGO_BOUT_H
#define POSTMOVE_TEST_EMERGO_BOUT_H

#include "emergo-judge.h"
#include "games.h"

/* Options, as the registry reads them and as the judge does. */
struct option_set {
    const char *name, *options;
    struct judge_rules rules;
};

/* What was met on the way. */
struct met {
    guint64 positions, captures, returns, twice, shadows, feeding, free, stuck, bare;
    int jumps; /* of the longest capture */
};

struct bout {
    const struct game *game;
    const struct option_set *set;
    struct setup setup;
    struct position position;
    struct move move[JUDGE_MOVES]; /* of the core in games/, in the order of `list` */
    struct judge judge;
    struct judge_list list;
    int men[2]; /* of White and Black, when the bout began */
    GRand *chance;
    guint32 seed;
    int ply;
    struct met met;
};

#include "bout.h"

/* ---- comparing ---- */

struct printed {
    struct judge_move text;
    struct move move;
};

static inline int by_printed(const void *one, const void *other)
{
    const struct printed *a = one, *b = other;
    return strcmp(a->text.text, b->text.text);
}

/* The moves of the core, in C order of their text; the number of them. */
static inline int core_moves(const struct game *game, const struct position *position,
                             struct printed *printed)
{
    struct move moves[JUDGE_MOVES];
    size_t count = game->moves(position, moves, JUDGE_MOVES);
    g_assert_cmpuint(count, <=, JUDGE_MOVES);
    for (size_t i = 0; i < count; i++) {
        struct text text = text_in(printed[i].text.text, sizeof printed[i].text.text);
        game->print(position, &moves[i], &text);
        g_assert_false(text.cut);
        printed[i].move = moves[i];
    }
    qsort(printed, count, sizeof *printed, by_printed);
    return (int)count;
}

static inline void compare_moves(struct bout *bout)
{
    struct printed printed[JUDGE_MOVES];
    int count = core_moves(bout->game, &bout->position, printed);
    judge_moves(&bout->judge, &bout->list);
    for (int i = 0; i < MAX(count, bout->list.count); i++) {
        const char *core = i < count ? printed[i].text.text : "none";
        const char *judge = i < bout->list.count ? bout->list.move[i].text : "none";
        if (strcmp(core, judge) != 0) {
            g_autofree char *what =
                g_strdup_printf("the game has %s where the judge has %s", core, judge);
            disagree(bout, what);
        }
        bout->move[i] = printed[i].move;
    }
}

static inline int place_in(char result, char colour)
{
    return result == '.' ? 0 : result == '=' || result == colour ? 1 : 2;
}

static inline void compare_result(const struct bout *bout)
{
    char judged = judge_result(&bout->judge, &bout->list);
    int actor = judged != '.' ? -1 : bout->judge.mover == 'O' ? 0 : 1;
    struct result result;
    bout->game->result(&bout->position, &result);
    if (result.over != (judged != '.') || result.drawn != (judged == '=') ||
        result.place[0] != place_in(judged, 'O') || result.place[1] != place_in(judged, 'X')) {
        g_autofree char *what = g_strdup_printf("places %d and %d where the judge says %c",
                                                result.place[0], result.place[1], judged);
        disagree(bout, what);
    }
    if (bout->game->actor(&bout->position) != actor || !game_between(bout->game, &bout->position)) {
        disagree(bout, "whose turn it is");
    }
}

static inline void compare_text(const struct bout *bout)
{
    char judge[JUDGE_TEXT];
    g_autofree char *core = position_text(bout->game, &bout->position);
    judge_text(&bout->judge, judge);
    if (strcmp(core, judge) != 0) {
        disagree(bout, "position text");
    }
}

/* E4, and that captures take no man off the board. */
static inline void men_are_kept(const struct bout *bout)
{
    const struct judge *judge = &bout->judge;
    struct judge_point point = { 0, -1 };
    while (next_point(judge, &point)) {
        g_assert_true(piece_fits(judge->piece[point.row][point.column]));
    }
    g_assert_cmpint(men_on_board(judge, 'O') + in_hand(judge, 'O'), ==, bout->men[0]);
    g_assert_cmpint(men_on_board(judge, 'X') + in_hand(judge, 'X'), ==, bout->men[1]);
}

/* True if a capture jumps over a square more than once. */
static inline bool jumps_twice(const char *move)
{
    size_t length = strlen(move);
    for (size_t i = 0; i + 3 < length; i += 3) {
        for (size_t j = i + 3; j + 3 < length; j += 3) {
            if (move[i] + move[i + 3] == move[j] + move[j + 3] &&
                move[i + 1] + move[i + 4] == move[j + 1] + move[j + 4]) {
                return true;
            }
        }
    }
    return false;
}

/* What kind of position this is: a test that never meets a kind says nothing of it. */
static inline void count_kinds(struct bout *bout)
{
    const struct judge *judge = &bout->judge;
    const char *first = bout->list.move[0].text;
    int squares = judge->rules.size == 9 ? 41 : 25;
    bool none = bout->list.count == 0, captures = !none && first[2] == 'x';
    bool enters = !none && first[2] == '\0';
    struct judge_point point = { 0, -1 };
    while (next_point(judge, &point)) {
        squares -= !vacant(judge, point);
    }
    bout->met.captures += captures;
    if (captures) {
        bout->met.jumps = MAX(bout->met.jumps, (int)strlen(first) / 3);
    }
    for (int i = 0; captures && i < bout->list.count; i++) {
        const char *move = bout->list.move[i].text;
        bout->met.returns += strncmp(move, move + strlen(move) - 2, 2) == 0;
        bout->met.twice += jumps_twice(move);
    }
    bout->met.shadows +=
        enters && in_hand(judge, enemy_of(judge->mover)) == 0 && in_hand(judge, judge->mover) > 1;
    bout->met.feeding += enters && !centre_barred(judge) && bout->list.count < squares;
    bout->met.free += enters && can_capture(judge, enemy_of(judge->mover));
    bout->met.stuck += none && alive(judge, judge->mover);
    bout->met.bare += none && !alive(judge, judge->mover);
}

static inline void compare(struct bout *bout)
{
    compare_moves(bout);
    compare_result(bout);
    compare_text(bout);
    men_are_kept(bout);
    count_kinds(bout);
    bout->met.positions++;
}

/* ---- beginning and playing ---- */

/* A bout without a source of chance, for positions set up by hand. Free with bout_free. */
static inline struct bout *bout_new(const struct option_set *set)
{
    struct bout *bout = g_new0(struct bout, 1);
    bout->game = game_named("emergo");
    bout->set = set;
    bout->setup = setup_for(bout->game, set->options);
    return bout;
}

static inline void bout_free(struct bout *bout)
{
    g_test_message(
        "%" G_GUINT64_FORMAT " positions, %" G_GUINT64_FORMAT
        " with captures (of %d jumps at most, %" G_GUINT64_FORMAT " come back, %" G_GUINT64_FORMAT
        " jump a piece twice), %" G_GUINT64_FORMAT " shadowpieces, %" G_GUINT64_FORMAT
        " where entries would feed, %" G_GUINT64_FORMAT " where they may, %" G_GUINT64_FORMAT
        " stuck, %" G_GUINT64_FORMAT " without men",
        bout->met.positions, bout->met.captures, bout->met.jumps, bout->met.returns,
        bout->met.twice, bout->met.shadows, bout->met.feeding, bout->met.free, bout->met.stuck,
        bout->met.bare);
    g_clear_pointer(&bout->chance, g_rand_free);
    g_free(bout);
}

typedef struct bout Bout;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bout, bout_free)

static inline void bout_count_men(struct bout *bout)
{
    bout->men[0] = men_on_board(&bout->judge, 'O') + in_hand(&bout->judge, 'O');
    bout->men[1] = men_on_board(&bout->judge, 'X') + in_hand(&bout->judge, 'X');
}

/* bout_start, and bout_decode, with the men there are. */
static inline void bout_begin(struct bout *bout)
{
    bout_start(bout);
    bout_count_men(bout);
}

static inline void bout_resume(struct bout *bout)
{
    bout_decode(bout);
    bout_count_men(bout);
}

/* Both cores play the move at `index` of the list. */
static inline void bout_turn(struct bout *bout, int index)
{
    judge_play(&bout->judge, bout->list.move[index].text);
    bout->game->apply(&bout->position, &bout->move[index]);
    compare(bout);
}

/* Plays on at random, to the end or so far. */
static inline void bout_play(struct bout *bout, int plies)
{
    compare(bout);
    for (; bout->ply < plies && bout->list.count > 0; bout->ply++) {
        bout_turn(bout, g_rand_int_range(bout->chance, 0, bout->list.count));
    }
}

/* ---- scattered pieces ---- */

/* Men of a colour that are nowhere yet. */
static inline int men_left(const struct judge *judge, char colour)
{
    return men_each(&judge->rules) - men_on_board(judge, colour) - in_hand(judge, colour);
}

/* A piece of a random height on a vacant square, as far as the men go. */
static inline void put_piece(struct judge *judge, struct judge_point point, char colour,
                             GRand *chance)
{
    static const int caps[] = { 1, 1, 1, 1, 2, 2, 3, 5 };
    static const int prisoners[] = { 0, 0, 0, 0, 0, 1, 1, 2, 4 };
    int cap = caps[g_rand_int_range(chance, 0, G_N_ELEMENTS(caps))];
    int below = prisoners[g_rand_int_range(chance, 0, G_N_ELEMENTS(prisoners))];
    cap = MIN(cap, men_left(judge, colour));
    below = cap > 0 ? MIN(below, men_left(judge, enemy_of(colour))) : 0;
    if (vacant(judge, point) && cap > 0) {
        char *men = piece_at(judge, point);
        memset(men, colour, (size_t)cap);
        memset(men + cap, enemy_of(colour), (size_t)below);
        men[cap + below] = '\0';
    }
}

static inline struct judge_point random_point(const struct judge *judge, GRand *chance)
{
    struct judge_point point;
    do {
        point.row = g_rand_int_range(chance, 0, JUDGE_SIDE);
        point.column = g_rand_int_range(chance, 0, JUDGE_SIDE);
    } while (!on_board(judge, point));
    return point;
}

/* Pieces anywhere. */
static inline void scatter_anywhere(struct judge *judge, GRand *chance)
{
    int pieces = g_rand_int_range(chance, 1, JUDGE_MEN);
    for (int i = 0; i < pieces; i++) {
        put_piece(judge, random_point(judge, chance), g_rand_boolean(chance) ? 'O' : 'X', chance);
    }
}

/* Enemies where a piece of the mover finds a vacant square behind each; as
 * often as not four of them stand around a square, and it may go round them. */
static inline void scatter_orchard(struct judge *judge, GRand *chance)
{
    struct judge_point from = random_point(judge, chance), point;
    char enemy = enemy_of(judge->mover);
    put_piece(judge, from, judge->mover, chance);
    for (int way = 0, around = g_rand_int_range(chance, 0, 8); around < 4 && way < 4; way++) {
        point = beside(beside(from, around), (around + 1) % 4);
        put_piece(judge, beside(point, way), enemy, chance);
    }
    for (int i = 0; i < 60; i++) {
        point = random_point(judge, chance);
        if (((point.row - from.row) & 1) != ((point.column - from.column) & 1)) {
            put_piece(judge, point, enemy, chance);
        }
    }
}

/* Enemies all around a few pieces of the mover, two deep. */
static inline void scatter_siege(struct judge *judge, GRand *chance)
{
    static const int pieces[] = { 0, 1, 1, 1, 2, 2 };
    int count = pieces[g_rand_int_range(chance, 0, G_N_ELEMENTS(pieces))];
    for (int i = 0; i < count; i++) {
        struct judge_point point = random_point(judge, chance);
        put_piece(judge, point, judge->mover, chance);
        for (int way = 0; way < 4; way++) {
            put_piece(judge, beside(point, way), enemy_of(judge->mover), chance);
            put_piece(judge, beside(beside(point, way), way), enemy_of(judge->mover), chance);
        }
    }
}

/* All men in hand, some, or none. */
static inline int random_hand(int left, GRand *chance)
{
    int kind = g_rand_int_range(chance, 0, 3);
    return kind == 0 || left == 0 ? 0 : kind == 1 ? left : g_rand_int_range(chance, 0, left);
}

/* A position that random play seldom reaches. Once in a while a player has men
 * in hand alone, or none at all. */
static inline void scatter(struct judge *judge, const struct judge_rules *rules, GRand *chance)
{
    static void (*const kinds[])(struct judge *, GRand *) = { scatter_anywhere, scatter_orchard,
                                                              scatter_siege };
    int kind = g_rand_int_range(chance, 0, G_N_ELEMENTS(kinds));
    *judge = (struct judge){ .rules = *rules, .mover = g_rand_boolean(chance) ? 'O' : 'X' };
    kinds[kind](judge, chance);
    if (!rules->setup) {
        judge->white_hand = random_hand(men_left(judge, 'O'), chance);
        judge->black_hand = random_hand(men_left(judge, 'X'), chance);
    }
}

#endif
