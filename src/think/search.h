/*
 * search.h: looks ahead from a position and finds the best decision.
 *
 * The search is alpha-beta with iterative deepening and a transposition table, over single
 * decisions, so that a turn of two actions is two steps. It knows a game only by its table
 * (games/game.h): the moves, who is to move, how it ended, and how well a seat stands.
 * Where several others play, each of them is taken to play what makes it stand best at once: what
 * they do is a guess, so that nothing is sure then.
 *
 * A search depends on nothing but what it is given: the same position, limits and seed give the
 * same decision on the same kind of machine, unless `until` cuts it short.
 */
#ifndef POSTMOVE_SEARCH_H
#define POSTMOVE_SEARCH_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

enum {
    SEARCH_WON = 1000000, /* a score this high, less the decisions until then, is a sure win */
    SEARCH_SURE =
        SEARCH_WON - 1000, /* scores beyond are sure wins, and below its negative losses */
    SEARCH_DRAW = 100, /* what the thinking seat gives so that the game goes on instead of ending
                          drawn: a draw has this score, negative */
    SEARCH_DEPTH_MAX = 64, /* decisions to look ahead, at most */
    SEARCH_ALL = 100,
};

struct search_limits {
    guint64 nodes; /* positions that are looked at, about */
    int turns;     /* whole turns to look ahead, whoever plays them; SEARCH_DEPTH_MAX: no limit */
    int sees;      /* of SEARCH_ALL turns that it could play it notices about so many; a win always;
                      in a race, that it goes on, too */
    int noise;     /* random error in scores, at most this; 0: none */
    int haste;    /* by how much of SEARCH_ALL its own gains count more than it holds others back */
    guint64 seed; /* of the error, and of what it notices */
    gint64 until; /* processor time, as clock() counts it (microseconds), at which it stops in any
                     case; 0: never */
    gint64 latest; /* g_get_monotonic_time at which it stops, too: others use the processor */
};

/* What a search needs. Make it with search_new. */
struct search;

/* A search of one game. `seen` has the hashes (search_hash; keys are guint64 *) of positions that
 * were on the board, to know repetitions; or it is NULL. `nodes` is how many positions it may look
 * at; it remembers about so many. Free with search_free. */
struct search *search_new(const struct game *game, int seats, GHashTable *seen, guint64 nodes);
void search_free(struct search *search);

typedef struct search Search;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Search, search_free)

/* The hash of a position as repetition compares it. */
guint64 search_hash(const struct game *game, const struct position *position);

struct search_found {
    struct move move; /* the best decision */
    int score;        /* how much better the seat to move stands than the others */
    guint64 nodes;
};

/* Finds the best decision of the seat to move; the game is not over. */
void search_best(struct search *search, const struct position *position,
                 const struct search_limits *limits, struct search_found *found);

#endif
