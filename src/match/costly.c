#include "match/costly.h"

#include "match/turn.h"

bool costly_turn(const struct game *game, const struct position *before,
                 const struct position *after, int seat, struct note *note)
{
    return game->costly != NULL && game->costly(before, after, seat, note);
}

/* A search for a turn that gives nothing away. */
struct search {
    const struct game *game;
    const struct position *before;
    int seat;
    GArray *moves; /* struct move, a stack */
};

static bool finds(struct search *search, const struct position *position)
{
    const struct game *game = search->game;
    guint base = search->moves->len;
    guint count = turn_decisions(game, position, search->moves);
    bool found = false;
    for (guint i = 0; i < count && !found; i++) {
        struct position after;
        struct note note = { 0 };
        turn_copy(game, &after, position);
        game->apply(&after, &g_array_index(search->moves, struct move, base + i));
        found = turn_complete(game, &after, search->seat)
                    ? !game->costly(search->before, &after, search->seat, &note)
                    : finds(search, &after);
    }
    g_array_set_size(search->moves, base);
    return found;
}

bool costly_avoidable(const struct game *game, const struct position *position)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    struct search search = {
        .game = game,
        .before = position,
        .seat = game->actor(position),
        .moves = moves,
    };
    return search.seat >= 0 && finds(&search, position);
}
