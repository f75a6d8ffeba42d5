#include "match/perft.h"

#include <string.h>

#include "base/random.h"
#include "match/record.h"
#include "match/turn.h"

struct count {
    const struct game *game;
    bool decisions;
    GArray *moves; /* struct move, a stack */
};

static guint64 count_after(struct count *count, const struct position *position, int seat,
                           int depth);

static guint64 count_from(struct count *count, const struct position *position, int depth)
{
    int seat = count->game->actor(position);
    if (depth == 0 || seat < 0) {
        return depth == 0;
    }
    return count_after(count, position, seat, depth);
}

/* Counts on from each decision of `seat`, whose turn is not complete yet. */
static guint64 count_after(struct count *count, const struct position *position, int seat,
                           int depth)
{
    const struct game *game = count->game;
    struct move first;
    if (depth == 1 && (count->decisions || turn_final(game, position))) {
        return game->moves(position, &first, 1);
    }
    guint base = count->moves->len;
    guint moves = turn_decisions(game, position, count->moves);
    guint64 total = 0;
    for (guint i = 0; i < moves; i++) {
        struct position after;
        turn_copy(game, &after, position);
        game->apply(&after, &g_array_index(count->moves, struct move, base + i));
        if (count->decisions || turn_complete(game, &after, seat)) {
            total += count_from(count, &after, depth - 1);
        } else {
            total += count_after(count, &after, seat, depth);
        }
    }
    g_array_set_size(count->moves, base);
    return total;
}

guint64 perft(const struct game *game, const struct position *position, int depth, bool decisions)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    struct count count = { .game = game, .decisions = decisions, .moves = moves };
    return count_from(&count, position, depth);
}

/* ---- shares ---- */

struct division {
    const struct game *game;
    int depth;
    bool decisions;
    GArray *shares;
};

static bool add_share(const char *text, const struct position *after, void *data)
{
    struct division *division = data;
    struct perft_share share = {
        .turn = g_strdup(text),
        .count = perft(division->game, after, division->depth - 1, division->decisions),
    };
    g_array_append_val(division->shares, share);
    return false;
}

static void share_clear(gpointer data)
{
    struct perft_share *share = data;
    g_free(share->turn);
}

static gint share_compare(gconstpointer a, gconstpointer b)
{
    const struct perft_share *first = a;
    const struct perft_share *second = b;
    return strcmp(first->turn, second->turn);
}

GArray *perft_divide(const struct game *game, const struct position *position, int depth,
                     bool decisions)
{
    struct division division = {
        .game = game,
        .depth = depth,
        .decisions = decisions,
        .shares = g_array_new(FALSE, FALSE, sizeof(struct perft_share)),
    };
    g_array_set_clear_func(division.shares, share_clear);
    if (depth > 0) {
        turn_each(game, position, decisions, add_share, &division);
    }
    g_array_sort(division.shares, share_compare);
    return division.shares;
}

/* ---- random games ---- */

/* A whole turn. */
struct choice {
    struct move move[TURN_DECISIONS_MAX];
    guint count;
};

/* All turns of a position. */
struct choices {
    const struct game *game;
    int seat;
    GArray *moves;        /* struct move, a stack */
    GArray *found;        /* struct choice */
    struct choice so_far; /* the decisions taken */
};

static void gather(struct choices *choices, const struct position *position)
{
    const struct game *game = choices->game;
    const guint base = choices->moves->len;
    const guint count = turn_decisions(game, position, choices->moves);
    const bool final = turn_final(game, position);
    g_assert(choices->so_far.count < TURN_DECISIONS_MAX);
    choices->so_far.count++;
    for (guint i = 0; i < count; i++) {
        const struct move move = g_array_index(choices->moves, struct move, base + i);
        choices->so_far.move[choices->so_far.count - 1] = move;
        if (!final) {
            struct position after;
            turn_copy(game, &after, position);
            game->apply(&after, &move);
            if (!turn_complete(game, &after, choices->seat)) {
                gather(choices, &after);
                continue;
            }
        }
        g_array_append_val(choices->found, choices->so_far);
    }
    choices->so_far.count--;
    g_array_set_size(choices->moves, base);
}

guint playout(struct match *match)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct choice));
    guint most = 0;
    for (int seat = match_actor(match); seat >= 0; seat = match_actor(match)) {
        struct choices choices = {
            .game = match->game, .seat = seat, .moves = moves, .found = found
        };
        g_array_set_size(found, 0);
        gather(&choices, &match->now);
        most = MAX(most, found->len);
        const struct choice *choice =
            &g_array_index(found, struct choice, random_below(found->len));
        g_auto(Trial) trial = { 0 };
        trial_init(&trial, match->game, &match->now, seat);
        for (guint i = 0; i < choice->count; i++) {
            trial_take(&trial, &choice->move[i]);
        }
        record_trial(match, &trial, true);
    }
    return most;
}
