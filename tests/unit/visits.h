/*
 * visits.h: visits some positions of random games.
 */
#ifndef POSTMOVE_TEST_VISITS_H
#define POSTMOVE_TEST_VISITS_H

#include "games.h"

enum { VISIT_MOVES_MAX = 1024 };

typedef void visitor(const char *options, const struct position *now);

/* Plays at random for so many plies, and visits every `each`-th position and the last one; the
 * seed decides which of them is first. */
static inline void request_game(const struct game *game, const char *options, guint32 seed,
                                int plies, int each, visitor *request)
{
    const struct setup setup = setup_for(game, options);
    struct position now;
    struct note note = { .key = NULL };
    struct move list[VISIT_MOVES_MAX];
    GRand *chance = g_rand_new_with_seed(seed);
    size_t count = 1;
    g_assert_true(game->setup(&now, &setup, &note));
    for (int ply = 0; ply < plies && count > 0; ply++) {
        count = game->moves(&now, list, VISIT_MOVES_MAX);
        g_assert_cmpuint(count, <=, VISIT_MOVES_MAX);
        if (ply % each == (int)seed % each || count == 0) {
            request(options, &now);
        }
        if (count > 0) {
            game->apply(&now, &list[g_rand_int_range(chance, 0, (gint32)count)]);
        }
    }
    g_rand_free(chance);
}

#endif
