#include "think/think.h"

#include <string.h>

#include "match/turn.h"
#include "think/search.h"

_Static_assert((int)SEARCH_DRAW <= (int)THINK_EVEN, "a sure draw counts as even");

/* What a level may do for each decision. */
static const struct {
    guint64 nodes;
    int depth;
    int noise, crowd_noise;
    int hasty;
} levels[THINK_LEVELS] = {
    { 1100, 3, 95, 860, 100 }, /* 1 */
    { 3500, 4, 68, 820, 70 },  /* 2 */
    { 13000, 5, 36, 600, 42 }, /* 3 */
    { 65000, 6, 10, 320, 16 }, /* 4 */
    { 1000000, 40, 2, 2, 0 },  /* 5 */
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
        memcpy(position.bytes, g_bytes_get_data(key, &length), game_identity(match->game));
        guint64 hash = search_hash(match->game, &position);
        g_hash_table_add(seen, g_memdup2(&hash, sizeof hash));
    }
    return seen;
}

void think_turn(const struct match *match, int level, guint64 seed, gint64 time,
                struct thought *thought)
{
    const struct game *game = match->game;
    const int row = CLAMP(level, 1, THINK_LEVELS) - 1;
    g_autoptr(GHashTable) seen = positions_seen(match);
    g_autoptr(Search) search =
        search_new(game, match->options.setup.seats, seen, levels[row].nodes);
    struct search_limits limits = {
        .nodes = levels[row].nodes,
        .depth = levels[row].depth,
        .noise = levels[row].noise,
        .crowd_noise = levels[row].crowd_noise,
        .hasty = levels[row].hasty,
        .seed = table_hash(match->now.bytes, game->size, seed + match->turns->len),
    };
    g_autoptr(GString) text = g_string_new(NULL);
    struct position now = match->now;
    const int seat = game->actor(&now);
    const gint64 begun = g_get_monotonic_time();
    *thought = (struct thought){ .score = 0 };
    for (bool first = true; first || !turn_complete(game, &now, seat); first = false) {
        /* The rest of the turn needs time, too. */
        limits.until = time == 0 ? 0 : begun + (turn_final(game, &now) ? time : MAX(time / 2, 1));
        struct search_found found;
        search_best(search, &now, &limits, &found);
        thought->nodes += found.nodes;
        if (first) {
            thought->score = found.score;
            thought->won = found.score > SEARCH_SURE;
            thought->lost = found.score < -SEARCH_SURE;
        }
        turn_print(game, &now, &found.move, text);
        game->apply(&now, &found.move);
    }
    struct note note = { 0 };
    thought->costly =
        costly_turn(game, &match->now, &now, seat, &note) && costly_avoidable(game, &match->now);
    thought->turn = g_string_free(g_steal_pointer(&text), FALSE);
}
