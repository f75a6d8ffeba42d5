/*
 * embargo-bout.h: two cores of Embargo side by side.
 *
 * The one in games/ and the slow one of embargo-judge.h play the same moves.
 * After each they must agree on the list of moves, on whose turn it is, on the
 * result with its places, and on the position text. The first disagreement
 * ends the test and prints both positions, the options and the seed.
 */
#ifndef POSTMOVE_TEST_EMBARGO_BOUT_H
#define POSTMOVE_TEST_EMBARGO_BOUT_H

#include "embargo-judge.h"
#include "games.h"

#include <stdlib.h>

enum { LEAVE_PLIES = 60 }; /* who leaves does so before */

/* Options, as the registry reads them and as the judge does. */
struct option_set {
    const char *name, *options;
    struct judge_rules rules;
};

struct bout {
    const struct game *game;
    const struct option_set *set;
    struct setup setup;
    struct position position;
    struct move move[JUDGE_MOVES]; /* of the core in games/, in the order of `list` */
    struct judge judge;
    struct judge_list list;
    GRand *chance;
    guint32 seed;
    int ply;
    /* what was met on the way */
    guint64 positions, passes, outs, wins, draws;
};

#include "bout.h"

struct printed {
    struct judge_move text;
    struct move move;
};

static inline int by_text(const void *one, const void *other)
{
    const struct printed *a = one, *b = other;
    return strcmp(a->text.text, b->text.text);
}

static inline void compare_moves(struct bout *bout)
{
    struct move moves[JUDGE_MOVES];
    struct printed printed[JUDGE_MOVES];
    size_t count = bout->game->moves(&bout->position, moves, JUDGE_MOVES);
    judge_moves(&bout->judge, &bout->list);
    if (count > JUDGE_MOVES) {
        disagree(bout, "more moves than the board has");
    }
    for (size_t i = 0; i < count; i++) {
        struct text text = text_in(printed[i].text.text, sizeof printed[i].text.text);
        bout->game->print(&bout->position, &moves[i], &text);
        printed[i].move = moves[i];
    }
    qsort(printed, count, sizeof *printed, by_text);
    for (size_t i = 0; i < MAX(count, (size_t)bout->list.count); i++) {
        const char *core = i < count ? printed[i].text.text : "none";
        const char *judge = i < (size_t)bout->list.count ? bout->list.move[i].text : "none";
        if (strcmp(core, judge) != 0) {
            g_autofree char *what =
                g_strdup_printf("the game has %s where the judge has %s", core, judge);
            disagree(bout, what);
        }
        bout->move[i] = printed[i].move;
    }
}

static inline void compare_result(const struct bout *bout)
{
    const struct judge *judge = &bout->judge;
    struct result result;
    bout->game->result(&bout->position, &result);
    if (result.over != judge->over || result.drawn != (judge->over && judge->winner == 0)) {
        disagree(bout, result.drawn ? "drawn" : result.over ? "over" : "not over");
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int place = seat < judge->rules.players ? judge_place(judge, seat + 1) : 0;
        if (result.place[seat] != place) {
            g_autofree char *what =
                g_strdup_printf("player %d is %d, judged %d", seat + 1, result.place[seat], place);
            disagree(bout, what);
        }
    }
    int actor = judge->over ? -1 : judge->mover - 1;
    if (bout->game->actor(&bout->position) != actor || !game_between(bout->game, &bout->position)) {
        disagree(bout, "whose turn it is");
    }
}

static inline void compare_text(const struct bout *bout)
{
    char core[JUDGE_TEXT], judge[JUDGE_TEXT];
    struct text text = text_in(core, sizeof core);
    bout->game->encode(&bout->position, &text);
    judge_text(&bout->judge, judge);
    size_t seat = strcspn(judge, " ") + 1;
    if (bout->judge.over && text.length > seat) {
        core[seat] = judge[seat]; /* nobody is to move */
    }
    if (text.cut || strcmp(core, judge) != 0) {
        disagree(bout, "position text");
    }
}

static inline void compare(struct bout *bout)
{
    compare_moves(bout);
    compare_result(bout);
    compare_text(bout);
    bout->positions++;
}

/* Without a source of chance, for positions set up by hand. */
static inline void bout_init(struct bout *bout, const struct option_set *set)
{
    *bout = (struct bout){ .game = game_named("embargo"), .set = set };
    bout->setup = setup_for(bout->game, set->options);
}

static inline void bout_clear(struct bout *bout)
{
    g_test_message("%" G_GUINT64_FORMAT " positions, %" G_GUINT64_FORMAT
                   " passes, %" G_GUINT64_FORMAT " out, %" G_GUINT64_FORMAT
                   " won, %" G_GUINT64_FORMAT " drawn",
                   bout->positions, bout->passes, bout->outs, bout->wins, bout->draws);
    g_clear_pointer(&bout->chance, g_rand_free);
}

static inline int steps_to_goal(const struct judge *judge, const char *cell)
{
    struct judge_point goal = far_corner_of(judge, judge->mover), point = point_named(cell);
    return ABS(point.column - goal.column) + ABS(point.row - goal.row);
}

/* The best of some moves: random play seldom comes home. */
static inline int choose(struct bout *bout, int tries)
{
    int best = g_rand_int_range(bout->chance, 0, bout->list.count), gain = -99;
    for (int i = 0; i < tries && bout->list.count > 1; i++) {
        int index = g_rand_int_range(bout->chance, 0, bout->list.count);
        const char *move = bout->list.move[index].text;
        int gained = steps_to_goal(&bout->judge, move) - steps_to_goal(&bout->judge, move + 3);
        if (gained > gain) {
            best = index;
            gain = gained;
        }
    }
    return best;
}

/* Both cores play the move at `index` of the list. */
static inline void bout_turn(struct bout *bout, int index)
{
    bout->passes += bout->list.move[index].text[0] == 'p';
    judge_play(&bout->judge, bout->list.move[index].text);
    bout->game->apply(&bout->position, &bout->move[index]);
    compare(bout);
}

static inline void leave_at_random(struct bout *bout)
{
    int player = g_rand_int_range(bout->chance, 1, bout->judge.rules.players + 1);
    if (bout->judge.passes == 0 && !is_out(&bout->judge, player)) {
        judge_leave(&bout->judge, player);
        bout->game->leave(&bout->position, player - 1);
        compare(bout);
    }
}

/* Plays on, the best of `tries` random moves each time, to the end or so far. */
static inline void bout_play(struct bout *bout, int plies, int tries)
{
    int games = bout->judge.rules.players > 2 ? 4 : 40; /* in one of so many somebody leaves */
    int leaves = g_rand_int_range(bout->chance, (1 - games) * LEAVE_PLIES, LEAVE_PLIES);
    compare(bout);
    for (; bout->ply < plies && !bout->judge.over; bout->ply++) {
        bout_turn(bout, choose(bout, tries));
        if (bout->ply == leaves && !bout->judge.over) {
            leave_at_random(bout);
        }
    }
    bout->outs += (guint64)bout->judge.outs;
    bout->wins += bout->judge.over && bout->judge.winner != 0 && bout->judge.outs == 0;
    bout->draws += bout->judge.over && bout->judge.winner == 0;
}

/* ---- scattered men ---- */

static inline struct judge_point random_point(GRand *chance)
{
    struct judge_point point = { g_rand_int_range(chance, 0, JUDGE_SIDE),
                                 g_rand_int_range(chance, 0, JUDGE_SIDE) };
    return point;
}

/* An empty point, as often as not in the player's goal while that has room. */
static inline struct judge_point random_place(const struct judge *judge, int player, GRand *chance)
{
    struct judge_point goal = far_corner_of(judge, player), point;
    bool home = g_rand_boolean(chance);
    int tries = 0;
    do {
        point = random_point(chance);
        home = home && tries++ < 200;
    } while (man_at(judge, point) != '.' || (home && !in_triangle(judge, goal, point)));
    return point;
}

/* Men of every player anywhere; sometimes fewer than there were, or hardly any. */
static inline void scatter(struct judge *judge, const struct judge_rules *rules, GRand *chance)
{
    int full = rules->yard * (rules->yard + 1) / 2;
    judge_empty(judge, rules);
    bool sparse = g_rand_int_range(chance, 0, 8) == 0;
    if (rules->players > 2 && !rules->teams && g_rand_int_range(chance, 0, 3) == 0) {
        judge->out[judge->outs++] = g_rand_int_range(chance, 1, rules->players + 1);
    }
    for (int player = 1; player <= rules->players; player++) {
        bool whole = !sparse && g_rand_int_range(chance, 0, 4) > 0;
        int men = whole ? full : g_rand_int_range(chance, 0, sparse ? 2 : full + 1);
        for (int i = 0; i < men && !is_out(judge, player); i++) {
            struct judge_point point = random_place(judge, player, chance);
            judge->board[point.column][point.row] = (char)('0' + player);
        }
        bool clear = rules->vacate == 0 || !yard_kept(judge, player);
        judge->moved[player] = g_rand_int_range(chance, 0, clear ? 30 : rules->vacate);
    }
    judge->mover = next_player(judge, g_rand_int_range(chance, 1, rules->players + 1));
}

#endif
