#include "think/think.h"

#include <string.h>
#include <time.h>

#include "base/random.h"
#include "match/turn.h"
#include "think/search.h"

_Static_assert((int)SEARCH_DRAW <= (int)THINK_EVEN, "a sure draw counts as even");

enum {
    NODES = 65000,    /* more than a search of few turns looks at, but for many seats */
    STALLED = 3,      /* rounds without a step forward after which a race is stuck, */
    STALLED_FAR = 10, /* the same for a level that looks far */
    HASTE = 100,      /* what each further round adds to its haste; a tenth if it looks far */
    ROUNDS_MOST = 30  /* rounds that add to it */
};

/* How far a level looks, and what it misses. People begin so: they look at their own turn alone and
 * notice only a part of what is possible; then they notice all; then they look at the answer. */
static const struct search_limits levels[THINK_LEVELS] = {
    { .nodes = NODES, .turns = 1, .sees = 16, .noise = 160 },
    { .nodes = NODES, .turns = 1, .sees = SEARCH_ALL, .noise = 4 },
    { .nodes = NODES, .turns = 2, .sees = SEARCH_ALL, .noise = 4 },
    { .nodes = NODES, .turns = SEARCH_DEPTH_MAX, .sees = SEARCH_ALL, .noise = 2 },
    { .nodes = 1000000, .turns = SEARCH_DEPTH_MAX, .sees = SEARCH_ALL, .noise = 2 },
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

/* How much haste a level makes in a race that is stuck: the more, the longer. A level that sees
 * less finds that out later, and so does one that looks far, since a wait may be part of a plan. */
static int haste_of(const struct match *match, const struct search_limits *limits)
{
    const bool far = limits->turns == SEARCH_DEPTH_MAX;
    const int begins = (far ? STALLED_FAR : STALLED) * SEARCH_ALL / limits->sees;
    const int rounds = (int)match_stalled(match) / match->options.setup.seats - begins + 1;
    return CLAMP(rounds, 0, ROUNDS_MOST) * (far ? HASTE / 10 : HASTE);
}

/* Chooses a turn within limits, whose times it sets. */
static void think(const struct match *match, struct search_limits limits, gint64 time,
                  struct thought *thought)
{
    const struct game *game = match->game;
    g_autoptr(GHashTable) seen = positions_seen(match);
    g_autoptr(Search) search = search_new(game, match->options.setup.seats, seen, limits.nodes);
    g_autoptr(GString) text = g_string_new(NULL);
    struct position now = match->now;
    const int seat = game->actor(&now);
    const gint64 begun = clock(), began = g_get_monotonic_time();
    limits.haste = game->distance != NULL ? haste_of(match, &limits) : 0;
    /* A way out may begin with steps that gain nothing, so it looks further with each round. */
    limits.turns += limits.haste / HASTE * SEARCH_ALL / limits.sees;
    *thought = (struct thought){ .score = 0 };
    for (bool first = true; first || !turn_complete(game, &now, seat); first = false) {
        /* The rest of the turn needs time, too. */
        const gint64 part = turn_final(game, &now) ? time : MAX(time / 2, 1);
        limits.until = time == 0 ? 0 : begun + part;
        limits.latest = began + THINK_TIME_WIDE * part;
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

void think_turn(const struct match *match, int level, guint64 seed, gint64 time,
                struct thought *thought)
{
    struct search_limits limits = levels[CLAMP(level, 1, THINK_LEVELS) - 1];
    limits.seed = random_hash(match->now.bytes, match->game->size, seed + match->turns->len);
    think(match, limits, time, thought);
}

void think_well(const struct match *match, guint64 nodes, gint64 time, struct thought *thought)
{
    struct search_limits limits = levels[THINK_LEVELS - 1];
    limits.nodes = nodes;
    think(match, limits, time, thought);
}
