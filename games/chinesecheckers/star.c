#include "games/chinesecheckers/star.h"

/* The rows from the top. */
static const struct grid_line rows[STAR_ROWS] = {
    { 5, 1, 0 },   { 5, 2, 1 },    { 5, 3, 3 },    { 5, 4, 6 },    { 1, 13, 10 },  { 2, 12, 23 },
    { 3, 11, 35 }, { 4, 10, 46 },  { 5, 9, 56 },   { 5, 10, 65 },  { 5, 11, 75 },  { 5, 12, 86 },
    { 5, 13, 98 }, { 10, 4, 111 }, { 11, 3, 115 }, { 12, 2, 118 }, { 13, 1, 120 },
};

const struct grid star_grid = { .files = STAR_ROWS, .ranks = 13, .line = rows };

/* How many rows a hole is below the middle of the board, I9. */
static int rows_down(int cell)
{
    return grid_file(&star_grid, cell) - 8;
}

static int numbers_across(int cell)
{
    return grid_rank(&star_grid, cell) - 8;
}

/* ---- triangles ---- */

/* The triangle of a cell; -1 in the hexagon. */
static int triangle_of(int cell)
{
    enum { HEXAGON = 4 }; /* distance of its edge from the middle */
    const int down = rows_down(cell);
    const int across = numbers_across(cell);
    const int aside = across - down;
    const int reach[STAR_TRIANGLES] = { -down, aside, across, down, -aside, -across };
    int triangle = STAR_TRIANGLES - 1;
    while (triangle >= 0 && reach[triangle] <= HEXAGON) {
        triangle--;
    }
    return triangle;
}

struct cells star_triangle_cells(int triangle)
{
    struct cells set = { { 0 } };
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        if (triangle_of(cell) == triangle) {
            cells_add(&set, cell);
        }
    }
    return set;
}

int star_opposite(int triangle)
{
    return (triangle + STAR_TRIANGLES / 2) % STAR_TRIANGLES;
}

int star_turn(int triangle)
{
    enum { BOTTOM = 3 };
    return (triangle - BOTTOM + STAR_TRIANGLES) % STAR_TRIANGLES;
}

/* ---- tables, drawing ---- */

void star_jumps(struct jump_board *board)
{
    static const int8_t way[STAR_TRIANGLES][2] = {
        { -1, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, -1 }, { -1, -1 },
    };
    grid_jumps(&star_grid, STAR_TRIANGLES, way, board);
}

void star_draw(struct figures *figures)
{
    enum { MIDDLE_X = 12, MIDDLE_Y = STAR_ROWS - 1 };
    *figures = (struct figures){ .width = 2 * MIDDLE_X + 1,
                                 .height = 2 * MIDDLE_Y + 1,
                                 .across = 1,
                                 .turning = TURNING_SIXTHS };
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        const int down = rows_down(cell);
        grid_add_point(&star_grid, cell, MIDDLE_X + 2 * numbers_across(cell) - down,
                       MIDDLE_Y + 2 * down, figures);
    }
}
