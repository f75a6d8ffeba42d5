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

static void gather_after(struct choices *choices, const struct position *position,
                         const struct move *move);

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
        if (final) {
            g_array_append_val(choices->found, choices->so_far);
        } else {
            gather_after(choices, position, &move);
        }
    }
    choices->so_far.count--;
    g_array_set_size(choices->moves, base);
}

static void gather_after(struct choices *choices, const struct position *position,
                         const struct move *move)
{
    struct position after;
    turn_copy(choices->game, &after, position);
    choices->game->apply(&after, move);
    if (turn_complete(choices->game, &after, choices->seat)) {
        g_array_append_val(choices->found, choices->so_far);
    } else {
        gather(choices, &after);
    }
}

static void play_choice(struct match *match, int seat, const struct choice *choice)
{
    g_auto(Trial) trial = { 0 };
    trial_init(&trial, match->game, &match->now, seat);
    for (guint i = 0; i < choice->count; i++) {
        trial_take(&trial, &choice->move[i]);
    }
    record_trial(match, &trial, true);
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
        play_choice(match, seat, &g_array_index(found, struct choice, random_below(found->len)));
    }
    return most;
}
