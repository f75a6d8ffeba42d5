#include "notes.h"

#include <string.h>

#include "star.h"

bool refuse(struct note *note, const char *key)
{
    return refuse_with(note, key, NULL, 0);
}

bool refuse_number(struct note *note, const char *key, int number)
{
    return refuse_one(note, key, argument_number(number));
}

bool refuse_one(struct note *note, const char *key, struct argument argument)
{
    return refuse_with(note, key, &argument, 1);
}

bool refuse_two(struct note *note, const char *key, struct argument first, struct argument second)
{
    return refuse_with(note, key, (const struct argument[]){ first, second }, 2);
}

bool refuse_with(struct note *note, const char *key, const struct argument *argument, size_t count)
{
    *note = (struct note){ .key = key };
    if (count > 0) {
        memcpy(note->argument, argument, count * sizeof *argument);
    }
    return false;
}

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

bool refuse_cell(const struct grid *grid, struct note *note, const char *key, int cell)
{
    return naming_refuse(grid, note, key, cell, GRID_OFF, GRID_OFF);
}

bool refuse_cells(const struct grid *grid, struct note *note, const char *key, int first,
                  int second)
{
    return naming_refuse(grid, note, key, first, second, GRID_OFF);
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

void notes_add(struct notes *notes, const struct note *note)
{
    if (notes->count < notes->cap) {
        notes->note[notes->count++] = *note;
    }
}
