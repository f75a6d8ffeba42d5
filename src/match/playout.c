#include "match/playout.h"

#include "base/random.h"
#include "match/record.h"
#include "match/turn.h"

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
