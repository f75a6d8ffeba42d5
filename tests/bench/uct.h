/*
 * uct.h: a player to measure the program against: it finds a decision by playing on at random.
 *
 * This is plain UCT (upper confidence bounds applied to trees), which needs nothing but the rules.
 */
#ifndef POSTMOVE_UCT_H
#define POSTMOVE_UCT_H

#include <glib.h>
#include <math.h>
#include <string.h>

#include "games/game.h"

enum {
    NODES_MOST = 1 << 20, /* 32 MiB */
    MOVES_MOST = 4096,
    PLAYOUT_MOST = 1000, /* decisions; a longer game counts as a draw */
    DEPTH_MOST = 256,
    CLOCK_EVERY = 16, /* games */
};

/* A decision in the tree. */
struct node {
    struct move move;
    guint32 first, count; /* the decisions after it; count 0: not known yet */
    guint32 visits;
    float won; /* games won by the seat that decided so, a draw being half of one */
};

struct tree {
    const struct game *game;
    int seats;
    struct node *nodes;
    guint32 used;
    GRand *chance;
    struct move listed[MOVES_MOST];
};

/* What each seat has won. */
static void rewards(const struct tree *tree, const struct position *position,
                    float reward[SEATS_MAX])
{
    struct result result = { 0 };
    tree->game->result(position, &result);
    for (int seat = 0; seat < tree->seats; seat++) {
        reward[seat] = !result.over || result.drawn ? 0.5F : result.place[seat] == 1 ? 1.0F : 0.0F;
    }
}

static size_t list(struct tree *tree, const struct position *position)
{
    return MIN(tree->game->moves(position, tree->listed, MOVES_MOST), (size_t)MOVES_MOST);
}

static void play_out(struct tree *tree, struct position *position)
{
    for (int i = 0; i < PLAYOUT_MOST && tree->game->actor(position) >= 0; i++) {
        const size_t count = list(tree, position);
        tree->game->apply(position,
                          &tree->listed[g_rand_int_range(tree->chance, 0, (gint32)count)]);
    }
}

static void expand(struct tree *tree, guint32 at, const struct position *position)
{
    const size_t count = list(tree, position);
    if (tree->used + count > NODES_MOST) {
        return;
    }
    tree->nodes[at].first = tree->used;
    tree->nodes[at].count = (guint32)count;
    for (size_t i = 0; i < count; i++) {
        tree->nodes[tree->used++] = (struct node){ .move = tree->listed[i] };
    }
}

/* The child with the best upper bound; one that was never tried comes first. */
static guint32 choose(struct tree *tree, guint32 at)
{
    const struct node *parent = &tree->nodes[at];
    const float log_visits = logf((float)parent->visits + 1.0F);
    const guint32 turn = (guint32)g_rand_int_range(tree->chance, 0, (gint32)parent->count);
    guint32 best = 0;
    float most = -1.0F;
    for (guint32 i = 0; i < parent->count; i++) {
        const guint32 child = parent->first + (i + turn) % parent->count;
        const struct node *node = &tree->nodes[child];
        if (node->visits == 0) {
            return child;
        }
        const float bound =
            node->won / (float)node->visits + sqrtf(2.0F * log_visits / (float)node->visits);
        if (bound > most) {
            most = bound;
            best = child;
        }
    }
    return best;
}

/* One game: down the tree, on at random, and the result back up. */
static void play_once(struct tree *tree, const struct position *start)
{
    guint32 way[DEPTH_MOST];
    int seat[DEPTH_MOST];
    int depth = 0;
    guint32 at = 0;
    struct position now;
    memcpy(now.bytes, start->bytes, tree->game->size);
    way[depth] = at;
    seat[depth++] = -1;
    while (depth < DEPTH_MOST && tree->game->actor(&now) >= 0) {
        if (tree->nodes[at].count == 0 && (at == 0 || tree->nodes[at].visits > 0)) {
            expand(tree, at, &now);
        }
        if (tree->nodes[at].count == 0) {
            break;
        }
        at = choose(tree, at);
        seat[depth] = tree->game->actor(&now);
        way[depth++] = at;
        tree->game->apply(&now, &tree->nodes[at].move);
        if (tree->nodes[at].visits == 0) {
            break;
        }
    }
    play_out(tree, &now);
    float reward[SEATS_MAX];
    rewards(tree, &now, reward);
    for (int i = 0; i < depth; i++) {
        struct node *node = &tree->nodes[way[i]];
        node->visits++;
        node->won += seat[i] >= 0 ? reward[seat[i]] : 0.0F;
    }
}

/* The best decision of the seat to move, found until that g_get_monotonic_time; the game is not
 * over. */
static struct move uct_best(const struct game *game, int seats, const struct position *position,
                            guint64 seed, gint64 until)
{
    g_autofree struct tree *tree = g_new0(struct tree, 1);
    tree->game = game;
    tree->seats = seats;
    tree->nodes = g_new(struct node, NODES_MOST);
    tree->nodes[0] = (struct node){ .visits = 0 };
    tree->used = 1;
    tree->chance = g_rand_new_with_seed((guint32)(seed ^ (seed >> 32)));
    expand(tree, 0, position);
    const struct node *root = &tree->nodes[0];
    for (guint64 games = 0; root->count > 1; games++) {
        if (games % CLOCK_EVERY == 0 && g_get_monotonic_time() >= until) {
            break;
        }
        play_once(tree, position);
    }
    const struct node *best = &tree->nodes[root->first];
    for (guint32 i = 1; i < root->count; i++) {
        const struct node *child = &tree->nodes[root->first + i];
        best = child->visits > best->visits ? child : best;
    }
    const struct move move = best->move;
    g_free(tree->nodes);
    g_rand_free(tree->chance);
    return move;
}

#endif
