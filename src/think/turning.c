#include "think/turning.h"

#include "think/think.h"

enum {
    NODES = 4000000,     /* positions that are looked at in all, */
    NODES_LEAST = 10000, /* but after each turn at least so many, so that it sees more than most */
    NODES_MOST = 200000, /* players, and at most so many */
    MUCH = 2 * THINK_EVEN,   /* a turn that loses less is one only if it is the loser's worst */
    SOME = THINK_EVEN / 2,   /* one that loses less never is */
    AHEAD = 8 * THINK_EVEN,  /* far ahead, however high the score is */
    SURE = AHEAD + 2 * MUCH, /* a sure win */
    LOOKED_MOST = 400,       /* turns at the end of a match, if there are more */
};

/* A position, as the search sees it. */
struct looked {
    int actor;  /* the seat to move; -1: the match is over */
    int score;  /* how much better the first seat stands, from -SURE to SURE */
    char *best; /* the turn that the search would play; NULL: none. Free with g_free */
};

/* The score of a match that is over, for the first seat. */
static int final_score(const struct match *match)
{
    const struct result *result = &match->result;
    if (result->drawn || match->void_result || result->place[0] == result->place[1]) {
        return 0;
    }
    return result->place[0] == 1 ? SURE : -SURE;
}

static struct looked look(const struct match *match, guint64 nodes, gint64 time)
{
    const int actor = match_actor(match);
    if (actor < 0) {
        return (struct looked){ .actor = -1, .score = final_score(match) };
    }
    struct thought thought;
    think_well(match, nodes, MAX(time, 1), &thought);
    const int score = thought.won    ? SURE
                      : thought.lost ? -SURE
                                     : CLAMP(thought.score, -AHEAD, AHEAD);
    return (struct looked){ actor, actor == 0 ? score : -score, thought.turn };
}

static void clear_point(gpointer data)
{
    g_free(((struct turning_point *)data)->better);
}

static int by_loss(gconstpointer one, gconstpointer other)
{
    return ((const struct turning_point *)other)->lost - ((const struct turning_point *)one)->lost;
}

static int by_turn(gconstpointer one, gconstpointer other)
{
    const guint first = ((const struct turning_point *)one)->turn;
    const guint second = ((const struct turning_point *)other)->turn;
    return (first > second) - (first < second);
}

/* What a turn lost: how much worse its player stands after it than after `best`. 0 if that is
 * little. `before` is the position before the turn, and `after` the one after it. */
static int find_loss(const struct match *before, const struct match_turn *played, const char *best,
                     const struct looked *after, guint64 nodes, gint64 time)
{
    g_autoptr(Match) other = match_copy(before);
    if (!match_record(other, played->seat, best, NULL)) {
        return 0;
    }
    const struct looked better = look(other, nodes, time);
    g_free(better.best);
    const int lost = played->seat == 0 ? better.score - after->score : after->score - better.score;
    return lost >= SOME ? lost : 0;
}

/* Leaves the turns that lost much, the worst ones, and among them the worst one of the loser, even
 * if it lost less: who has lost wants to know where. */
static void choose(GArray *points, const struct match *match)
{
    struct turning_point *point = (struct turning_point *)(void *)points->data;
    guint chosen = 0, losers = 0;
    g_array_sort(points, by_loss);
    while (chosen < MIN(points->len, (guint)TURNING_MOST) && point[chosen].lost >= MUCH) {
        chosen++;
    }
    const int end = final_score(match), loser = end < 0 ? 0 : end > 0 ? 1 : -1;
    while (losers < points->len &&
           g_array_index(match->turns, struct match_turn, point[losers].turn).seat != loser) {
        losers++;
    }
    if (losers >= chosen && losers < points->len) {
        chosen = MIN(chosen + 1, (guint)TURNING_MOST);
        const struct turning_point left_out = point[chosen - 1];
        point[chosen - 1] = point[losers];
        point[losers] = left_out;
    }
    g_array_set_size(points, chosen);
    g_array_sort(points, by_turn);
}

GArray *turning_points(const struct match *match, gint64 time)
{
    GArray *points = g_array_new(FALSE, FALSE, sizeof(struct turning_point));
    g_array_set_clear_func(points, clear_point);
    const guint turns = match->turns->len;
    const guint first = turns > LOOKED_MOST ? turns - LOOKED_MOST : 0;
    const guint looks = 2 * (turns - first) + 1;
    const guint64 nodes = CLAMP(NODES / looks, NODES_LEAST, NODES_MOST);
    const gint64 each = time / looks;
    g_autoptr(Match) at = match_at(match, first);
    struct looked before = look(at, nodes, each);
    for (guint turn = first; turn < turns; turn++) {
        const struct match_turn *played = &g_array_index(match->turns, struct match_turn, turn);
        g_autoptr(Match) start = match_copy(at);
        g_autofree char *best = before.best;
        before.best = NULL;
        if (!match_record(at, played->seat, played->text, NULL)) {
            break; /* the record was not checked */
        }
        const struct looked after = look(at, nodes, each);
        const bool chosen = before.actor == played->seat && best != NULL &&
                            !match_is_ending(played->text) && !g_str_equal(played->text, best);
        const int lost = chosen ? find_loss(start, played, best, &after, nodes, each) : 0;
        if (lost > 0) {
            const struct turning_point point = { .turn = turn,
                                                 .better = g_steal_pointer(&best),
                                                 .lost = lost };
            g_array_append_val(points, point);
        }
        before = after;
    }
    g_free(before.best);
    choose(points, match);
    return points;
}
