#include "diamond.h"

#include <string.h>

enum { CENTRE_PLACE = 30 };

static int distance(int from, int to)
{
    return from < to ? to - from : from - to;
}

static void make(struct diamond *diamond, int side)
{
    const int middle = side / 2;
    diamond->grid = (struct grid){ side, side };
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

/* Behind the labels: two half cells at the left, and two lines above. */
enum { EDGE = 2 };

static void add_label(struct figures *figures, int x, int y, const char *text)
{
    struct label *label = &figures->label[figures->labels++];
    struct text out = text_in(label->text, sizeof label->text);
    label->x = (uint8_t)x;
    label->y = (uint8_t)y;
    text_string(&out, text);
}

static void draw_labels(const struct diamond *diamond, struct figures *figures)
{
    for (int i = 0; i < diamond->grid.files; i++) {
        const char letter[] = { (char)('A' + i), ' ', '-', '\0' };
        const char number[] = { (char)('1' + i), '\0' };
        add_label(figures, EDGE - 1, EDGE + 2 * i, letter);
        add_label(figures, EDGE + 2 * i, 0, number);
        add_label(figures, EDGE + 2 * i, 1, "|");
    }
}

void diamond_draw(const struct diamond *diamond, struct figures *figures)
{
    memset(figures, 0, sizeof *figures);
    figures->width = (uint8_t)(2 * diamond->grid.ranks + EDGE);
    figures->height = (uint8_t)(2 * diamond->grid.files + EDGE);
    figures->turning = TURNING_HALVES;
    figures->across = 2;
    figures->open = true;
    draw_labels(diamond, figures);
    for (int i = 0; i < diamond->squares; i++) {
        const int cell = diamond->square[i];
        const int row = grid_file(&diamond->grid, cell);
        const int column = grid_rank(&diamond->grid, cell);
        struct point *point = &figures->point[figures->points++];
        point->x = (uint8_t)(EDGE + 2 * column);
        point->y = (uint8_t)(EDGE + 2 * row);
        point->kind = POINT_EMPTY;
        point->owner = -1;
        point->name[0] = (char)('A' + row);
        point->name[1] = (char)('1' + column);
    }
}
