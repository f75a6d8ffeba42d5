#include "homeward.h"

#include "assign.h"

int homeward_steps(const struct hop_board *board, const struct cells *men, const struct cells *goal)
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
