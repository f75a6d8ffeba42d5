#include "corner.h"

/* Is it at the right, at the top? */
static const bool sides[CORNERS][2] = {
    { true, false }, { false, false }, { false, true }, { true, true }
};

int corner_of(int seats, int seat)
{
    return seats == 2 ? 2 * seat : seat;
}

int corner_opposite(int corner)
{
    return (corner + CORNERS / 2) % CORNERS;
}

struct cells corner_yard(const struct grid *grid, const uint8_t ranks[CORNER_RANKS], int corner)
{
    struct cells yard = { { 0 } };
    for (int up = 0; up < CORNER_RANKS; up++) {
        for (int in = 0; in < ranks[up]; in++) {
            cells_add(&yard, grid_cell(grid, sides[corner][0] ? grid->files - 1 - in : in,
                                       sides[corner][1] ? grid->ranks - 1 - up : up));
        }
    }
    return yard;
}
