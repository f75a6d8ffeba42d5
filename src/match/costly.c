#include "match/costly.h"

#include "match/turn.h"

bool costly_turn(const struct game *game, const struct position *before,
                 const struct position *after, int seat, struct note *note)
{
    return game->costly != NULL && game->costly(before, after, seat, note);
}

/* A search for the rest of a turn that gives nothing away. */
struct search {
    const struct game *game;
    const struct position *before;
    int seat;
    bool whatever; /* give away what it may */
    GArray *moves; /* struct move, a stack */
    GString *text; /* the decisions so far */
};

static bool finds(struct search *search, const struct position *position)
{
    const struct game *game = search->game;
    guint base = search->moves->len;
    gsize length = search->text->len;
    guint count = turn_decisions(game, position, search->moves);
    bool found = false;
    for (guint i = 0; i < count && !found; i++) {
        struct move move = g_array_index(search->moves, struct move, base + i);
        struct position after;
        struct note note = { 0 };
        g_string_truncate(search->text, length);
        turn_print(game, position, &move, search->text);
        turn_copy(game, &after, position);
        game->apply(&after, &move);
        found = turn_complete(game, &after, search->seat)
                    ? search->whatever ||
                          !costly_turn(game, search->before, &after, search->seat, &note)
                    : finds(search, &after);
    }
    g_array_set_size(search->moves, base);
    if (!found) {
        g_string_truncate(search->text, length);
    }
    return found;
}

static bool complete(const struct game *game, const struct position *before,
                     const struct position *now, bool whatever, GString *text)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    struct search search = {
        .game = game,
        .before = before,
        .seat = game->actor(before),
        .whatever = whatever,
        .moves = moves,
        .text = text,
    };
    return search.seat >= 0 && finds(&search, now);
}

bool costly_avoidable(const struct game *game, const struct position *position)
{
    g_autoptr(GString) text = g_string_new(NULL);
    return complete(game, position, position, false, text);
}

void costly_avoid(const struct game *game, const struct position *before,
                  const struct position *now, GString *text)
{
    if (!complete(game, before, now, false, text)) {
        complete(game, before, now, true, text);
    }
}
