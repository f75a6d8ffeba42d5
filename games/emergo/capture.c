#include "games/emergo/capture.h"

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

/* An unfinished capture. A place that is neither vacant nor the enemy's blocks. One that lost
 * its only man stays blocked, since no jump of this piece can end there: its landings are all
 * an even number of rows and of files away. */
struct search {
    const struct diamond *diamond;
    uint64_t vacant, enemy;
    uint8_t caps[DIAMOND_PLACES];
    struct move route;
    const struct capture_filter *filter;
    struct move *list;
    size_t cap, count;
    uint8_t best; /* squares of the longest captures so far */
};

static bool fits_filter(const struct capture_filter *filter, const struct move *move)
{
    if (filter == NULL) {
        return true;
    }
    if (filter->ends) {
        return move->byte[0] == filter->square[0] &&
               move->byte[move->length - 1] == filter->square[filter->squares - 1];
    }
    return filter->squares <= move->length &&
           memcmp(move->byte, filter->square, filter->squares) == 0;
}

/* Keeps a capture that is complete, if none is longer. */
static void keep(struct search *search)
{
    if (search->route.length < search->best) {
        return;
    }
    if (search->route.length > search->best) {
        search->best = search->route.length;
        search->count = 0;
    }
    if (fits_filter(search->filter, &search->route)) {
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

/* Finds all captures that go on from here, in the order of their squares; `came` is the way of
 * the last jump. A capture that can go on is never the longest. */
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
                    const struct capture_filter *filter, struct move *list, size_t cap)
{
    const uint64_t movers = capture_movers(columns, diamond, seat);
    const uint64_t vacant = columns_vacant(columns, diamond);
    struct search search;
    if (movers == 0) {
        return 0;
    }
    search = (struct search){ .diamond = diamond,
                              .enemy = columns->of[1 - seat],
                              .filter = filter,
                              .list = list,
                              .cap = cap };
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
