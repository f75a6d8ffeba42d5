#include "star.h"

#include "rows.h"

/* The rows from the top: the number of their first hole, its cell, and how
 * many holes there are. */
static const struct {
    uint8_t first, cell, length;
} rows[STAR_ROWS] = {
    { 5, 0, 1 },   { 5, 1, 2 },    { 5, 3, 3 },    { 5, 6, 4 },    { 1, 10, 13 },  { 2, 23, 12 },
    { 3, 35, 11 }, { 4, 46, 10 },  { 5, 56, 9 },   { 5, 65, 10 },  { 5, 75, 11 },  { 5, 86, 12 },
    { 5, 98, 13 }, { 10, 111, 4 }, { 11, 115, 3 }, { 12, 118, 2 }, { 13, 120, 1 },
};

/* The middle of the board, I9, and how far from it the hexagon's edge is. */
enum { MIDDLE_ROW = 8, MIDDLE_NUMBER = 9, HEXAGON = 4 };

int star_cell(int row, int number)
{
    if (row < 0 || row >= STAR_ROWS || number < rows[row].first ||
        number >= rows[row].first + rows[row].length) {
        return STAR_OFF;
    }
    return rows[row].cell + number - rows[row].first;
}

int star_row(int cell)
{
    int row = STAR_ROWS - 1;
    while (cell < rows[row].cell) {
        row--;
    }
    return row;
}

int star_number(int cell)
{
    const int row = star_row(cell);
    return rows[row].first + cell - rows[row].cell;
}

static int absolute(int value)
{
    return value < 0 ? -value : value;
}

static int larger(int value, int other)
{
    return value > other ? value : other;
}

int star_distance(int cell, int other)
{
    /* Each step changes two of these three by one and leaves the third. */
    const int down = star_row(other) - star_row(cell);
    const int across = star_number(other) - star_number(cell);
    return larger(absolute(across - down), larger(absolute(down), absolute(across)));
}

/* ---- triangles ---- */

int star_triangle(int cell)
{
    const int down = star_row(cell) - MIDDLE_ROW;
    const int across = star_number(cell) - MIDDLE_NUMBER;
    const bool beyond[STAR_TRIANGLES] = {
        down<-HEXAGON, across - down>
            HEXAGON,
        across > HEXAGON,
        down > HEXAGON,
        across - down < -HEXAGON,
        across < -HEXAGON,
    };
    int triangle = STAR_TRIANGLES - 1;
    while (triangle >= 0 && !beyond[triangle]) {
        triangle--;
    }
    return triangle;
}

struct cells star_triangle_cells(int triangle)
{
    struct cells set = { { 0 } };
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        if (star_triangle(cell) == triangle) {
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

/* ---- names ---- */

struct grid_square star_square(int cell)
{
    if (cell == STAR_OFF) {
        return (struct grid_square){ 0 };
    }
    return (struct grid_square){ .letter = (char)('a' + star_row(cell)),
                                 .number = (uint8_t)star_number(cell) };
}

int star_find(struct grid_square square)
{
    return star_cell(square.letter - 'a', square.number);
}

void star_name(int cell, struct text *text)
{
    grid_square_name(star_square(cell), text);
}

struct argument star_argument(int cell)
{
    return grid_square_argument(star_square(cell));
}

bool star_refuse(struct note *note, const char *key, int first, int second, int third)
{
    return grid_square_refuse(note, key, star_square(first), star_square(second),
                              star_square(third));
}

/* ---- tables, drawing, position text ---- */

void star_hops(struct hop_board *board)
{
    static const int8_t way[STAR_TRIANGLES][2] = {
        { -1, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, -1 }, { -1, -1 },
    };
    board->cells = STAR_CELLS;
    board->directions = STAR_TRIANGLES;
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        for (int direction = 0; direction < board->directions; direction++) {
            const int to = star_cell(star_row(cell) + way[direction][0],
                                     star_number(cell) + way[direction][1]);
            board->step[cell][direction] = (int16_t)(to == STAR_OFF ? HOP_NONE : to);
        }
    }
    hop_board_finish(board);
}

void star_draw(struct figures *figures)
{
    enum { MIDDLE_X = 12 };
    *figures = (struct figures){ .width = 2 * MIDDLE_X + 1,
                                 .height = 2 * STAR_ROWS - 1,
                                 .across = 1,
                                 .turning = TURNING_SIXTHS,
                                 .points = STAR_CELLS };
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        const int row = star_row(cell);
        const int aside = 2 * (star_number(cell) - MIDDLE_NUMBER) - (row - MIDDLE_ROW);
        struct point *point = &figures->point[cell];
        struct text text = text_in(point->name, sizeof point->name);
        point->x = (uint8_t)(MIDDLE_X + aside);
        point->y = (uint8_t)(2 * row);
        point->kind = POINT_EMPTY;
        point->owner = -1;
        star_name(cell, &text);
    }
}

/* The cells are numbered in the order they are written. */
static struct rows rows_in_order(void)
{
    struct rows order = { .count = STAR_ROWS };
    for (int row = 0; row < STAR_ROWS; row++) {
        order.length[row] = rows[row].length;
    }
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        order.cell[cell] = (uint8_t)cell;
    }
    return order;
}

bool star_read_men(struct scan *scan, unsigned digits, struct men *men, struct note *note)
{
    const struct rows order = rows_in_order();
    struct rows_place place;
    switch (rows_read(&order, scan, digits, men, &place)) {
    case ROWS_GOOD:
        return true;
    case ROWS_END:
        *note = (struct note){ .key = "position-row",
                               .argument = {
                                   star_argument(rows[place.row].cell),
                                   { ARGUMENT_NUMBER, (int16_t)place.column, "" },
                                   { ARGUMENT_NUMBER, (int16_t)rows[place.row].length, "" } } };
        return false;
    case ROWS_SIGN:
        return star_refuse(note, "position-square", place.cell, STAR_OFF, STAR_OFF);
    case ROWS_SLASH:
        *note = (struct note){ .key = "position-rows",
                               .argument = { { ARGUMENT_NUMBER, STAR_ROWS, "" } } };
        return false;
    }
    return false;
}

void star_write_men(const struct men *men, struct text *text)
{
    const struct rows order = rows_in_order();
    rows_write(&order, men, text);
}
