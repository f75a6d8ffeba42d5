#include "grid.h"

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

int grid_distance(const struct grid *grid, int cell, int other)
{
    int across = grid_file(grid, cell) - grid_file(grid, other);
    int up = grid_rank(grid, cell) - grid_rank(grid, other);
    across = across < 0 ? -across : across;
    up = up < 0 ? -up : up;
    return across > up ? across : up;
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
    if (scan_peek(&ahead) == '0' || !scan_number(&ahead, GRID_NUMBER_MAX, &number)) {
        return false;
    }
    *square = (struct grid_square){ .letter = letter, .number = (uint8_t)number };
    *scan = ahead;
    return true;
}

int grid_find(const struct grid *grid, struct grid_square square)
{
    return grid_cell(grid, square.letter - 'a', square.number - 1);
}

static void write_square(struct grid_square square, struct text *text)
{
    text_character(text, square.letter);
    text_number(text, square.number);
}

struct grid_square grid_square_of(const struct grid *grid, int cell)
{
    return (struct grid_square){ .letter = (char)('a' + grid_file(grid, cell)),
                                 .number = (uint8_t)(grid_rank(grid, cell) + 1) };
}

void grid_name(const struct grid *grid, int cell, struct text *text)
{
    write_square(grid_square_of(grid, cell), text);
}

struct argument grid_argument(const struct grid *grid, int cell)
{
    return grid_square_argument(grid_square_of(grid, cell));
}

struct argument grid_square_argument(struct grid_square square)
{
    struct argument argument = { .kind = ARGUMENT_CELL };
    struct text text = text_in(argument.text, sizeof argument.text);
    write_square(square, &text);
    return argument;
}

bool grid_refuse(const struct grid *grid, struct note *note, const char *key, int first, int second,
                 int third)
{
    const int cell[] = { first, second, third };
    *note = (struct note){ .key = key };
    for (size_t i = 0; i < 3 && cell[i] != GRID_OFF; i++) {
        note->argument[i] = grid_argument(grid, cell[i]);
    }
    return false;
}

/* ---- tables, drawing, position text ---- */

void grid_hops(const struct grid *grid, struct hop_board *board)
{
    static const int8_t way[HOP_DIRECTIONS_MAX][2] = {
        { 0, 1 }, { 1, 1 }, { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 },
    };
    board->cells = grid_cells(grid);
    board->directions = HOP_DIRECTIONS_MAX;
    for (int cell = 0; cell < board->cells; cell++) {
        for (int direction = 0; direction < board->directions; direction++) {
            const int to = grid_cell(grid, grid_file(grid, cell) + way[direction][0],
                                     grid_rank(grid, cell) + way[direction][1]);
            board->step[cell][direction] = (int16_t)(to == GRID_OFF ? HOP_NONE : to);
        }
    }
    hop_board_finish(board);
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

/* Reads one rank from its left end; what follows it is not looked at. */
static bool read_rank(const struct grid *grid, struct scan *scan, int rank, int owners,
                      struct men *men, struct note *note)
{
    for (int file = 0; file < grid->files; file++, scan->at++) {
        const char c = scan_peek(scan);
        const int cell = grid_cell(grid, file, rank);
        if (c >= '1' && c <= '0' + owners) {
            men_put(men, cell, c - '0');
        } else if (c == '/' || c == ' ' || c == '\0') {
            *note = (struct note){ .key = "position-row",
                                   .argument = { { ARGUMENT_NUMBER, (int16_t)(rank + 1), "" },
                                                 { ARGUMENT_NUMBER, (int16_t)file, "" } } };
            return false;
        } else if (c != '.') {
            *note = (struct note){ .key = "position-square",
                                   .argument = { grid_argument(grid, cell) } };
            return false;
        }
    }
    return true;
}

bool grid_read_men(const struct grid *grid, struct scan *scan, int owners, struct men *men,
                   struct note *note)
{
    *men = (struct men){ 0 };
    for (int rank = grid->ranks - 1; rank >= 0; rank--) {
        if (!read_rank(grid, scan, rank, owners, men, note)) {
            return false;
        }
        if (rank > 0 && !scan_take(scan, '/')) {
            *note = (struct note){ .key = "position-rows",
                                   .argument = { { ARGUMENT_NUMBER, (int16_t)grid->ranks, "" },
                                                 { ARGUMENT_NUMBER, (int16_t)grid->files, "" } } };
            return false;
        }
    }
    return true;
}

void grid_write_men(const struct grid *grid, const struct men *men, struct text *text)
{
    for (int rank = grid->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < grid->files; file++) {
            const int owner = men->owner[grid_cell(grid, file, rank)];
            text_character(text, (char)(owner == 0 ? '.' : '0' + owner));
        }
        if (rank > 0) {
            text_character(text, '/');
        }
    }
}
