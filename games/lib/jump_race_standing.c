/*
 * jump_race_standing.c: how well a seat stands in a race of jump_race.h, for a program that plays.
 *
 * Each man outside the goal costs the steps to the nearest place in the goal where no man of its
 * set stands. A man far away costs more than its steps, because a straggler finds nobody to jump
 * over. A step is worth more near the end of the race than at its beginning, so the standing is
 * minus the logarithm of the sum.
 */
#include "games/lib/jump_race.h"

enum {
    STEP = 100, /* what a step costs */
    BEHIND_DIVISOR = 2500,
    DOUBLING = 1024, /* so that a good move gains about 100 */
    FEW = 1000,      /* is added to each sum, so that the last steps do not count for too much */
};

/* What a man costs on each cell beside its steps, by set. Filled on first use, never changed. */
struct costs {
    bool known;
    uint16_t of[SEATS_MAX][CELLS_MAX];
};

static struct costs costs_of[RACE_GROUNDS];

/* Finds these costs: they grow with the square of the mean distance from all places of the goal. */
static void find_costs(const struct race_ground *ground, struct costs *costs)
{
    for (int set = 0; set < ground->sets; set++) {
        const struct cells *goal = &ground->goal[set].cells;
        const int places = cells_count(goal);
        for (int from = 0; places > 0 && from < ground->jumps->cells; from++) {
            int steps = 0;
            for (int cell = cells_next(goal, 0); cell >= 0; cell = cells_next(goal, cell + 1)) {
                steps += ground->jumps->steps[from][cell];
            }
            const int mean = STEP * steps / places;
            costs->of[set][from] = (uint16_t)(mean * mean / BEHIND_DIVISOR);
        }
    }
    costs->known = true;
}

/* The logarithm of a number from 1 on, DOUBLING for each doubling, with straight lines between. */
static int logarithm(int number)
{
    int doublings = 0;
    for (int rest = number; rest > 1; rest >>= 1) {
        doublings++;
    }
    return DOUBLING * (doublings - 1) + (int)(((int64_t)number * DOUBLING) >> doublings);
}

int jump_race_standing(const struct position *position, int seat)
{
    const struct race *race = race_in(position);
    const struct race_ground *ground = race_ground(race);
    struct costs *costs = &costs_of[race->rules.ground];
    int sum = FEW + STEP * jump_race_distance(position, seat);
    if (!costs->known) {
        find_costs(ground, costs);
    }
    for (int set = 0; set < ground->sets; set++) {
        const struct cells *own = &race->men.of[set];
        for (int man = cells_next(own, 0); ground->seat_of[set] == seat && man >= 0;
             man = cells_next(own, man + 1)) {
            sum += costs->of[set][man];
        }
    }
    return -logarithm(sum);
}
