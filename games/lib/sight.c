#include "sight.h"

int sight_way(const struct grid *grid, int from, int to)
{
    const int across = grid_file(grid, to) - grid_file(grid, from);
    const int up = grid_rank(grid, to) - grid_rank(grid, from);
    if ((across == 0) == (up == 0)) {
        return SIGHT_WAYS;
    }
    if (across == 0) {
        return up > 0 ? SIGHT_UP : SIGHT_DOWN;
    }
    return across > 0 ? SIGHT_RIGHT : SIGHT_LEFT;
}

int sight_step(const struct grid *grid, int cell, int way)
{
    static const int across[SIGHT_WAYS] = { [SIGHT_RIGHT] = 1, [SIGHT_LEFT] = -1 };
    static const int up[SIGHT_WAYS] = { [SIGHT_UP] = 1, [SIGHT_DOWN] = -1 };
    return grid_cell(grid, grid_file(grid, cell) + across[way], grid_rank(grid, cell) + up[way]);
}

int sight_man(const struct grid *grid, const struct men *men, int cell, int way)
{
    do {
        cell = sight_step(grid, cell, way);
    } while (cell != GRID_OFF && men->owner[cell] == 0);
    return cell;
}

int sight_man_of(const struct grid *grid, const struct men *men, int cell, int way, int owner)
{
    do {
        cell = sight_man(grid, men, cell, way);
    } while (cell != GRID_OFF && men->owner[cell] != owner);
    return cell;
}

bool sight_wall(const struct grid *grid, const struct men *men, int cell, int way,
                struct sight_wall *wall)
{
    const int forward = way == SIGHT_UP || way == SIGHT_RIGHT ? way : (way + 2) % SIGHT_WAYS;
    wall->first = sight_man(grid, men, cell, (forward + 2) % SIGHT_WAYS);
    wall->second = sight_man(grid, men, cell, forward);
    if (wall->first == GRID_OFF || wall->second == GRID_OFF) {
        return false;
    }
    wall->owner = men->owner[wall->first];
    return wall->owner == men->owner[wall->second];
}
