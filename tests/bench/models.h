/*
 * models.h: players to measure the program against that play somewhat like people.
 *
 * They know the rules and how a seat stands right now: the game's `standing`, or else -100 times
 * its `distance`, or else nothing. They know nothing of how the program thinks.
 *
 *   quarter   a beginner: notices each whole turn by chance, one in four, judges what it notices
 *             with an error of up to 100, about what a good move gains, and plays the best of it
 *   fifths    the same, but notices two in five and errs by up to 50
 *   one-ply   notices all turns and does not err
 *   two-ply   the same, but looks at the answer too: the one that is best for the seat that gives
 *             it. Of more than TURNS_ANSWERED turns only the best ANSWERS_MOST get an answer. An
 *             answer is found decision by decision, each the best for its seat right after it
 *   stubborn  goes nowhere: plays what leaves its own men farthest from where they have to go, or,
 *             in a game without such a place, what leaves it worst
 *
 * Each plays any number of seats. Between equal turns chance decides. All chance is random_below,
 * so that the same seed gives the same match.
 */
#ifndef POSTMOVE_MODELS_H
#define POSTMOVE_MODELS_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

#include "base/random.h"
#include "match/match.h"
#include "match/turn.h"

enum {
    VICTORY = 1000000,    /* more than any standing */
    TURNS_ANSWERED = 200, /* whole turns that all get an answer */
    ANSWERS_MOST = 30,    /* turns that get one if there are more */
    LOTS = 1000,          /* by which chance decides between equal turns */
};

struct model {
    const char *name;
    guint32 notices; /* of 100 turns */
    guint32 error;   /* at most, to both sides */
    bool answers, stubborn;
};

static const struct model models[] = {
    { .name = "quarter", .notices = 25, .error = 100 },
    { .name = "fifths", .notices = 40, .error = 50 },
    { .name = "one-ply", .notices = 100 },
    { .name = "two-ply", .notices = 100, .answers = true },
    { .name = "stubborn", .notices = 100, .stubborn = true },
};

/* The model of that name, or NULL. */
static const struct model *model_named(const char *name)
{
    const struct model *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(models); i++) {
        found = g_str_equal(models[i].name, name) ? &models[i] : found;
    }
    return found;
}

/* A whole turn, and what it is worth to its seat. */
struct whole_turn {
    struct move move[TURN_DECISIONS_MAX];
    guint count;
    double worth;
};

/* ---- how a seat stands ---- */

static bool same_side(const struct game *game, const struct position *now, int seat, int other)
{
    return seat == other || (game->partners != NULL && game->partners(now, seat, other));
}

/* How the side of a seat stands: the mean of its seats that still play; 0 if none does. */
static double side_stands(const struct match *match, const struct position *now,
                          const struct result *result, int seat)
{
    double sum = 0, count = 0;
    for (int other = 0; other < match->options.setup.seats; other++) {
        if (result->place[other] == 0 && same_side(match->game, now, seat, other)) {
            sum += game_standing(match->game, now, other);
            count++;
        }
    }
    return sum / MAX(count, 1);
}

/* How much better the side of a seat stands than the best of the others. If it has won, VICTORY; a
 * drawn game is worth 0; if another has won, VICTORY is taken off. */
static double model_stands(const struct match *match, const struct position *now, int seat)
{
    struct result result = { 0 };
    match->game->result(now, &result);
    if (result.over || result.place[seat] == 1) {
        return result.drawn ? 0 : result.place[seat] == 1 ? VICTORY : -VICTORY;
    }
    double best = -VICTORY;
    bool lost = false;
    for (int other = 0; other < match->options.setup.seats; other++) {
        lost = lost || result.place[other] == 1;
        if (result.place[other] == 0 && !same_side(match->game, now, seat, other)) {
            best = MAX(best, side_stands(match, now, &result, other));
        }
    }
    return side_stands(match, now, &result, seat) - best - (lost ? VICTORY : 0);
}

/* ---- the turns there are ---- */

/* Appends the whole turns of `seat` that the model notices, of those that begin with `begun`, which
 * led to `now`. */
static void turns_notice(const struct model *model, const struct game *game,
                         const struct position *now, int seat, struct whole_turn *begun,
                         GArray *turns)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    const guint count = turn_decisions(game, now, moves);
    for (guint i = 0; i < count; i++) {
        struct position after;
        turn_copy(game, &after, now);
        begun->move[begun->count++] = g_array_index(moves, struct move, i);
        game->apply(&after, &begun->move[begun->count - 1]);
        if (!turn_complete(game, &after, seat)) {
            turns_notice(model, game, &after, seat, begun, turns);
        } else if (model->notices == 100 || random_below(100) < model->notices) {
            g_array_append_val(turns, *begun);
        }
        begun->count--;
    }
}

/* ---- what they are worth ---- */

/* Plays the answer of the seat to move, if the game goes on. */
static void answer_play(const struct match *match, struct position *now)
{
    const struct game *game = match->game;
    const int seat = game->actor(now);
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    for (bool more = seat >= 0; more; more = !turn_complete(game, now, seat)) {
        g_array_set_size(moves, 0);
        const guint count = turn_decisions(game, now, moves);
        guint best = 0;
        double most = -G_MAXDOUBLE;
        for (guint i = 0; i < count; i++) {
            struct position after;
            turn_copy(game, &after, now);
            game->apply(&after, &g_array_index(moves, struct move, i));
            const double worth = model_stands(match, &after, seat);
            best = worth > most ? i : best;
            most = MAX(worth, most);
        }
        game->apply(now, &g_array_index(moves, struct move, best));
    }
}

static int turns_compare(const void *a, const void *b)
{
    const struct whole_turn *one = a, *other = b;
    return (one->worth < other->worth) - (one->worth > other->worth);
}

/* Judges each turn, after its answer if `answers`; the best comes first. */
static void turns_judge(const struct model *model, const struct match *match, bool answers,
                        GArray *turns)
{
    const struct game *game = match->game;
    const int seat = game->actor(&match->now);
    for (guint i = 0; i < turns->len; i++) {
        struct whole_turn *turn = &g_array_index(turns, struct whole_turn, i);
        struct position after = match->now;
        for (guint j = 0; j < turn->count; j++) {
            game->apply(&after, &turn->move[j]);
        }
        if (answers) {
            answer_play(match, &after);
        }
        turn->worth = !model->stubborn         ? model_stands(match, &after, seat)
                      : game->distance != NULL ? game->distance(&after, seat)
                                               : -game_standing(game, &after, seat);
        turn->worth += (double)random_below(2 * model->error + 1) - model->error;
        turn->worth += random_below(LOTS) / (10.0 * LOTS); /* differences are larger than 0.1 */
    }
    g_array_sort(turns, turns_compare);
}

/* The whole turn of the seat to move that the model plays, as text; the match is not over. Free
 * with g_free. */
static char *model_turn(const struct model *model, const struct match *match)
{
    struct position now = match->now;
    struct whole_turn begun = { .count = 0 };
    g_autoptr(GArray) turns = g_array_new(FALSE, FALSE, sizeof(struct whole_turn));
    while (turns->len == 0) { /* it notices one at least */
        turns_notice(model, match->game, &now, match->game->actor(&now), &begun, turns);
    }
    if (model->answers && turns->len > TURNS_ANSWERED) {
        turns_judge(model, match, false, turns);
        g_array_set_size(turns, ANSWERS_MOST);
    }
    turns_judge(model, match, model->answers, turns);
    const struct whole_turn *turn = &g_array_index(turns, struct whole_turn, 0);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < turn->count; i++) {
        turn_print(match->game, &now, &turn->move[i], text);
        match->game->apply(&now, &turn->move[i]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

#endif
