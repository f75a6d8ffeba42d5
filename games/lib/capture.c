#include "capture.h"

#include <string.h>

uint64_t capture_movers(const struct columns *columns, const struct diamond *diamond, int seat)
{
    const uint64_t vacant = columns_vacant(columns, diamond);
    uint64_t movers = 0;
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        const uint64_t jumped = columns->of[1 - seat] & diamond_shift(vacant, way);
        movers |= diamond_shift(jumped, way);
    }
    return movers & columns->of[seat];
}

uint64_t capture_exposed(const struct columns *columns, const struct diamond *diamond, int seat)
{
    const uint64_t vacant = columns_vacant(columns, diamond);
    uint64_t exposed = 0;
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        exposed |= diamond_shift(columns->of[1 - seat], way) &
                   diamond_shift(vacant, DIAMOND_WAYS - 1 - way);
    }
    return exposed & vacant;
}

/* ---- the search ---- */

/* A capture on its way. A place that is neither vacant nor the enemy's blocks; one
 * that was jumped bare stays so, since no jump of this piece can end there: its
 * landings are all an even number of rows and of files away. */
struct search {
    const struct diamond *diamond;
    uint64_t vacant, enemy;
    uint8_t caps[DIAMOND_PLACES];
    struct move route;
    const struct capture_wish *wish;
    struct move *list;
    size_t cap, count;
    uint8_t best; /* squares of the longest captures so far */
};

static bool is_wished(const struct capture_wish *wish, const struct move *move)
{
    if (wish == NULL) {
        return true;
    }
    if (wish->ends) {
        return move->byte[0] == wish->square[0] &&
               move->byte[move->length - 1] == wish->square[wish->squares - 1];
    }
    return wish->squares <= move->length && memcmp(move->byte, wish->square, wish->squares) == 0;
}

/* Keeps a capture that has come to its end, if none is longer. */
static void keep(struct search *search)
{
    if (search->route.length < search->best) {
        return;
    }
    if (search->route.length > search->best) {
        search->best = search->route.length;
        search->count = 0;
    }
    if (is_wished(search->wish, &search->route)) {
        if (search->count < search->cap) {
            search->list[search->count] = search->route;
        }
        search->count++;
    }
}

static void go_on(struct search *search, int place, int came);

/* Jumps, goes on from there, and undoes the jump. */
static void jump(struct search *search, int over, int to, int way)
{
    const uint64_t enemy = search->enemy;
    if (--search->caps[over] == 0) {
        search->enemy &= ~diamond_bit(over);
    }
    search->route.byte[search->route.length++] = search->diamond->cell[to];
    go_on(search, to, way);
    search->route.byte[--search->route.length] = 0;
    search->caps[over]++;
    search->enemy = enemy;
}

/* All captures on from here, in the order of the squares they come to; `came`
 * is the way of the last jump. Only the end of one can be the longest. */
static void go_on(struct search *search, int place, int came)
{
    bool ends = true;
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        const int over = place + diamond_by(way);
        const int to = over + diamond_by(way);
        if (way != DIAMOND_WAYS - 1 - came && (search->enemy >> over & 1) != 0 &&
            (search->vacant >> to & 1) != 0) {
            ends = false;
            jump(search, over, to, way);
        }
    }
    if (ends) {
        keep(search);
    }
}

size_t capture_list(const struct columns *columns, const struct diamond *diamond, int seat,
                    const struct capture_wish *wish, struct move *list, size_t cap)
{
    const uint64_t movers = capture_movers(columns, diamond, seat);
    const uint64_t vacant = columns_vacant(columns, diamond);
    struct search search;
    if (movers == 0) {
        return 0;
    }
    search = (struct search){
        .diamond = diamond, .enemy = columns->of[1 - seat], .wish = wish, .list = list, .cap = cap
    };
    memcpy(search.caps, columns->caps, sizeof search.caps);
    for (int i = 0; i < diamond->squares; i++) {
        const int from = diamond->place[diamond->square[i]];
        if ((movers >> from & 1) != 0) {
            search.vacant = vacant | diamond_bit(from);
            search.route = (struct move){ .length = 1, .byte = { diamond->square[i] } };
            go_on(&search, from, DIAMOND_WAYS);
        }
    }
    return search.count;
}
