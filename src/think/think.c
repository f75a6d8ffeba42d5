#include "think/think.h"

#include <string.h>

#include "match/turn.h"
#include "think/chance.h"
#include "think/search.h"

_Static_assert((int)SEARCH_DRAW <= (int)THINK_EVEN, "a sure draw counts as even");

/* What a level may do for each decision. */
static const struct {
    guint64 nodes;
    int depth;
    int noise, crowd_noise;
    int hasty;
    guint64 played; /* decisions at random, where there is no standing */
} levels[THINK_LEVELS] = {
    { 1100, 3, 95, 860, 100, 500 },    /* 1 */
    { 3500, 4, 68, 820, 70, 3000 },    /* 2 */
    { 13000, 5, 36, 600, 42, 20000 },  /* 3 */
    { 65000, 6, 10, 320, 16, 150000 }, /* 4 */
    { 1000000, 40, 2, 2, 0, 1000000 }, /* 5 */
};

/* The positions of the record, as search_new wants them. Free with g_hash_table_unref. */
static GHashTable *positions_seen(const struct match *match)
{
    GHashTable *seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    GHashTableIter each;
    gpointer key;
    g_hash_table_iter_init(&each, match->seen);
    while (match->options.repetition > 0 && g_hash_table_iter_next(&each, &key, NULL)) {
        gsize length;
        struct position position;
        memcpy(position.bytes, g_bytes_get_data(key, &length), match->game->identity);
        guint64 hash = search_hash(match->game, &position);
        g_hash_table_add(seen, g_memdup2(&hash, sizeof hash));
    }
    return seen;
}

/* A hash of the position, the number of turns and the seed. */
static guint64 seed_of(const struct match *match, guint64 seed)
{
    return table_hash(match->now.bytes, match->game->size, seed + match->turns->len);
}

/* What think_turn needs for each decision. */
struct thinker {
    const struct match *match;
    int row; /* of `levels` */
    guint64 seed;
    struct search *search; /* NULL: nothing says how well a seat stands */
    struct thought *thought;
};

/* Chooses the next decision of a turn, until a g_get_monotonic_time (0: no limit), and sets *score.
 */
static struct move decide(const struct thinker *thinker, const struct position *now, gint64 until,
                          int *score)
{
    const int row = thinker->row;
    if (thinker->search != NULL) {
        const struct search_limits limits = {
            .nodes = levels[row].nodes,
            .depth = levels[row].depth,
            .noise = levels[row].noise,
            .crowd_noise = levels[row].crowd_noise,
            .hasty = levels[row].hasty,
            .seed = thinker->seed,
            .until = until,
        };
        struct search_found found;
        search_best(thinker->search, now, &limits, &found);
        *score = found.score;
        thinker->thought->nodes += found.nodes;
        return found.move;
    }
    const struct chance_limits limits = { .nodes = levels[row].played,
                                          .seed = thinker->seed,
                                          .until = until };
    const struct match *match = thinker->match;
    const struct move move =
        chance_best(match->game, match->options.setup.seats, now, &limits, score);
    *score = (*score - 500) * 2;
    thinker->thought->nodes += levels[row].played;
    return move;
}

void think_turn(const struct match *match, int level, guint64 seed, gint64 time,
                struct thought *thought)
{
    const struct game *game = match->game;
    const int row = CLAMP(level, 1, THINK_LEVELS) - 1;
    const bool looks = game->standing != NULL || game->distance != NULL;
    g_autoptr(GHashTable) seen = positions_seen(match);
    g_autoptr(Search) search =
        looks ? search_new(game, match->options.setup.seats, seen, levels[row].nodes) : NULL;
    const struct thinker thinker = { match, row, seed_of(match, seed), search, thought };
    g_autoptr(GString) text = g_string_new(NULL);
    struct position now = match->now;
    const int seat = game->actor(&now);
    const gint64 begun = g_get_monotonic_time();
    *thought = (struct thought){ .score = 0 };
    for (bool first = true; first || !turn_complete(game, &now, seat); first = false) {
        /* The rest of the turn needs time, too. */
        const gint64 until =
            time == 0 ? 0 : begun + (turn_final(game, &now) ? time : MAX(time / 2, 1));
        int score;
        const struct move move = decide(&thinker, &now, until, &score);
        if (first) {
            thought->score = score;
            thought->won = score > SEARCH_SURE;
            thought->lost = score < -SEARCH_SURE;
        }
        turn_print(game, &now, &move, text);
        game->apply(&now, &move);
    }
    struct note note = { 0 };
    thought->costly =
        costly_turn(game, &match->now, &now, seat, &note) && costly_avoidable(game, &match->now);
    thought->turn = g_string_free(g_steal_pointer(&text), FALSE);
}
