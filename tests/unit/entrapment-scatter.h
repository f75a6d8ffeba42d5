/*
 * entrapment-scatter.h: positions of Entrapment that random play seldom reaches.
 *
 * Roamers are close together and at edges, with barriers around them, so that one more action
 * captures or forces; supplies are often empty. In every second position roamers are around an
 * empty square, the bait, which is the only open side of most of them: a roamer that goes
 * there forces several at once. All are possible when an action begins: nobody is entrapped,
 * and each player has at most one roamer in force.
 */
#ifndef POSTMOVE_TEST_ENTRAPMENT_SCATTER_H
#define POSTMOVE_TEST_ENTRAPMENT_SCATTER_H

#include "entrapment-judge.h"

enum { SCATTER_TRIES = 40 };

static inline bool one_in(GRand *chance, int times)
{
    return g_rand_int_range(chance, 0, times) == 0;
}

static inline struct judge_square random_square(const struct judge *judge, GRand *chance)
{
    return (struct judge_square){ g_rand_int_range(chance, 0, JUDGE_COLUMNS),
                                  g_rand_int_range(chance, 0, rows_of(judge)) };
}

static inline bool near_roamer(const struct judge *judge, struct judge_square square)
{
    for (int i = 0; i < 4; i++) {
        struct judge_square behind = next_square(square, judge_ways[i]);
        if (on_board(judge, behind) && roamer_on(judge, behind) != '.') {
            return true;
        }
    }
    return false;
}

static inline bool at_corner(const struct judge *judge, struct judge_square square)
{
    return square.column % (JUDGE_COLUMNS - 1) == 0 && square.row % (rows_of(judge) - 1) == 0;
}

/* Puts a roamer on an empty square, often beside another one or in a corner. */
static inline void scatter_roamer(struct judge *judge, char player, GRand *chance)
{
    bool crowd = !one_in(chance, 3);
    struct judge_square square;
    int tries = 0;
    do {
        square = random_square(judge, chance);
    } while (roamer_on(judge, square) != '.' ||
             (crowd && tries++ < SCATTER_TRIES && !near_roamer(judge, square) &&
              !at_corner(judge, square)));
    put_roamer(judge, square, player);
}

/* Puts roamers around the bait; one of the mover's comes near it last. */
static inline void scatter_baited(struct judge *judge, struct judge_square bait, int counts[2],
                                  GRand *chance)
{
    int first = g_rand_int_range(chance, 0, 4), mover = number_of(judge->mover);
    for (int i = 0; i < 4; i++) {
        struct judge_square square = next_square(bait, judge_ways[(first + i) % 4]);
        struct judge_square beyond = next_square(square, judge_ways[(first + i) % 4]);
        bool last = i == 3 || !on_board(judge, square);
        int player = last ? mover : one_in(chance, 3) ? mover : 1 - mover;
        if (last && one_in(chance, 2)) {
            square = beyond;
        }
        if (on_board(judge, square) && roamer_on(judge, square) == '.' && counts[player] > 0) {
            put_roamer(judge, square, player == 0 ? 'O' : 'X');
            counts[player]--;
        }
    }
}

/* Closes the other sides of all roamers around the bait. */
static inline void close_baited(struct judge *judge, struct judge_square bait, GRand *chance)
{
    for (int i = 0; i < 4; i++) {
        struct judge_square square = next_square(bait, judge_ways[i]);
        for (int way = 0; on_board(judge, square) && way < 4; way++) {
            struct judge_groove groove = groove_beside(square, judge_ways[way]);
            char roamer = roamer_on(judge, square);
            bool outward = !same_square(next_square(square, judge_ways[way]), bait);
            if (roamer != '.' && outward && is_groove(judge, groove) && !one_in(chance, 20) &&
                judge->supply[number_of(roamer)] > 0 && barrier_in(judge, groove) == '.') {
                judge->supply[number_of(roamer)]--;
                put_barrier(judge, groove, one_in(chance, 4) ? '#' : barrier_of(roamer));
            }
        }
    }
}

/* Puts a barrier of either player, or one that stands on end; does nothing if that player has
 * none left. */
static inline void scatter_barrier(struct judge *judge, struct judge_groove groove, int standing,
                                   GRand *chance)
{
    int player = g_rand_boolean(chance);
    if (is_groove(judge, groove) && barrier_in(judge, groove) == '.' && judge->supply[player] > 0) {
        judge->supply[player]--;
        put_barrier(judge, groove,
                    g_rand_int_range(chance, 0, 100) < standing ? '#'
                    : player == 0                               ? 'o'
                                                                : 'x');
    }
}

static inline void scatter_barriers(struct judge *judge, GRand *chance)
{
    int near = g_rand_int_range(chance, 20, 100), far = g_rand_int_range(chance, 0, 4) * 25;
    int standing = g_rand_int_range(chance, 0, 4) * 20;
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        for (int way = 0; roamer_on(judge, square_number(i)) != '.' && way < 4; way++) {
            struct judge_groove groove = groove_beside(square_number(i), judge_ways[way]);
            if (g_rand_int_range(chance, 0, 100) < near) {
                scatter_barrier(judge, groove, standing, chance);
            }
        }
    }
    for (int i = 0; i < 2 * JUDGE_SQUARES; i++) {
        if (g_rand_int_range(chance, 0, 100) < far) {
            scatter_barrier(judge, groove_number(i), standing, chance);
        }
    }
}

/* Opens a side of the roamer; false if all its neighbours are in the way. */
static inline bool open_side(struct judge *judge, struct judge_square square, GRand *chance)
{
    int first = g_rand_int_range(chance, 0, 4);
    for (int i = 0; i < 4; i++) {
        struct judge_square way = judge_ways[(first + i) % 4];
        struct judge_square behind = next_square(square, way);
        if (on_board(judge, behind) && roamer_on(judge, behind) == '.') {
            put_barrier(judge, groove_beside(square, way), '.');
            return true;
        }
    }
    return false;
}

/* Opens sides until the position is possible at the start of an action. */
static inline bool settle_down(struct judge *judge, GRand *chance)
{
    int kept[2] = { -1, -1 }; /* squares of the roamers that stay in force */
    for (int round = 0; round < 4 * JUDGE_SQUARES; round++) {
        int i = g_rand_int_range(chance, 0, JUDGE_SQUARES);
        struct judge_square square = square_number(i);
        char roamer = roamer_on(judge, square);
        if (roamer == '.') {
            continue;
        }
        int *keeps = &kept[number_of(roamer)];
        bool forced = is_in_force(judge, square);
        if (forced && *keeps < 0) {
            *keeps = i;
        }
        if ((is_entrapped(judge, square) || (forced && *keeps != i)) &&
            !open_side(judge, square, chance)) {
            return false;
        }
    }
    return true;
}

static inline bool is_settled(const struct judge *judge)
{
    for (int i = 0; i < JUDGE_SQUARES; i++) {
        if (roamer_on(judge, square_number(i)) != '.' && is_entrapped(judge, square_number(i))) {
            return false;
        }
    }
    return count_squares(in_force_of(judge, 'O')) < 2 && count_squares(in_force_of(judge, 'X')) < 2;
}

/* Sets who is to act, and how many roamers each player has lost or not yet placed. */
static inline void scatter_turn(struct judge *judge, GRand *chance)
{
    judge->mover = g_rand_boolean(chance) ? 'O' : 'X';
    judge->action = "PS112222"[g_rand_int_range(chance, 0, 8)];
    if (judge->action == 'S') {
        judge->mover = 'O';
    }
    if (judge->action == 'P') {
        int placed = g_rand_int_range(chance, 0, judge->rules.roamers);
        judge->hand[0] = judge->rules.roamers - placed - (judge->mover == 'X');
        judge->hand[1] = judge->rules.roamers - placed;
    }
}

static inline void scatter_men(struct judge *judge, bool baited, GRand *chance)
{
    int counts[2];
    for (int player = 0; player < 2; player++) {
        counts[player] = judge->rules.roamers - judge->hand[player];
        if (!judge->rules.fast && counts[player] > 1 && one_in(chance, 3)) {
            counts[player]--; /* one is lost */
        }
    }
    struct judge_square bait = random_square(judge, chance);
    if (baited) {
        scatter_baited(judge, bait, counts, chance);
        close_baited(judge, bait, chance);
    }
    for (int player = 0; player < 2; player++) {
        for (; counts[player] > 0; counts[player]--) {
            scatter_roamer(judge, player == 0 ? 'O' : 'X', chance);
        }
    }
    if (!baited && judge->action != 'P') {
        scatter_barriers(judge, chance);
    }
}

static inline void scatter(struct judge *judge, const struct judge_rules *rules, GRand *chance)
{
    do {
        judge_empty(judge, rules);
        judge->supply[0] = judge->supply[1] = rules->barriers;
        scatter_turn(judge, chance);
        scatter_men(judge, judge->action != 'P' && one_in(chance, 2), chance);
    } while (!settle_down(judge, chance) || !is_settled(judge));
    for (int player = 0; judge->action != 'P' && player < 2; player++) {
        judge->supply[player] = one_in(chance, 2) ? 0 : judge->supply[player];
    }
}

#endif
