#include "naming.h"

#include "star.h"

int naming_find(const struct grid *grid, struct grid_square square)
{
    return grid != NULL ? grid_find(grid, square) : star_find(square);
}

int naming_last(const struct grid *grid)
{
    return (grid != NULL ? grid_cells(grid) : STAR_CELLS) - 1;
}

struct argument naming_argument(const struct grid *grid, int cell)
{
    return grid_square_argument(grid != NULL ? grid_square_of(grid, cell) : star_square(cell));
}

bool naming_refuse(const struct grid *grid, struct note *note, const char *key, int first,
                   int second, int third)
{
    const int cell[] = { first, second, third };
    *note = (struct note){ .key = key };
    for (size_t i = 0; i < 3 && cell[i] != GRID_OFF; i++) {
        note->argument[i] = naming_argument(grid, cell[i]);
    }
    return false;
}
