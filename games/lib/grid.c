#include "grid.h"

#include "notes.h"

int grid_cells(const struct grid *grid)
{
    return grid->files * grid->ranks;
}

int grid_cell(const struct grid *grid, int file, int rank)
{
    if (file < 0 || file >= grid->files || rank < 0 || rank >= grid->ranks) {
        return GRID_OFF;
    }
    return file * grid->ranks + rank;
}

int grid_file(const struct grid *grid, int cell)
{
    return cell / grid->ranks;
}

int grid_rank(const struct grid *grid, int cell)
{
    return cell % grid->ranks;
}

/* ---- names ---- */

bool grid_scan(struct scan *scan, struct grid_square *square)
{
    struct scan ahead = *scan;
    const char letter = scan_lower(&ahead);
    long number = 0;
    if (letter < 'a' || letter > 'z') {
        return false;
    }
    ahead.at++;
    const bool zero = scan_peek(&ahead) == '0';
    if (!scan_number(&ahead, GRID_NUMBER_MAX, &number) || (zero && number > 0)) {
        return false;
    }
    *square = (struct grid_square){ .letter = letter, .number = (uint16_t)number };
    *scan = ahead;
    return true;
}

bool grid_is_drawn(struct scan scan)
{
    struct grid_square left, right;
    if (!grid_scan(&scan, &left) || !scan_blanks(&scan)) {
        return false;
    }
    const char sign = scan_lower(&scan);
    if (sign != 'x' && sign != ',' && sign != ':') {
        return false;
    }
    scan.at++;
    return scan_blanks(&scan) && grid_scan(&scan, &right) && left.letter == right.letter &&
           left.number == right.number;
}

int grid_find(const struct grid *grid, struct grid_square square)
{
    return grid_cell(grid, square.letter - 'a', square.number - 1);
}

void grid_square_name(struct grid_square square, struct text *text)
{
    text_character(text, square.letter);
    text_number(text, square.number);
}

struct argument grid_square_argument(struct grid_square square)
{
    struct argument argument = { .kind = ARGUMENT_CELL };
    struct text text = text_in(argument.text, sizeof argument.text);
    grid_square_name(square, &text);
    return argument;
}

struct grid_square grid_square_of(const struct grid *grid, int cell)
{
    return (struct grid_square){ .letter = (char)('a' + grid_file(grid, cell)),
                                 .number = (uint8_t)(grid_rank(grid, cell) + 1) };
}

void grid_name(const struct grid *grid, int cell, struct text *text)
{
    grid_square_name(grid_square_of(grid, cell), text);
}

/* ---- men as text ---- */

/* The owner a sign stands for, 0 for an empty cell, or -1. */
static int owner_of(char sign, unsigned digits)
{
    if (sign == '.') {
        return 0;
    }
    if (sign < '0' || sign >= '0' + OWNERS_MAX || (digits >> (sign - '0') & 1) == 0) {
        return -1;
    }
    return sign == '0' ? ROWS_NEUTRAL : sign - '0';
}

static enum rows_fault read_cell(char sign, unsigned digits, int cell, struct men *men)
{
    const int owner = owner_of(sign, digits);
    if (owner > 0) {
        men_put(men, cell, owner);
    }
    if (owner >= 0) {
        return ROWS_GOOD;
    }
    return sign == '/' || sign == ' ' || sign == '\0' ? ROWS_END : ROWS_SIGN;
}

enum rows_fault rows_read(const struct rows *rows, struct scan *scan, unsigned digits,
                          struct men *men, struct rows_place *place)
{
    const uint8_t *cell = rows->cell;
    *men = (struct men){ 0 };
    for (place->row = 0; place->row < rows->count; place->row++) {
        const int length = rows->length[place->row];
        for (place->column = 0; place->column < length; place->column++, cell++, scan->at++) {
            place->cell = *cell;
            const enum rows_fault fault = read_cell(scan_peek(scan), digits, *cell, men);
            if (fault != ROWS_GOOD) {
                return fault;
            }
        }
        if (place->row + 1 < rows->count && !scan_take(scan, '/')) {
            return ROWS_SLASH;
        }
    }
    return ROWS_GOOD;
}

void rows_write(const struct rows *rows, const struct men *men, struct text *text)
{
    const uint8_t *cell = rows->cell;
    for (int row = 0; row < rows->count; row++) {
        text_string(text, row > 0 ? "/" : "");
        for (int column = 0; column < rows->length[row]; column++, cell++) {
            const int owner = men->owner[*cell];
            text_character(text, (char)(owner == 0 ? '.' : '0' + owner % OWNERS_MAX));
        }
    }
}

/* ---- tables, drawing, the men of a grid ---- */

void grid_jumps(const struct grid *grid, struct jump_board *board)
{
    static const int8_t way[JUMP_DIRECTIONS_MAX][2] = {
        { 0, 1 }, { 1, 1 }, { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 },
    };
    board->cells = grid_cells(grid);
    board->directions = JUMP_DIRECTIONS_MAX;
    for (int cell = 0; cell < board->cells; cell++) {
        for (int direction = 0; direction < board->directions; direction++) {
            const int to = grid_cell(grid, grid_file(grid, cell) + way[direction][0],
                                     grid_rank(grid, cell) + way[direction][1]);
            board->step[cell][direction] = (int16_t)(to == GRID_OFF ? JUMP_NONE : to);
        }
    }
    jump_board_finish(board);
}

static struct text add_label(struct figures *figures, int x, int y)
{
    struct label *label = &figures->label[figures->labels++];
    label->x = (uint8_t)x;
    label->y = (uint8_t)y;
    return text_in(label->text, sizeof label->text);
}

static void draw_labels(const struct grid *grid, struct figures *figures)
{
    for (int end = 0; end < 2; end++) {
        for (int file = 0; file < grid->files; file++) {
            struct text text = add_label(figures, 2 * file + 2, end * (2 * grid->ranks + 2));
            text_character(&text, (char)('a' + file));
        }
        for (int rank = 0; rank < grid->ranks; rank++) {
            struct text text =
                add_label(figures, end * (2 * grid->files + 2), 2 * (grid->ranks - rank));
            text_number(&text, rank + 1);
        }
    }
}

void grid_draw(const struct grid *grid, struct figures *figures)
{
    *figures = (struct figures){ .width = (uint8_t)(2 * grid->files + 3),
                                 .height = (uint8_t)(2 * grid->ranks + 3),
                                 .across = 1,
                                 .turning = grid->files == grid->ranks ? TURNING_QUARTERS
                                                                       : TURNING_HALVES };
    draw_labels(grid, figures);
    for (int cell = 0; cell < grid_cells(grid); cell++) {
        struct point *point = &figures->point[figures->points++];
        struct text text = text_in(point->name, sizeof point->name);
        point->x = (uint8_t)(2 * grid_file(grid, cell) + 2);
        point->y = (uint8_t)(2 * (grid->ranks - grid_rank(grid, cell)));
        point->kind = POINT_EMPTY;
        point->owner = -1;
        grid_name(grid, cell, &text);
    }
}

/* Ranks from the top, each from its left end. */
static struct rows rows_of(const struct grid *grid)
{
    struct rows rows = { .count = grid->ranks };
    int at = 0;
    for (int row = 0; row < grid->ranks; row++) {
        rows.length[row] = (uint8_t)grid->files;
        for (int file = 0; file < grid->files; file++) {
            rows.cell[at++] = (uint8_t)grid_cell(grid, file, grid->ranks - 1 - row);
        }
    }
    return rows;
}

bool grid_read_men(const struct grid *grid, struct scan *scan, int owners, struct men *men,
                   struct note *note)
{
    const struct rows rows = rows_of(grid);
    const unsigned digits = (2U << owners) - 2;
    struct rows_place place;
    switch (rows_read(&rows, scan, digits, men, &place)) {
    case ROWS_GOOD:
        return true;
    case ROWS_END:
        return refuse_two(note, "position-row", argument_number(grid->ranks - place.row),
                          argument_number(place.column));
    case ROWS_SIGN:
        return refuse_one(note, "position-square",
                          grid_square_argument(grid_square_of(grid, place.cell)));
    case ROWS_SLASH:
        return refuse_two(note, "position-rows", argument_number(grid->ranks),
                          argument_number(grid->files));
    }
    return false;
}

void grid_write_men(const struct grid *grid, const struct men *men, struct text *text)
{
    const struct rows rows = rows_of(grid);
    rows_write(&rows, men, text);
}

/* ---- seats at the corners ---- */

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
