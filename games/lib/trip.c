#include "trip.h"

struct trip trip_begin(const struct columns *columns, const struct diamond *diamond, int seat,
                       int from)
{
    struct trip trip = { .diamond = diamond,
                         .columns = *columns,
                         .start = columns,
                         .seat = seat,
                         .at = from,
                         .came = DIAMOND_WAYS };
    columns_lift(&trip.columns, diamond->place[from]);
    return trip;
}

enum trip_fault trip_jump(struct trip *trip, int to, int *over)
{
    const struct diamond *diamond = trip->diamond;
    const int way = diamond_way(diamond, trip->at, to, 2);
    if (way == DIAMOND_WAYS) {
        return TRIP_NO_JUMP;
    }
    *over = diamond_step(diamond, trip->at, way);
    const int place = diamond->place[*over];
    const int owner = columns_owner(&trip->columns, place);
    const bool was_enemy = columns_owner(trip->start, place) == 1 - trip->seat;
    if (trip->came != DIAMOND_WAYS && way == DIAMOND_WAYS - 1 - trip->came) {
        return TRIP_BACK;
    }
    if (owner < 0) {
        return was_enemy ? TRIP_GONE : TRIP_NOTHING;
    }
    if (owner == trip->seat) {
        return was_enemy ? TRIP_FREED : TRIP_OWN;
    }
    if (columns_owner(&trip->columns, diamond->place[to]) >= 0) {
        return TRIP_NO_ROOM;
    }
    columns_take(&trip->columns, place);
    trip->at = to;
    trip->came = way;
    return TRIP_GOOD;
}

/* The best end of a trip that has visited `route`, and that whole route. */
static int go_on(const struct trip *trip, const struct move *route, struct move *best)
{
    int most = route->length - 1;
    *best = *route;
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        const int next = diamond_step(trip->diamond, trip->at, way);
        const int to = next == GRID_OFF ? GRID_OFF : diamond_step(trip->diamond, next, way);
        struct trip further = *trip;
        struct move longer = *route, end;
        int over = GRID_OFF;
        if (to == GRID_OFF || trip_jump(&further, to, &over) != TRIP_GOOD) {
            continue;
        }
        longer.byte[longer.length++] = (uint8_t)to;
        const int men = go_on(&further, &longer, &end);
        if (men > most) {
            most = men;
            *best = end;
        }
    }
    return most;
}

/* The best trip from the first of the squares over all the others. */
static int most_along(const struct columns *columns, const struct diamond *diamond, int seat,
                      const uint8_t *square, size_t squares, struct move *best)
{
    struct move route = { .length = 1, .byte = { square[0] } };
    if (columns_owner(columns, diamond->place[square[0]]) != seat) {
        return 0;
    }
    struct trip trip = trip_begin(columns, diamond, seat, square[0]);
    for (size_t i = 1; i < squares; i++) {
        int over = GRID_OFF;
        if (trip_jump(&trip, square[i], &over) != TRIP_GOOD) {
            return 0;
        }
        route.byte[route.length++] = square[i];
    }
    return go_on(&trip, &route, best);
}

int trip_most(const struct columns *columns, const struct diamond *diamond, int seat,
              const uint8_t *square, size_t squares, struct move *best)
{
    int most = 0;
    if (squares > 0) {
        return most_along(columns, diamond, seat, square, squares, best);
    }
    for (int i = 0; i < diamond->squares; i++) {
        struct move end;
        const int men = most_along(columns, diamond, seat, &diamond->square[i], 1, &end);
        if (men > most) {
            most = men;
            *best = end;
        }
    }
    return most;
}
