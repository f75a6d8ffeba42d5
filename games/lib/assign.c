#include "games/lib/assign.h"

#include <limits.h>
#include <stdbool.h>

enum { NOBODY = ASSIGN_MAX };

/* Prices of men and places, such that no pair costs less than its two prices together, and
 * which man has which place so far. The last row stands for no man and no place. */
struct market {
    int places;
    int man_price[ASSIGN_MAX + 1], place_price[ASSIGN_MAX + 1];
    int holder[ASSIGN_MAX + 1];
    const struct assign_costs *costs;
};

/* The state of the search for one man's place. */
struct search {
    int least[ASSIGN_MAX + 1]; /* cheapest way found to each place */
    int before[ASSIGN_MAX + 1];
    bool done[ASSIGN_MAX + 1];
};

/* Extends the search from the man who has `place`; returns the nearest place. */
static int look_from(struct market *market, struct search *search, int place)
{
    const int man = market->holder[place];
    int nearest = NOBODY;
    int margin = INT_MAX;
    search->done[place] = true;
    for (int other = 0; other < market->places; other++) {
        if (search->done[other]) {
            continue;
        }
        const int extra =
            market->costs->of[man][other] - market->man_price[man] - market->place_price[other];
        if (extra < search->least[other]) {
            search->least[other] = extra;
            search->before[other] = place;
        }
        if (search->least[other] < margin) {
            margin = search->least[other];
            nearest = other;
        }
    }
    for (int other = 0; other <= ASSIGN_MAX; other++) {
        if (search->done[other]) {
            market->man_price[market->holder[other]] += margin;
            market->place_price[other] -= margin;
        } else {
            search->least[other] -= other < market->places ? margin : 0;
        }
    }
    return nearest;
}

/* Finds a place for one more man; other men may get new places. */
static void place_man(struct market *market, int man)
{
    struct search search = { .done = { false } };
    int place = NOBODY;
    for (int other = 0; other <= ASSIGN_MAX; other++) {
        search.least[other] = INT_MAX;
    }
    market->holder[NOBODY] = man;
    do {
        place = look_from(market, &search, place);
    } while (market->holder[place] != NOBODY);
    while (place != NOBODY) {
        market->holder[place] = market->holder[search.before[place]];
        place = search.before[place];
    }
}

int assign_least(int men, int places, const struct assign_costs *costs)
{
    struct market market = { .places = places, .costs = costs };
    int sum = 0;
    for (int place = 0; place <= ASSIGN_MAX; place++) {
        market.holder[place] = NOBODY;
    }
    for (int man = 0; man < men; man++) {
        place_man(&market, man);
    }
    for (int place = 0; place < places; place++) {
        sum += market.holder[place] != NOBODY ? costs->of[market.holder[place]][place] : 0;
    }
    return sum;
}

int assign_steps(const struct jump_board *board, const struct cells *men, const struct cells *goal)
{
    struct assign_costs costs = { { { 0 } } };
    int places = 0;
    int count = 0;
    for (int place = cells_next(goal, 0); place >= 0; place = cells_next(goal, place + 1)) {
        count = 0;
        for (int man = cells_next(men, 0); man >= 0; man = cells_next(men, man + 1)) {
            costs.of[count++][places] = board->steps[place][man];
        }
        places++;
    }
    return assign_least(count, places, &costs);
}
