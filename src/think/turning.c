#include "think/turning.h"

#include "think/think.h"

enum {
    LEVEL = 3,               /* at which each position is looked at */
    MUCH = 2 * THINK_EVEN,   /* a turn that loses less is no turning point */
    AHEAD = 8 * THINK_EVEN,  /* far ahead, however high the score is */
    SURE = AHEAD + 2 * MUCH, /* a sure win */
    LOOKED_MOST = 400,       /* turns at the end of a match, if there are more */
};

/* A position of the record. */
struct looked {
    int actor;  /* the seat to move; -1: the match is over */
    int score;  /* how much better the first seat stands, from -SURE to SURE */
    char *best; /* the turn that the search would play; NULL: none */
};

static void clear_looked(gpointer data)
{
    g_free(((struct looked *)data)->best);
}

/* The score of a match that is over, for the first seat. */
static int final_score(const struct match *match)
{
    const struct result *result = &match->result;
    if (result->drawn || match->void_result || result->place[0] == result->place[1]) {
        return 0;
    }
    return result->place[0] == 1 ? SURE : -SURE;
}

static struct looked look(const struct match *match, gint64 time)
{
    const int actor = match_actor(match);
    if (actor < 0) {
        return (struct looked){ .actor = -1, .score = final_score(match) };
    }
    struct thought thought;
    think_turn(match, LEVEL, 0, MAX(time, 1), &thought);
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

GArray *turning_points(const struct match *match, gint64 time)
{
    GArray *points = g_array_new(FALSE, FALSE, sizeof(struct turning_point));
    g_array_set_clear_func(points, clear_point);
    g_autoptr(GArray) looked = g_array_new(FALSE, FALSE, sizeof(struct looked));
    g_array_set_clear_func(looked, clear_looked);
    const guint turns = match->turns->len;
    const guint first = turns > LOOKED_MOST ? turns - LOOKED_MOST : 0;
    g_autoptr(Match) at = match_at(match, first);
    const gint64 each = time / (turns - first + 1);
    struct looked found = look(at, each);
    g_array_append_val(looked, found);
    for (guint turn = first; turn < turns; turn++) {
        const struct match_turn *next = &g_array_index(match->turns, struct match_turn, turn);
        if (!match_record(at, next->seat, next->text, NULL)) {
            return points; /* the record was not checked */
        }
        found = look(at, each);
        g_array_append_val(looked, found);
    }
    for (guint turn = first; turn < turns; turn++) {
        const struct looked *before = &g_array_index(looked, struct looked, turn - first);
        const struct looked *after = before + 1;
        const struct match_turn *played = &g_array_index(match->turns, struct match_turn, turn);
        const int gained = after->score - before->score;
        struct turning_point point = { .turn = turn, .lost = played->seat == 0 ? -gained : gained };
        if (point.lost >= MUCH && before->actor == played->seat && before->best != NULL &&
            !match_is_leaving(played->text) && !g_str_equal(played->text, before->best)) {
            point.better = g_strdup(before->best);
            g_array_append_val(points, point);
        }
    }
    g_array_sort(points, by_loss);
    g_array_set_size(points, MIN(points->len, (guint)TURNING_MOST));
    g_array_sort(points, by_turn);
    return points;
}
