/*
 * Chinese Checkers against a second judge (star-judge.h), over random games.
 *
 * Under each set of options games are played from the start and from
 * scattered positions, by players who lean towards their goals: whose turn,
 * position, moves and result must be the same at every ply. JUDGE_GAMES=N
 * plays N rounds of games. At the end every rule must have had its say.
 */
#include "games.h"
#include "row.h"
#include "star-setup.h"

enum {
    ROUNDS = 4, /* games of each kind */
    PLIES = 150,
    SCATTERED_PLIES = 40,
};

/* Where a game begins. */
enum kind { FROM_START, NEARLY_HOME, SCATTERED, BARE };

/* The games of a round. */
static const enum kind kinds[] = { FROM_START,  NEARLY_HOME, SCATTERED,
                                   NEARLY_HOME, BARE,        NEARLY_HOME };

static const struct game *star;

static const char *const option_sets[] = {
    "",
    "super=1",
    "lock=end",
    "lock=off",
    "lock=end super=1",
    "unused=filled",
    "unused=filled super=1",
    "antispoil=swaplast",
    "antispoil=swaplast super=1 lock=off",
    "antispoil=fill",
    "antispoil=fill fillmin=0",
    "antispoil=fill fillmin=9",
    "antispoil=none",
    "fillmin=0",
    "fillmin=9",
    "noland=1",
    "noreturn=1",
    "vacate=10",
    "players=3",
    "players=3 super=1",
    "players=3 rest=0 lock=off",
    "players=3 vacate=12 antispoil=none",
    "players=4",
    "players=4 unused=filled",
    "players=4 antispoil=fill",
    "players=4 teams=1",
    "players=4 teams=1 vacate=12 noreturn=1",
    "players=6",
    "players=6 rest=0",
    "players=6 super=1 lock=end",
    "players=6 antispoil=swaplast rest=0",
    "players=6 vacate=12",
    "players=6 teams=1",
    "players=6 teams=1 antispoil=fill fillmin=0",
    "players=6 teams=1 vacate=12 super=1",
    "players=3 sets=2",
    "players=3 sets=2 arrange=adjacent",
    "players=3 sets=2 turns=set",
    "players=3 sets=2 antispoil=fill",
    "players=3 sets=2 arrange=adjacent turns=set vacate=20 super=1",
    "sets=3",
    "sets=3 arrange=adjacent",
    "sets=3 turns=set",
    "sets=3 antispoil=swaplast lock=off",
    "sets=3 antispoil=fill fillmin=3 rest=0",
    "sets=3 arrange=adjacent turns=set noland=1 super=1",
    "sets=3 vacate=30 noreturn=1",
};

/* One game, played by both. */
struct walk {
    const char *options;
    struct setup setup;
    struct position now;
    struct star_judge judge;
    struct star_list list;
    struct move move[STAR_MOVES];
    GRand *chance;
};

static int between(struct walk *walk, int least, int most)
{
    return g_rand_int_range(walk->chance, least, most + 1);
}

/* ---- the judge alone ---- */

static guint64 count_turns(const struct star_judge *judge, int depth)
{
    struct star_judge now = *judge;
    struct star_list list;
    guint64 sum = 0;
    star_moves(&now, &list);
    for (int i = 0; i < list.count && depth > 1; i++) {
        struct star_judge next = now;
        star_play(&next, &list.move[i]);
        sum += count_turns(&next, depth - 1);
    }
    return depth > 1 ? sum : (guint64)list.count;
}

static void published_counts(void)
{
    static const struct {
        int at;
        const char *options;
        guint64 count[4];
    } rows[] = {
        ROW("", { 14, 196, 4760, 115600 }),
        ROW("players=3", { 14, 196, 2744 }),
        ROW("players=4", { 14, 196, 2758 }),
        ROW("players=6", { 14, 197, 2772 }),
        ROW("players=6 rest=0", { 14, 199, 2828, 40189 }),
        ROW("super=1", { 14, 196, 5348 }),
        ROW("players=3 sets=2", { 28, 786, 22120 }),
        ROW("sets=3", { 42, 1770 }),
        ROW("unused=filled", { 14, 196, 4648 }),
    };
    struct star_counts counts;
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        row_begins(__FILE__, rows[i].at);
        const struct star_judge judge = star_begin(rows[i].options, &counts);
        for (int depth = 1; depth <= 4 && rows[i].count[depth - 1] > 0; depth++) {
            g_assert_cmpuint(count_turns(&judge, depth), ==, rows[i].count[depth - 1]);
        }
    }
}

/* ---- both say the same ---- */

static void complain(const struct walk *walk, const char *what, const char *found,
                     const char *wanted)
{
    g_autofree char *position = star_position_text(&walk->judge);
    g_error("\"%s\", %s: %s %s where the second judge has %s", walk->options, position, what, found,
            wanted);
}

static void expect(const struct walk *walk, const char *what, const char *found, const char *wanted)
{
    if (g_strcmp0(found, wanted) != 0) {
        complain(walk, what, found, wanted);
    }
}

static char *result_text(bool over, const int *place, int players, const char *key)
{
    GString *text = g_string_new(over ? key : "none");
    for (int player = 0; player < players; player++) {
        g_string_append_printf(text, " %d", place[player]);
    }
    return g_string_free(text, FALSE);
}

static void expect_same_result(const struct walk *walk)
{
    struct result result;
    int found[SEATS_MAX], wanted[SEATS_MAX];
    star->result(&walk->now, &result);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        found[seat] = result.place[seat];
        wanted[seat] = star_place(&walk->judge, seat + 1);
    }
    g_autofree char *one = result_text(result.over, found, walk->judge.players, result.ending.key);
    g_autofree char *other =
        result_text(walk->judge.ended != NULL, wanted, walk->judge.players, walk->judge.ended);
    expect(walk, "result", one, other);
}

static void expect_same_moves(struct walk *walk)
{
    const int count = (int)star->moves(&walk->now, walk->move, STAR_MOVES);
    for (int i = 0; i < MAX(count, walk->list.count); i++) {
        g_autofree char *found =
            i < count ? move_text(star, &walk->now, &walk->move[i]) : g_strdup("none");
        g_autofree char *wanted =
            i < walk->list.count ? star_move_text(&walk->list.move[i]) : g_strdup("none");
        expect(walk, "move", found, wanted);
    }
}

static void expect_same(struct walk *walk)
{
    const struct star_judge *judge = &walk->judge;
    const int actor = judge->ended != NULL ? -1 : star_mover(judge) - 1;
    g_autofree char *found = position_text(star, &walk->now);
    g_autofree char *wanted = star_position_text(judge);
    g_autofree char *acts = g_strdup_printf("%d", star->actor(&walk->now));
    g_autofree char *should = g_strdup_printf("%d", actor);
    expect(walk, "position", found, wanted);
    expect(walk, "seat", acts, should);
    expect_same_result(walk);
    expect_same_moves(walk);
}

static struct hole any_hole(struct walk *walk)
{
    struct hole at;
    do {
        at = (struct hole){ between(walk, 0, STAR_ROWS - 1), between(walk, 1, STAR_NUMBERS - 1) };
    } while (!star_on_board(at));
    return at;
}

/* A move from anywhere to anywhere, as text: legal if and only if it is listed. */
static void expect_same_verdict(struct walk *walk)
{
    const struct star_move any = { .from = any_hole(walk), .to = any_hole(walk) };
    g_autofree char *text = star_move_text(&any);
    struct scan scan = scan_over(text);
    struct note note = { .key = NULL };
    struct move move;
    bool listed = false;
    for (int i = 0; i < walk->list.count; i++) {
        listed |= star_same(walk->list.move[i].from, any.from) &&
                  star_same(walk->list.move[i].to, any.to) && !walk->list.move[i].pass;
    }
    const bool fine = star->parse(&walk->now, &scan, &move, &note) == PARSED_MOVE &&
                      star->check(&walk->now, &move, &note);
    expect(walk, text, fine ? "legal" : note.key, listed ? "legal" : fine ? "illegal" : note.key);
}

/* ---- positions to begin from ---- */

static void put_pegs(struct walk *walk, int set, int pegs)
{
    for (int i = 0; i < pegs; i++) {
        struct hole at;
        do {
            at = any_hole(walk);
        } while (star_peg(&walk->judge, at) != '.');
        walk->judge.peg[at.row][at.number] = (char)('0' + set);
    }
}

/* Half of the goal's holes or more get own pegs, but not all. */
static int fill_goal(struct walk *walk, int set)
{
    struct star_judge *judge = &walk->judge;
    const int often = between(walk, 5, 9);
    int inside = 0;
    for (struct hole at = star_before; star_next(&at);) {
        if (star_triangle(at) == star_opposite(set) && star_peg(judge, at) == '.' &&
            between(walk, 1, 10) <= often && inside < STAR_PEGS - 1) {
            judge->peg[at.row][at.number] = (char)('0' + set);
            inside++;
        }
    }
    return inside;
}

/* A set that has pegs left, or any. */
static int some_set(struct walk *walk, const int *left)
{
    int set = between(walk, 1, STAR_SETS);
    for (int tries = 0; tries < STAR_SETS && left[set] <= 0; tries++) {
        set = set % STAR_SETS + 1;
    }
    return set;
}

/* The holes that goals have free go to anybody, but for one or two. */
static void put_blockers(struct walk *walk, int *left)
{
    for (struct hole at = star_before; star_next(&at);) {
        const int triangle = star_triangle(at), set = some_set(walk, left);
        if (triangle != 0 && walk->judge.owner[star_opposite(triangle)] != 0 && left[set] > 0 &&
            star_peg(&walk->judge, at) == '.' && between(walk, 1, 12) > 1) {
            walk->judge.peg[at.row][at.number] = (char)('0' + set);
            left[set]--;
        }
    }
}

static void clear_pegs(struct star_judge *judge)
{
    for (struct hole at = star_before; star_next(&at);) {
        if (star_peg(judge, at) != '0') {
            judge->peg[at.row][at.number] = '.';
        }
    }
}

static void spread_pegs(struct walk *walk, enum kind kind)
{
    struct star_judge *judge = &walk->judge;
    int left[STAR_SETS + 1] = { 0 };
    clear_pegs(judge);
    for (int set = 1; set <= STAR_SETS; set++) {
        if (judge->owner[set] != 0 && !star_is_out(judge, judge->owner[set])) {
            left[set] = kind == BARE        ? between(walk, 0, 2)
                        : kind == SCATTERED ? between(walk, 5, STAR_PEGS)
                                            : STAR_PEGS;
            left[set] -= kind == NEARLY_HOME && between(walk, 1, 4) > 1 ? fill_goal(walk, set) : 0;
        }
    }
    if (kind == NEARLY_HOME) {
        put_blockers(walk, left);
    }
    for (int set = 1; set <= STAR_SETS; set++) {
        put_pegs(walk, set, left[set]);
    }
}

/* A made-up position: somebody may be out, or its end may have come already. */
static void begin_elsewhere(struct walk *walk, enum kind kind)
{
    struct star_judge *judge = &walk->judge;
    struct note note = { .key = NULL };
    if (judge->players > 2 && between(walk, 1, 4) == 1) {
        star_leave(judge, between(walk, 1, judge->players));
    }
    for (int player = 1; player <= judge->players; player++) {
        judge->made[player] = between(walk, 0, judge->vacate);
    }
    for (int i = between(walk, 0, 5); i > 0; i--) {
        star_next_turn(judge);
    }
    spread_pegs(walk, kind);
    g_autofree char *text = star_position_text(judge);
    struct scan scan = scan_over(text);
    if (!star->decode(&walk->now, &walk->setup, &scan, &note)) {
        complain(walk, "position is refused:", note.key, "one");
    }
    star_won(judge);
}

/* ---- games ---- */

/* By how much the move brings a peg nearer to the far corner of its goal. */
static int gain(const struct star_judge *judge, const struct star_move *move)
{
    const struct hole tip = star_tip(star_opposite(star_peg(judge, move->from) - '0'));
    return star_distance(move->from, tip) - star_distance(move->to, tip) +
           (star_peg(judge, move->to) != '.' ? 3 : 0);
}

/* The best of some moves taken at random. */
static int choose(struct walk *walk, int tries)
{
    int best = between(walk, 0, walk->list.count - 1);
    for (int i = 1; i < tries && !walk->list.move[best].pass; i++) {
        const int other = between(walk, 0, walk->list.count - 1);
        if (gain(&walk->judge, &walk->list.move[other]) >
            gain(&walk->judge, &walk->list.move[best])) {
            best = other;
        }
    }
    return best;
}

static void play_game(struct walk *walk, enum kind kind)
{
    static const int tries[] = { 1, 4, 12 };
    const int leaning = tries[between(walk, 0, 2)];
    for (int ply = kind == FROM_START ? PLIES : SCATTERED_PLIES; ply > 0; ply--) {
        star_moves(&walk->judge, &walk->list);
        expect_same(walk);
        expect_same_verdict(walk);
        if (walk->judge.ended != NULL) {
            return;
        }
        const int chosen = choose(walk, leaning);
        star_play(&walk->judge, &walk->list.move[chosen]);
        star->apply(&walk->now, &walk->move[chosen]);
        if (between(walk, 1, PLIES) == 1) {
            const int player = between(walk, 1, walk->judge.players);
            star_leave(&walk->judge, player);
            star->leave(&walk->now, player - 1);
        }
    }
}

static void walk_all(struct star_counts *counts, int rounds)
{
    struct walk *walk = g_new0(struct walk, 1);
    walk->chance = g_rand_new_with_seed(11);
    for (size_t i = 0; i < G_N_ELEMENTS(option_sets); i++) {
        walk->options = option_sets[i];
        walk->setup = setup_for(star, option_sets[i]);
        for (int game = 0; game < rounds * (int)G_N_ELEMENTS(kinds); game++) {
            const enum kind kind = kinds[game % (int)G_N_ELEMENTS(kinds)];
            struct note note = { .key = NULL };
            walk->judge = star_begin(walk->options, counts);
            g_assert_true(star->setup(&walk->now, &walk->setup, &note));
            if (kind != FROM_START) {
                begin_elsewhere(walk, kind);
            }
            play_game(walk, kind);
        }
    }
    g_rand_free(walk->chance);
    g_free(walk);
}

static void games_agree(void)
{
    const char *wanted = g_getenv("JUDGE_GAMES");
    struct star_counts counts = { 0 };
    walk_all(&counts, wanted == NULL ? ROUNDS : atoi(wanted));
    const struct {
        const char *rule;
        int times;
    } rules[] = {
        { "lock", counts.locked },
        { "rest", counts.unrested },
        { "own start", counts.unlanded },
        { "long hop", counts.long_hops },
        { "through the origin", counts.through_origin },
        { "over a neutral peg", counts.neutral_hops },
        { "swap", counts.swaps },
        { "swap within the goal", counts.swaps_inside },
        { "swap after hops", counts.swaps_by_chain },
        { "swap played", counts.swaps_played },
        { "pass", counts.passes },
        { "out", counts.out },
        { "home", counts.home },
        { "filled", counts.filled },
        { "vacate", counts.vacate },
        { "last", counts.last },
        { "passed", counts.passed },
        { "won by another", counts.won_by_other },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rules); i++) {
        g_test_message("%s: %d", rules[i].rule, rules[i].times);
        g_assert_cmpint(rules[i].times, >, 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    star = game_named("chinesecheckers");
    g_test_add_func("/chinesecheckers/second-judge/counts", published_counts);
    g_test_add_func("/chinesecheckers/second-judge/games", games_agree);
    return g_test_run();
}
