#include "diamond.h"

enum { CENTRE_PLACE = 30 };

static int distance(int from, int to)
{
    return from < to ? to - from : from - to;
}

static void make(struct diamond *diamond, int side)
{
    const int middle = side / 2;
    diamond->grid = (struct grid){ side, side, NULL };
    for (int cell = 0; cell < grid_cells(&diamond->grid); cell++) {
        const int row = grid_file(&diamond->grid, cell);
        const int column = grid_rank(&diamond->grid, cell);
        if (distance(row, middle) + distance(column, middle) > middle) {
            continue;
        }
        const int place = CENTRE_PLACE + (column - middle) * diamond_by(DIAMOND_RIGHT) +
                          (row - middle) * diamond_by(DIAMOND_DOWN);
        diamond->square[diamond->squares++] = (uint8_t)cell;
        diamond->place[cell] = (uint8_t)place;
        diamond->cell[place] = (uint8_t)cell;
        diamond->all |= diamond_bit(place);
    }
}

const struct diamond *diamond_of(int side)
{
    static struct diamond small, large;
    struct diamond *diamond = side == DIAMOND_SMALL ? &small : &large;
    if (diamond->squares == 0) {
        make(diamond, side == DIAMOND_SMALL ? DIAMOND_SMALL : DIAMOND_LARGE);
    }
    return diamond;
}

bool diamond_has(const struct diamond *diamond, int cell)
{
    return cell >= 0 && cell < grid_cells(&diamond->grid) && diamond->place[cell] != 0;
}

int diamond_centre(const struct diamond *diamond)
{
    return diamond->cell[CENTRE_PLACE];
}

/* ---- square by square ---- */

int diamond_step(const struct diamond *diamond, int cell, int way)
{
    static const int8_t step[DIAMOND_WAYS][2] = { { -1, 0 }, { 0, -1 }, { 0, 1 }, { 1, 0 } };
    const int to = grid_cell(&diamond->grid, grid_file(&diamond->grid, cell) + step[way][0],
                             grid_rank(&diamond->grid, cell) + step[way][1]);
    return diamond_has(diamond, to) ? to : GRID_OFF;
}

int diamond_way(const struct diamond *diamond, int from, int to, int steps)
{
    for (int way = 0; way < DIAMOND_WAYS; way++) {
        int cell = from;
        for (int i = 0; i < steps && cell != GRID_OFF; i++) {
            cell = diamond_step(diamond, cell, way);
        }
        if (cell == to) {
            return way;
        }
    }
    return DIAMOND_WAYS;
}

/* ---- drawing ---- */

/* So many half cells are left of the board and above it, for letters, numbers
 * and the strokes between them and the board. */
enum { EDGE = 2 };

static void add_label(struct figures *figures, int x, int y, char sign)
{
    struct text text = grid_add_label(figures, x, y);
    text_character(&text, sign);
}

void diamond_draw(const struct diamond *diamond, struct figures *figures)
{
    const int side = diamond->grid.files;
    *figures = (struct figures){ .width = (uint8_t)(2 * side + EDGE),
                                 .height = (uint8_t)(2 * side + EDGE),
                                 .turning = TURNING_HALVES,
                                 .across = 2,
                                 .open = true };
    for (int i = 0; i < side; i++) {
        add_label(figures, 0, EDGE + 2 * i, (char)('A' + i));
        add_label(figures, 1, EDGE + 2 * i, '-');
        add_label(figures, EDGE + 2 * i, 0, (char)('1' + i));
        add_label(figures, EDGE + 2 * i, 1, '|');
    }
    for (int i = 0; i < diamond->squares; i++) {
        const int cell = diamond->square[i];
        const int row = grid_file(&diamond->grid, cell);
        const int column = grid_rank(&diamond->grid, cell);
        struct point *point =
            grid_add_point(&diamond->grid, cell, EDGE + 2 * column, EDGE + 2 * row, figures);
        point->name[0] = (char)('A' + row);
    }
}
