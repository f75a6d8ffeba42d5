#include "star.h"

#include "notes.h"

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

/* Rows count from 0, numbers are as in the name; STAR_OFF beyond the board. */
static int cell_at(int row, int number)
{
    if (row < 0 || row >= STAR_ROWS || number < rows[row].first ||
        number >= rows[row].first + rows[row].length) {
        return STAR_OFF;
    }
    return rows[row].cell + number - rows[row].first;
}

static int row_of(int cell)
{
    int row = STAR_ROWS - 1;
    while (cell < rows[row].cell) {
        row--;
    }
    return row;
}

static int number_of(int cell)
{
    const int row = row_of(cell);
    return rows[row].first + cell - rows[row].cell;
}

/* ---- triangles ---- */

/* Of a cell in the hexagon, -1. */
static int triangle_of(int cell)
{
    const int down = row_of(cell) - MIDDLE_ROW;
    const int across = number_of(cell) - MIDDLE_NUMBER;
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

/* ---- names ---- */

int star_find(struct grid_square square)
{
    return cell_at(square.letter - 'a', square.number);
}

struct grid_square star_square(int cell)
{
    return (struct grid_square){ .letter = (char)('a' + row_of(cell)),
                                 .number = (uint8_t)number_of(cell) };
}

/* ---- tables, drawing, position text ---- */

void star_jumps(struct jump_board *board)
{
    static const int8_t way[STAR_TRIANGLES][2] = {
        { -1, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, -1 }, { -1, -1 },
    };
    board->cells = STAR_CELLS;
    board->directions = STAR_TRIANGLES;
    for (int cell = 0; cell < STAR_CELLS; cell++) {
        for (int direction = 0; direction < board->directions; direction++) {
            const int to =
                cell_at(row_of(cell) + way[direction][0], number_of(cell) + way[direction][1]);
            board->step[cell][direction] = (int16_t)(to == STAR_OFF ? JUMP_NONE : to);
        }
    }
    jump_board_finish(board);
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
        const int row = row_of(cell);
        const int aside = 2 * (number_of(cell) - MIDDLE_NUMBER) - (row - MIDDLE_ROW);
        struct point *point = &figures->point[cell];
        struct text text = text_in(point->name, sizeof point->name);
        point->x = (uint8_t)(MIDDLE_X + aside);
        point->y = (uint8_t)(2 * row);
        point->kind = POINT_EMPTY;
        point->owner = -1;
        grid_square_name(star_square(cell), &text);
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
        *note =
            (struct note){ .key = "position-row",
                           .argument = { grid_square_argument(star_square(rows[place.row].cell)),
                                         argument_number(place.column),
                                         argument_number(rows[place.row].length) } };
        return false;
    case ROWS_SIGN:
        return refuse_one(note, "position-square", grid_square_argument(star_square(place.cell)));
    case ROWS_SLASH:
        return refuse_one(note, "position-rows", argument_number(STAR_ROWS));
    }
    return false;
}

void star_write_men(const struct men *men, struct text *text)
{
    const struct rows order = rows_in_order();
    rows_write(&order, men, text);
}
