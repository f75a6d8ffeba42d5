#include "think/search.h"

#include <string.h>
#include <time.h>

#include "base/random.h"

enum {
    TABLE_BITS_LEAST = 8,
    TABLE_BITS_MOST = 20, /* 16 MiB */
    MOVES_MAX = 1 << 16,
    HISTORY_SIZE = 1 << 12,
    INFINITE = SEARCH_WON + 1,
    ORDER_DEPTH = 2,   /* from this depth on the moves of a node are ordered by what they lead to */
    REDUCE_DEPTH = 3,  /* from this depth on late moves are looked at less deeply at first */
    REDUCE_BEHIND = 6, /* moves before them; a depth further, behind twice as many, less still */
    CLOCK_EVERY = 1024,
    PLIES_MAX = 4 * SEARCH_DEPTH_MAX,
    CROWD_MOVES = 10,     /* where several others play: own moves that are tried below the root, */
    CROWD_DEPTH = 6,      /* decisions to look ahead, */
    CROWD_NODES = 65000,  /* and positions to look at, but only one in CROWD_SHARE of a level's: */
    CROWD_SHARE = 4,      /* beyond that the guesses at what others play are too often wrong */
    WORK_MOST = 75000000, /* positions that are looked at, times the moves of the first: where
                             there are many moves, each position takes longer */
};

/* What a search has found out about a position. Findings are kept by its hash in a table of fixed
 * size: a newer one takes the place of an older one, unless that is a deeper one of the same
 * position. Two positions with the same hash would be confused; of 64 bits that does not happen in
 * practice, and a move that a finding names is played only if it is legal. */
struct finding {
    guint64 hash;
    gint32 score; /* for the side to move */
    guint16 move; /* a hash of the best move; 0: none */
    guint8 depth; /* decisions that were looked ahead */
    guint8 bound; /* how the score is to be read */
};

enum { BOUND_NONE, BOUND_EXACT, BOUND_AT_LEAST, BOUND_AT_MOST };

/* A move of a node, and how promising it is. */
struct option_at {
    struct move move;
    gint32 order;
};

struct search {
    const struct game *game;
    int seats;
    GHashTable *seen;
    struct finding *findings; /* so many, less one, as `mask` */
    guint64 mask;
    struct option_at *moves; /* those of all nodes on the way, a stack */
    struct move *listed;     /* room to list the moves of a position */
    gint32 history[HISTORY_SIZE];
    guint64 path[PLIES_MAX];      /* hashes of the positions on the way */
    struct move guess[PLIES_MAX]; /* of several others, at each ply */
    int turned[PLIES_MAX];        /* whole turns that led there, at each ply */
    int root;                     /* the seat that thinks */
    unsigned side;                /* bit n: seat n wins together with it */
    bool crowd;                   /* several others play: what they do is guessed */
    int own, stands;              /* how it stands at the root, and how much better than others */
    int distance;                 /* how far it is there from where it has to go */
    int repeated;                 /* the score of a position that was there before */
    struct search_limits limits;
    guint64 nodes;
    guint64 clock_at; /* nodes at which the clock is looked at again */
    bool stopped;
};

struct search *search_new(const struct game *game, int seats, GHashTable *seen, guint64 nodes)
{
    const int bits = CLAMP((int)g_bit_storage((gulong)nodes), TABLE_BITS_LEAST, TABLE_BITS_MOST);
    struct search *search = g_new0(struct search, 1);
    search->game = game;
    search->seats = seats;
    search->seen = seen;
    search->findings = g_new0(struct finding, (gsize)1 << bits);
    search->mask = ((guint64)1 << bits) - 1;
    search->moves = g_new(struct option_at, MOVES_MAX);
    search->listed = g_new(struct move, MOVES_MAX);
    return search;
}

void search_free(struct search *search)
{
    g_free(search->findings);
    g_free(search->moves);
    g_free(search->listed);
    g_free(search);
}

guint64 search_hash(const struct game *game, const struct position *position)
{
    return random_hash(position->bytes, game_identity(game), 0);
}

static guint64 move_hash(const struct move *move)
{
    return random_hash(move, sizeof *move, 0);
}

/* ---- scores ---- */

/* The place of each seat; 0 for those in play. With two seats nobody leaves before the end. */
static void find_places(const struct search *search, const struct position *position,
                        struct result *result)
{
    *result = (struct result){ 0 };
    if (search->seats > 2) {
        search->game->result(position, result);
    }
}

/* How much better the root's side stands than the best of the others that still play, without
 * looking ahead; of partners the mean counts. In haste, its gains since the root count more. */
static int standing(const struct search *search, const struct position *position)
{
    int best = -INFINITE, sum = 0, count = 0;
    struct result result;
    find_places(search, position, &result);
    for (int seat = 0; seat < search->seats; seat++) {
        if (result.place[seat] != 0) {
            continue;
        }
        const int stands = game_standing(search->game, position, seat);
        if ((search->side >> seat & 1) != 0) {
            sum += stands;
            count++;
        } else {
            best = MAX(best, stands);
        }
    }
    const int own = sum / MAX(count, 1);
    const int score = own - best + search->limits.haste * (own - search->own) / SEARCH_ALL;
    return count == 0 ? -SEARCH_SURE + 1 : best == -INFINITE ? SEARCH_SURE - 1 : score;
}

/* How well the seat that moved to the position stands there, for a guess at what it plays. */
static int guessed_standing(const struct search *search, const struct position *position, int seat)
{
    struct result result;
    find_places(search, position, &result);
    return result.place[seat] != 0 ? -SEARCH_SURE + 1 : game_standing(search->game, position, seat);
}

/* The score of a finished game for the root's side; `ply` decisions from the root. */
static int final_score(const struct search *search, const struct position *position, int ply)
{
    struct result result = { 0 };
    search->game->result(position, &result);
    if (result.drawn || result.place[search->root] == 0) {
        return -SEARCH_DRAW;
    }
    return result.place[search->root] == 1 ? SEARCH_WON - ply : ply - SEARCH_WON;
}

/* How the position looks for the root's side. What it overlooks seems bad; but in a race it goes on
 * even if it does not see how well. */
static int leaf_score(const struct search *search, const struct position *position)
{
    const struct game *game = search->game;
    const struct search_limits *limits = &search->limits;
    const guint64 chance = random_hash(position->bytes, game->size, limits->seed);
    int score = standing(search, position);
    if ((int)(chance % SEARCH_ALL) >= limits->sees) {
        const bool goes_on =
            game->distance != NULL && game->distance(position, search->root) <= search->distance;
        score = goes_on ? search->stands : score - SEARCH_SURE / 2;
    }
    score += (int)(chance / SEARCH_ALL % (guint64)(2 * limits->noise + 1)) - limits->noise;
    return CLAMP(score, -SEARCH_SURE + 1, SEARCH_SURE - 1);
}

/* True if the root's side is to move. */
static bool is_mine(const struct search *search, const struct position *position)
{
    return (search->side >> search->game->actor(position) & 1) != 0;
}

/* ---- moves ---- */

/* Lists the moves of a position at search->moves[base]. */
static size_t list_moves(struct search *search, const struct position *position, size_t base)
{
    const size_t count =
        MIN(search->game->moves(position, search->listed, MOVES_MAX - base), MOVES_MAX - base);
    for (size_t i = 0; i < count; i++) {
        search->moves[base + i].move = search->listed[i];
    }
    return count;
}

/* Says how promising each of the moves is. `first` is the hash of the one to try first. */
static void rate_moves(struct search *search, const struct position *position, size_t base,
                       size_t count, guint16 first, int depth)
{
    enum { FIRST = INFINITE * 2 };
    const struct game *game = search->game;
    const bool mine = is_mine(search, position);
    const int seat = game->actor(position);
    for (size_t i = base; i < base + count; i++) {
        struct option_at *option = &search->moves[i];
        const guint64 hash = move_hash(&option->move);
        option->order = search->history[hash % HISTORY_SIZE] / 16;
        if (depth >= ORDER_DEPTH) {
            struct position after;
            memcpy(after.bytes, position->bytes, game->size);
            game->apply(&after, &option->move);
            search->nodes++;
            const bool over = game->actor(&after) < 0;
            const int score = over                     ? final_score(search, &after, 0)
                              : search->crowd && !mine ? -guessed_standing(search, &after, seat)
                              : search->crowd          ? leaf_score(search, &after)
                                                       : standing(search, &after);
            option->order += mine ? score : -score;
        }
        if (first != 0 && (guint16)hash == first) {
            option->order = FIRST;
        }
    }
}

/* Brings the most promising of the moves from `at` to `end` to `at`. */
static const struct move *next_move(struct search *search, size_t at, size_t end)
{
    size_t best = at;
    for (size_t i = at + 1; i < end; i++) {
        best = search->moves[i].order > search->moves[best].order ? i : best;
    }
    const struct option_at chosen = search->moves[best];
    search->moves[best] = search->moves[at];
    search->moves[at] = chosen;
    return &search->moves[at].move;
}

/* Brings the move that one of several others is taken to play to the front: what it played at this
 * ply before, else what makes it stand best at once. */
static void bring_guess(struct search *search, const struct position *position, size_t base,
                        size_t count, int ply)
{
    for (size_t i = base; i < base + count; i++) {
        if (memcmp(&search->moves[i].move, &search->guess[ply], sizeof search->guess[ply]) == 0) {
            search->moves[i].move = search->moves[base].move;
            search->moves[base].move = search->guess[ply];
            return;
        }
    }
    rate_moves(search, position, base, count, 0, ORDER_DEPTH);
    search->guess[ply] = *next_move(search, base, base + count);
}

/* ---- the search ---- */

static bool must_stop(struct search *search)
{
    if (search->nodes >= search->limits.nodes) {
        search->stopped = true;
    }
    if (search->limits.until != 0 && search->nodes >= search->clock_at) {
        search->clock_at = search->nodes + CLOCK_EVERY;
        search->stopped |=
            clock() >= search->limits.until || g_get_monotonic_time() >= search->limits.latest;
    }
    return search->stopped;
}

/* True if a position was on the board before, or is on the way to itself. */
static bool is_repeated(const struct search *search, guint64 hash, int ply)
{
    for (int i = 0; i < ply; i++) {
        if (search->path[i] == hash) {
            return true;
        }
    }
    return search->seen != NULL && g_hash_table_contains(search->seen, &hash);
}

static int look(struct search *search, const struct position *position, size_t base, int depth,
                int ply, int alpha, int beta);

/* The score of the position after a move, for the side that made it. */
static int score_after(struct search *search, const struct position *position,
                       const struct move *move, size_t base, int depth, int ply, int alpha,
                       int beta)
{
    const struct game *game = search->game;
    const bool mine = is_mine(search, position);
    struct position after;
    memcpy(after.bytes, position->bytes, game->size);
    game->apply(&after, move);
    search->nodes++;
    search->turned[ply + 1] = search->turned[ply] + (game_between(game, &after) ? 1 : 0);
    if (game->actor(&after) < 0) {
        const int score = final_score(search, &after, ply + 1);
        return mine ? score : -score;
    }
    return is_mine(search, &after) == mine
               ? look(search, &after, base, depth, ply + 1, alpha, beta)
               : -look(search, &after, base, depth, ply + 1, -beta, -alpha);
}

/* The table keeps how far a win is from the position, not from the root. */
static int to_table(int score, int ply)
{
    return score > SEARCH_SURE ? score + ply : score < -SEARCH_SURE ? score - ply : score;
}

static int from_table(int score, int ply)
{
    return score > SEARCH_SURE ? score - ply : score < -SEARCH_SURE ? score + ply : score;
}

/* True if the table answers. */
static bool is_known(const struct finding *finding, int depth, int ply, int alpha, int beta,
                     int *score)
{
    if (finding == NULL || finding->depth < depth) {
        return false;
    }
    *score = from_table(finding->score, ply);
    return finding->bound == BOUND_EXACT || (finding->bound == BOUND_AT_LEAST && *score >= beta) ||
           (finding->bound == BOUND_AT_MOST && *score <= alpha);
}

/* How much less deeply a move is looked at first, as the `number`-th of its node. */
static int reduction(int depth, size_t number)
{
    return (depth >= REDUCE_DEPTH && number >= REDUCE_BEHIND ? 1 : 0) +
           (depth > REDUCE_DEPTH && number >= 2 * (size_t)REDUCE_BEHIND ? 1 : 0);
}

/* Looks at the best `tried` of the moves of a node in turn. Returns the best score; *best is its
 * move. */
static int look_at_moves(struct search *search, const struct position *position, size_t base,
                         size_t count, size_t tried, int depth, int ply, int alpha, int beta,
                         struct move *best)
{
    int most = -INFINITE;
    const size_t end = base + count;
    for (size_t i = base; i < base + tried; i++) {
        const struct move move = tried > 1 ? *next_move(search, i, end) : search->moves[i].move;
        const int less = reduction(depth, i - base);
        int score = alpha + 1;
        if (i > base) { /* is it better at all? */
            score =
                score_after(search, position, &move, end, depth - 1 - less, ply, alpha, alpha + 1);
        }
        if (i == base || (score > alpha && (score < beta || less > 0) && !search->stopped)) {
            score = score_after(search, position, &move, end, depth - 1, ply, alpha, beta);
        }
        if (search->stopped) {
            break; /* this score is not whole */
        }
        if (score > most) {
            most = score;
            *best = move;
        }
        alpha = MAX(alpha, score);
        if (alpha >= beta) {
            gint32 *history = &search->history[move_hash(&move) % HISTORY_SIZE];
            *history = MIN(*history + depth * depth, 1 << 14);
            break;
        }
    }
    return most;
}

/* The score of a position for the side to move. `base` is where the free part of the stack of
 * moves begins. */
static int look(struct search *search, const struct position *position, size_t base, int depth,
                int ply, int alpha, int beta)
{
    const struct game *game = search->game;
    const bool mine = is_mine(search, position);
    const guint64 identity = search_hash(game, position);
    if (must_stop(search)) {
        return 0;
    }
    if (is_repeated(search, identity, ply)) {
        return mine ? search->repeated : -search->repeated;
    }
    if (depth <= 0 || search->turned[ply] >= search->limits.turns || ply >= PLIES_MAX - 1) {
        const int score = leaf_score(search, position);
        return mine ? score : -score;
    }
    const guint64 hash = random_hash(position->bytes + game_identity(game),
                                     game->size - game_identity(game), identity);
    struct finding *place = &search->findings[hash & search->mask];
    const struct finding *finding =
        place->hash == hash && place->bound != BOUND_NONE ? place : NULL;
    int score;
    if (is_known(finding, depth, ply, alpha, beta, &score)) {
        return score;
    }
    const guint16 first = finding != NULL ? finding->move : 0;
    const size_t count = list_moves(search, position, base);
    if (count == 0) { /* no room for more moves */
        score = leaf_score(search, position);
        return mine ? score : -score;
    }
    const bool guessed = search->crowd && !mine;
    search->path[ply] = identity;
    size_t tried = count;
    if (guessed) {
        bring_guess(search, position, base, count, ply);
        tried = 1;
    } else if (count > 1) {
        rate_moves(search, position, base, count, first, search->crowd ? ORDER_DEPTH : depth);
        tried = search->crowd ? MIN(count, (size_t)CROWD_MOVES) : count;
    }
    struct move best = search->moves[base].move;
    /* A forced move costs no depth. */
    score = look_at_moves(search, position, base, count, tried, tried == 1 ? depth + 1 : depth, ply,
                          alpha, beta, &best);
    if (search->stopped) {
        return 0;
    }
    const struct finding kept = {
        .hash = hash,
        .score = to_table(score, ply),
        .move = (guint16)move_hash(&best),
        .depth = (guint8)depth,
        .bound = score >= beta   ? BOUND_AT_LEAST
                 : score > alpha ? BOUND_EXACT
                                 : BOUND_AT_MOST,
    };
    if (place->hash != hash || place->depth <= depth) {
        *place = kept;
    }
    return score;
}

/* Sets who wins together with the root's seat, and how they stand. */
static void take_sides(struct search *search, const struct position *position)
{
    const struct game *game = search->game;
    int others = 0;
    struct result result;
    search->root = game->actor(position);
    search->side = 1U << search->root;
    find_places(search, position, &result);
    for (int seat = 0; seat < search->seats; seat++) {
        if (game->partners != NULL && game->partners(position, search->root, seat)) {
            search->side |= 1U << seat;
        } else {
            others += seat != search->root && result.place[seat] == 0;
        }
    }
    search->crowd = others > 1;
    search->own = game_standing(game, position, search->root);
    search->stands = standing(search, position);
    search->distance = game->distance != NULL ? game->distance(position, search->root) : 0;
    /* Only a level that looks far plays for a draw; for others it is no better than to go on. */
    const bool far = search->limits.turns == SEARCH_DEPTH_MAX && search->limits.haste == 0;
    search->repeated = far ? -SEARCH_DRAW : MIN(search->stands, 0) - SEARCH_DRAW;
}

void search_best(struct search *search, const struct position *position,
                 const struct search_limits *limits, struct search_found *found)
{
    *found = (struct search_found){ .score = 0 };
    search->limits = *limits;
    take_sides(search, position);
    search->limits.nodes =
        search->crowd ? MIN(limits->nodes / CROWD_SHARE, (guint64)CROWD_NODES) : limits->nodes;
    search->nodes = search->clock_at = 0;
    search->stopped = false;
    memset(search->history, 0, sizeof search->history);
    memset(search->guess, 0, sizeof search->guess);
    memset(search->findings, 0, (search->mask + 1) * sizeof *search->findings);
    search->path[0] = search_hash(search->game, position);
    const size_t count = list_moves(search, position, 0);
    search->limits.nodes = MIN(search->limits.nodes, WORK_MOST / MAX(count, 1));
    rate_moves(search, position, 0, count, 0, ORDER_DEPTH);
    found->move = *next_move(search, 0, count);
    /* Where the turns are limited, they end the search, so that it need not begin shallow. */
    const int most = search->crowd ? CROWD_DEPTH : SEARCH_DEPTH_MAX;
    const int first = limits->turns < SEARCH_DEPTH_MAX ? most : 1;
    for (int depth = first; depth <= most && !search->stopped; depth++) {
        struct move best = found->move;
        rate_moves(search, position, 0, count, depth > first ? (guint16)move_hash(&best) : 0,
                   ORDER_DEPTH);
        const int score =
            look_at_moves(search, position, 0, count, count, depth, 0, -INFINITE, INFINITE, &best);
        /* If time ran out before a way around a loss was found, there may be one. */
        if (search->stopped && score < -SEARCH_SURE) {
            break;
        }
        if (score > -INFINITE) {
            found->move = best;
            found->score = score;
        }
        const bool sure = score > SEARCH_SURE || score < -SEARCH_SURE;
        if (count == 1 || (sure && !search->crowd)) {
            break;
        }
    }
    if (search->crowd) { /* what others play is only guessed */
        found->score = CLAMP(found->score, -SEARCH_SURE, SEARCH_SURE);
    }
    found->nodes = search->nodes;
}
