/*
 * star-judge.h: a second judge of Chinese Checkers.
 *
 * Slow and plain, written from the rules alone: holes are rows and numbers, every rule is
 * tested where it applies, nothing is remembered. It plays a whole game: moves, swaps, whose
 * turn it is, who is out, who has won.
 *
 * A set is the triangle it starts in; its goal is the opposite one.
 */
#ifndef POSTMOVE_TEST_STAR_JUDGE_H
#define POSTMOVE_TEST_STAR_JUDGE_H

#include <string.h>

#include "star-board.h"

enum {
    STAR_SETS = 6,
    STAR_PEGS = 10,
    STAR_MOVES = 2048,
};

struct star_move {
    struct hole from, to;
    bool pass;
};

struct star_list {
    int count;
    struct star_move move[STAR_MOVES];
};

/* How often each rule applied. */
struct star_counts {
    int locked, unrested, unlanded, long_hops, through_origin;
    int swaps, swaps_inside, swaps_by_chain, swaps_played, neutral_hops;
    int passes, out, home, filled, vacate, last, passed, won_by_other;
};

struct star_judge {
    int players, fillmin, vacate;
    bool by_set, far, rest, filled, noland, noreturn, teams;
    char lock;                         /* hop, end or off: its first letter */
    char antispoil;                    /* swap, fill or none: its first letter; l: swaplast */
    int owner[STAR_SETS + 1];          /* the player of each set, from 1; 0: none */
    char peg[STAR_ROWS][STAR_NUMBERS]; /* '.', a set's digit, '0' neutral */
    int turn;                          /* player to move, or set */
    int made[STAR_SETS + 1], passes;   /* by player */
    int out[STAR_SETS], outs;          /* players in the order they left */
    const char *ended;                 /* how it ended; NULL: it goes on */
    int winner;                        /* a player of the side that has won, or 0 */
    struct star_counts *counts;        /* borrowed */
};

static inline char star_peg(const struct star_judge *judge, struct hole at)
{
    return judge->peg[at.row][at.number];
}

/* ---- players and sides ---- */

static inline int star_side(const struct star_judge *judge, int player)
{
    return judge->teams ? (player - 1) % (judge->players / 2) : player - 1;
}

static inline int star_sides(const struct star_judge *judge)
{
    return judge->teams ? judge->players / 2 : judge->players;
}

static inline bool star_is_out(const struct star_judge *judge, int player)
{
    for (int i = 0; i < judge->outs; i++) {
        if (judge->out[i] == player) {
            return true;
        }
    }
    return false;
}

static inline int star_mover(const struct star_judge *judge)
{
    return judge->by_set ? judge->owner[judge->turn] : judge->turn;
}

static inline int star_turns(const struct star_judge *judge)
{
    return judge->by_set ? STAR_SETS : judge->players;
}

static inline bool star_turn_is_out(const struct star_judge *judge, int turn)
{
    return star_is_out(judge, judge->by_set ? judge->owner[turn] : turn);
}

/* True if the peg of that character belongs to an opponent of the set's owner. */
static inline bool star_opposing(const struct star_judge *judge, int set, char peg)
{
    return peg > '0' &&
           star_side(judge, judge->owner[peg - '0']) != star_side(judge, judge->owner[set]);
}

/* ---- goals ---- */

/* How many holes of the set's goal have own pegs; *full: all others have opposing ones. */
static inline int star_own_in_goal(const struct star_judge *judge, int set, bool *full)
{
    int own = 0;
    *full = true;
    for (struct hole at = star_before; star_next(&at);) {
        if (star_triangle(at) == star_opposite(set)) {
            own += star_peg(judge, at) == '0' + set;
            *full &=
                star_peg(judge, at) == '0' + set || star_opposing(judge, set, star_peg(judge, at));
        }
    }
    return own;
}

static inline bool star_full(const struct star_judge *judge, int set)
{
    bool full;
    const int own = star_own_in_goal(judge, set, &full);
    return full && own >= (judge->fillmin == 0 ? STAR_PEGS / 2 + 1 : judge->fillmin);
}

static inline int star_pegs_of(const struct star_judge *judge, int set)
{
    int pegs = 0;
    for (struct hole at = star_before; star_next(&at);) {
        pegs += star_peg(judge, at) == '0' + set;
    }
    return pegs;
}

static inline bool star_entitled(const struct star_judge *judge, int set)
{
    bool full;
    if (judge->antispoil == 'l') {
        return star_pegs_of(judge, set) - star_own_in_goal(judge, set, &full) == 1;
    }
    return judge->antispoil == 's' && star_full(judge, set);
}

static inline bool star_set_home(const struct star_judge *judge, int set)
{
    bool full;
    return star_own_in_goal(judge, set, &full) == STAR_PEGS;
}

/* ---- moves ---- */

/* The holes that one peg can reach; the peg is off the board meanwhile. */
struct star_reach {
    int set;
    struct hole from;
    bool swaps;
    bool landed[2][STAR_ROWS][STAR_NUMBERS]; /* [1]: the goal was entered on the way */
    bool swapped[STAR_ROWS][STAR_NUMBERS];
    bool first_hop[STAR_ROWS][STAR_NUMBERS];
};

static inline bool star_may_swap(const struct star_judge *judge, const struct star_reach *reach,
                                 struct hole to)
{
    return reach->swaps && star_triangle(to) == star_opposite(reach->set) &&
           star_opposing(judge, reach->set, star_peg(judge, to));
}

/* True if one jump of that half length leaves `at` that way, over one peg in the middle. */
static inline bool star_hops(const struct star_judge *judge, struct hole at, struct hole way,
                             int half)
{
    for (int i = 1; i < 2 * half; i++) {
        const bool peg = star_peg(judge, star_off(at, way, i)) != '.';
        if (peg != (i == half)) {
            return false;
        }
    }
    return true;
}

static inline void star_follow(struct star_judge *judge, struct star_reach *reach, struct hole at,
                               bool was_in_goal, int hops);

static inline void star_land(struct star_judge *judge, struct star_reach *reach, struct hole to,
                             bool was_in_goal, int hops)
{
    const bool inside = star_triangle(to) == star_opposite(reach->set);
    if (was_in_goal && !inside && judge->lock == 'h') {
        judge->counts->locked++;
        return;
    }
    if (hops == 1) {
        reach->first_hop[to.row][to.number] = true;
    }
    if (star_peg(judge, to) == '.') {
        star_follow(judge, reach, to, was_in_goal || inside, hops);
    } else if (star_may_swap(judge, reach, to)) {
        reach->swapped[to.row][to.number] = true;
    }
}

static inline void star_follow(struct star_judge *judge, struct star_reach *reach, struct hole at,
                               bool was_in_goal, int hops)
{
    if (reach->landed[was_in_goal][at.row][at.number]) {
        return;
    }
    reach->landed[was_in_goal][at.row][at.number] = true;
    judge->counts->through_origin += hops > 0 && star_same(at, reach->from);
    for (size_t way = 0; way < G_N_ELEMENTS(star_ways); way++) {
        for (int half = 1; half <= (judge->far ? STAR_ROWS / 2 : 1); half++) {
            const struct hole to = star_off(at, star_ways[way], 2 * half);
            if (!star_on_board(to)) {
                break;
            }
            if (star_hops(judge, at, star_ways[way], half)) {
                judge->counts->long_hops += half > 1;
                judge->counts->neutral_hops +=
                    star_peg(judge, star_off(at, star_ways[way], half)) == '0';
                star_land(judge, reach, to, was_in_goal, hops + 1);
            }
        }
    }
}

static inline bool star_reached(const struct star_judge *judge, const struct star_reach *reach,
                                struct hole to)
{
    if (star_peg(judge, to) != '.' && !star_may_swap(judge, reach, to)) {
        return false;
    }
    return star_distance(reach->from, to) == 1 || reach->landed[0][to.row][to.number] ||
           reach->landed[1][to.row][to.number] || reach->swapped[to.row][to.number];
}

static inline bool star_foreign(const struct star_judge *judge, int set, int triangle)
{
    const int me = judge->owner[set], start = judge->owner[triangle],
              goal = triangle == 0 ? 0 : judge->owner[star_opposite(triangle)];
    return triangle != 0 && triangle != set && triangle != star_opposite(set) &&
           ((start != 0 && start != me) || (goal != 0 && goal != me));
}

/* True if a peg may end its move there, if it gets there. */
static inline bool star_may_end(struct star_judge *judge, const struct star_reach *reach,
                                struct hole to)
{
    const int triangle = star_triangle(to), came = star_triangle(reach->from);
    if (judge->lock != 'o' && came == star_opposite(reach->set) && triangle != came) {
        judge->counts->locked++;
        return false;
    }
    if (judge->rest && star_foreign(judge, reach->set, triangle)) {
        judge->counts->unrested++;
        return false;
    }
    if (triangle == reach->set && (judge->noland || (judge->noreturn && came != triangle))) {
        judge->counts->unlanded++;
        return false;
    }
    return true;
}

static inline void star_count_swap(struct star_judge *judge, const struct star_reach *reach,
                                   struct hole to)
{
    if (star_peg(judge, to) != '.') {
        judge->counts->swaps++;
        judge->counts->swaps_inside += star_triangle(reach->from) == star_opposite(reach->set);
        judge->counts->swaps_by_chain +=
            star_distance(reach->from, to) > 1 && !reach->first_hop[to.row][to.number];
    }
}

static inline void star_moves_of(struct star_judge *judge, int set, struct hole from,
                                 struct star_list *list)
{
    struct star_reach reach = { .set = set, .from = from, .swaps = star_entitled(judge, set) };
    judge->peg[from.row][from.number] = '.';
    star_follow(judge, &reach, from, star_triangle(from) == star_opposite(set), 0);
    for (struct hole to = star_before; star_next(&to);) {
        if (!star_same(from, to) && star_reached(judge, &reach, to) &&
            star_may_end(judge, &reach, to)) {
            g_assert_cmpint(list->count, <, STAR_MOVES);
            star_count_swap(judge, &reach, to);
            list->move[list->count++] = (struct star_move){ .from = from, .to = to };
        }
    }
    judge->peg[from.row][from.number] = (char)('0' + set);
}

/* All moves, by origin, then destination; a pass if there are none, nothing if the game is
 * over. */
static inline void star_moves(struct star_judge *judge, struct star_list *list)
{
    list->count = 0;
    for (struct hole at = star_before; judge->ended == NULL && star_next(&at);) {
        const int set = star_peg(judge, at) - '0';
        if (set > 0 && (judge->by_set ? set == judge->turn : judge->owner[set] == judge->turn)) {
            star_moves_of(judge, set, at, list);
        }
    }
    if (judge->ended == NULL && list->count == 0) {
        list->move[list->count++] = (struct star_move){ .pass = true };
    }
}

/* ---- after a move ---- */

/* True if every set of the player's side is home, or its goal full. */
static inline bool star_side_done(const struct star_judge *judge, int player, bool by_fill)
{
    for (int set = 1; set <= STAR_SETS; set++) {
        if (judge->owner[set] != 0 &&
            star_side(judge, judge->owner[set]) == star_side(judge, player) &&
            !star_set_home(judge, set) && !(by_fill && star_full(judge, set))) {
            return false;
        }
    }
    return true;
}

static inline bool star_won(struct star_judge *judge)
{
    for (int i = 0; i < judge->players; i++) {
        const int player = (star_mover(judge) - 1 + i) % judge->players + 1;
        if (star_is_out(judge, player) || !star_side_done(judge, player, judge->antispoil == 'f')) {
            continue;
        }
        const bool home = star_side_done(judge, player, false);
        judge->winner = player;
        judge->ended = home ? "home" : "filled";
        judge->counts->home += home;
        judge->counts->filled += !home;
        judge->counts->won_by_other += i > 0;
        return true;
    }
    return false;
}

/* A side leaves; with more than two players its pegs leave too. */
static inline void star_drop(struct star_judge *judge, int player, const char *ended)
{
    int living = 0, last = 0;
    for (int other = 1; other <= judge->players; other++) {
        if (star_side(judge, other) == star_side(judge, player)) {
            judge->out[judge->outs++] = other;
        } else if (!star_is_out(judge, other)) {
            living += last == 0 || star_side(judge, other) != star_side(judge, last);
            last = other;
        }
    }
    for (struct hole at = star_before; judge->players > 2 && star_next(&at);) {
        const char peg = star_peg(judge, at);
        if (peg > '0' && star_is_out(judge, judge->owner[peg - '0'])) {
            judge->peg[at.row][at.number] = '.';
        }
    }
    judge->passes = 0;
    judge->counts->out++;
    if (living == 1) {
        judge->winner = last;
        judge->ended = judge->players == 2 ? ended : "last";
        judge->counts->last += judge->players > 2;
        judge->counts->vacate += g_str_equal(judge->ended, "vacate");
    }
}

static inline void star_next_turn(struct star_judge *judge)
{
    do {
        judge->turn = judge->turn % star_turns(judge) + 1;
    } while (star_turn_is_out(judge, judge->turn));
}

static inline void star_look_for_draw(struct star_judge *judge)
{
    int living = 0;
    for (int turn = 1; turn <= star_turns(judge); turn++) {
        living += !star_turn_is_out(judge, turn);
    }
    if (judge->passes >= living) {
        judge->ended = "passed";
        judge->counts->passed++;
    }
}

static inline bool star_has_not_left(const struct star_judge *judge, int player)
{
    for (struct hole at = star_before; star_next(&at);) {
        const int set = star_peg(judge, at) - '0';
        if (set > 0 && judge->owner[set] == player && star_triangle(at) == set) {
            return true;
        }
    }
    return false;
}

static inline void star_play(struct star_judge *judge, const struct star_move *move)
{
    const int mover = star_mover(judge);
    judge->made[mover]++;
    judge->passes = move->pass ? judge->passes + 1 : 0;
    judge->counts->passes += move->pass;
    if (!move->pass) {
        const char moved = star_peg(judge, move->from), met = star_peg(judge, move->to);
        judge->counts->swaps_played += met != '.';
        judge->peg[move->from.row][move->from.number] = met;
        judge->peg[move->to.row][move->to.number] = moved;
    }
    if (star_won(judge)) {
        return;
    }
    if (judge->vacate > 0 && judge->made[mover] >= judge->vacate &&
        star_has_not_left(judge, mover)) {
        star_drop(judge, mover, "vacate");
    }
    if (judge->ended == NULL) {
        star_next_turn(judge);
        star_look_for_draw(judge);
    }
}

static inline void star_leave(struct star_judge *judge, int player)
{
    if (judge->ended != NULL || star_is_out(judge, player)) {
        return;
    }
    star_drop(judge, player, "last");
    if (judge->ended == NULL && star_turn_is_out(judge, judge->turn)) {
        star_next_turn(judge);
    }
}

/* The player's place: 0 still playing, as a side; those out are last in the order they left. */
static inline int star_place(const struct star_judge *judge, int player)
{
    int place = star_sides(judge);
    for (int i = 0; i < judge->outs; i++) {
        if (star_side(judge, judge->out[i]) == star_side(judge, player)) {
            return place;
        }
        place -= i + 1 == judge->outs ||
                 star_side(judge, judge->out[i + 1]) != star_side(judge, judge->out[i]);
    }
    if (judge->ended == NULL) {
        return 0;
    }
    return judge->winner == 0 || star_side(judge, judge->winner) == star_side(judge, player) ? 1
                                                                                             : 2;
}

#endif
