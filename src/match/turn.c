#include "match/turn.h"

#include <string.h>

enum { DECISIONS_GUESS = 256 }; /* more than most positions of most games have */

void turn_copy(const struct game *game, struct position *to, const struct position *from)
{
    memcpy(to->bytes, from->bytes, game->size);
}

bool turn_complete(const struct game *game, const struct position *position, int seat)
{
    return game_between(game, position) || game->actor(position) != seat;
}

bool turn_final(const struct game *game, const struct position *position)
{
    return game->final == NULL || game->final(position);
}

guint turn_decisions(const struct game *game, const struct position *position, GArray *moves)
{
    guint base = moves->len;
    size_t room = DECISIONS_GUESS;
    size_t count = 0;
    g_array_set_size(moves, base + (guint)room);
    count = game->moves(position, &g_array_index(moves, struct move, base), room);
    if (count > room) {
        room = count;
        g_array_set_size(moves, base + (guint)room);
        count = game->moves(position, &g_array_index(moves, struct move, base), room);
    }
    g_array_set_size(moves, base + (guint)count);
    return (guint)count;
}

void turn_print(const struct game *game, const struct position *position, const struct move *move,
                GString *text)
{
    char buffer[TURN_TEXT_MAX];
    struct text printed = text_in(buffer, sizeof buffer);
    game->print(position, move, &printed);
    if (text->len > 0) {
        g_string_append_c(text, ',');
    }
    g_string_append(text, buffer);
}

gint turn_compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* ---- visiting all turns ---- */

struct walk {
    const struct game *game;
    int seat;
    bool decisions;
    GArray *moves; /* struct move, a stack */
    GString *text; /* the decisions so far */
    turn_visitor *request;
    void *data;
};

static void walk_on(struct walk *walk, const struct position *position)
{
    guint base = walk->moves->len;
    gsize length = walk->text->len;
    guint count = turn_decisions(walk->game, position, walk->moves);
    for (guint i = 0; i < count; i++) {
        struct move move = g_array_index(walk->moves, struct move, base + i);
        struct position after;
        turn_copy(walk->game, &after, position);
        turn_print(walk->game, position, &move, walk->text);
        walk->game->apply(&after, &move);
        if (walk->decisions || turn_complete(walk->game, &after, walk->seat)) {
            walk->request(walk->text->str, &after, walk->data);
        } else {
            walk_on(walk, &after);
        }
        g_string_truncate(walk->text, length);
    }
    g_array_set_size(walk->moves, base);
}

void turn_each(const struct game *game, const struct position *position, bool decisions,
               turn_visitor *request, void *data)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    g_autoptr(GString) text = g_string_new(NULL);
    struct walk walk = {
        .game = game,
        .seat = game->actor(position),
        .decisions = decisions,
        .moves = moves,
        .text = text,
        .request = request,
        .data = data,
    };
    if (walk.seat >= 0) {
        walk_on(&walk, position);
    }
}

/* ---- costly turns ---- */

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
