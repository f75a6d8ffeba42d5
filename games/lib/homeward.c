#include "homeward.h"

#include <string.h>

#include "assign.h"

/* The steps from a cell to every other on an empty board. */
static void find_distances(const struct hop_board *board, int from, uint8_t distance[CELLS_MAX])
{
    uint8_t queue[CELLS_MAX];
    size_t found = 0;
    memset(distance, UINT8_MAX, CELLS_MAX);
    distance[from] = 0;
    queue[found++] = (uint8_t)from;
    for (size_t at = 0; at < found; at++) {
        for (int direction = 0; direction < board->directions; direction++) {
            const int to = board->step[queue[at]][direction];
            if (to != HOP_NONE && distance[to] == UINT8_MAX) {
                distance[to] = (uint8_t)(distance[queue[at]] + 1);
                queue[found++] = (uint8_t)to;
            }
        }
    }
}

int homeward_steps(const struct hop_board *board, const struct cells *men, const struct cells *goal)
{
    struct assign_costs costs = { { { 0 } } };
    uint8_t distance[CELLS_MAX];
    int places = 0;
    int count = 0;
    for (int place = cells_next(goal, 0); place >= 0; place = cells_next(goal, place + 1)) {
        find_distances(board, place, distance);
        count = 0;
        for (int man = cells_next(men, 0); man >= 0; man = cells_next(men, man + 1)) {
            costs.of[count++][places] = distance[man];
        }
        places++;
    }
    return assign_least(count, places, &costs);
}
