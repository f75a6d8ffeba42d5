#include "games/lib/grid.h"

#include <string.h>

/* The squares of one letter. */
static struct grid_line line_of(const struct grid *grid, int file)
{
    return grid->line != NULL
               ? grid->line[file]
               : (struct grid_line){ 1, (uint8_t)grid->ranks, (uint16_t)(file * grid->ranks) };
}

int grid_cells(const struct grid *grid)
{
    const struct grid_line last = line_of(grid, grid->files - 1);
    return last.cell + last.length;
}

int grid_cell(const struct grid *grid, int file, int rank)
{
    if (file < 0 || file >= grid->files) {
        return GRID_OFF;
    }
    const struct grid_line line = line_of(grid, file);
    const int at = rank + 1 - line.first;
    return at >= 0 && at < line.length ? line.cell + at : GRID_OFF;
}

int grid_file(const struct grid *grid, int cell)
{
    if (grid->line == NULL) {
        return cell / grid->ranks;
    }
    int file = grid->files - 1;
    while (cell < grid->line[file].cell) {
        file--;
    }
    return file;
}

int grid_rank(const struct grid *grid, int cell)
{
    if (grid->line == NULL) {
        return cell % grid->ranks;
    }
    const struct grid_line line = grid->line[grid_file(grid, cell)];
    return line.first - 1 + cell - line.cell;
}

int grid_next(const struct grid *grid, int cell, int files, int ranks)
{
    return grid_cell(grid, grid_file(grid, cell) + files, grid_rank(grid, cell) + ranks);
}

/* ---- names ---- */

static bool same_square(struct grid_square one, struct grid_square other)
{
    return one.letter == other.letter && one.number == other.number;
}

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
    return scan_blanks(&scan) && grid_scan(&scan, &right) && same_square(left, right);
}

int grid_find(const struct grid *grid, struct grid_square square)
{
    return grid_cell(grid, square.letter - 'a', square.number - 1);
}

struct argument grid_square_argument(struct grid_square square)
{
    struct argument argument = { .kind = ARGUMENT_CELL };
    struct text text = text_in(argument.text, sizeof argument.text);
    text_character(&text, square.letter);
    text_number(&text, square.number);
    return argument;
}

struct argument grid_argument(const struct grid *grid, int cell)
{
    return grid_square_argument(
        (struct grid_square){ .letter = (char)('a' + grid_file(grid, cell)),
                              .number = (uint16_t)(grid_rank(grid, cell) + 1) });
}

void grid_name(const struct grid *grid, int cell, struct text *text)
{
    text_string(text, grid_argument(grid, cell).text);
}

bool refuse_cell(const struct grid *grid, struct note *note, const char *key, int cell)
{
    return refuse_three(grid, note, key, cell, GRID_OFF, GRID_OFF);
}

bool refuse_cells(const struct grid *grid, struct note *note, const char *key, int first,
                  int second)
{
    return refuse_three(grid, note, key, first, second, GRID_OFF);
}

bool refuse_three(const struct grid *grid, struct note *note, const char *key, int first,
                  int second, int third)
{
    const int cell[] = { first, second, third };
    *note = (struct note){ .key = key };
    for (size_t i = 0; i < 3 && cell[i] != GRID_OFF; i++) {
        note->argument[i] = grid_argument(grid, cell[i]);
    }
    return false;
}

/* ---- men as text ---- */

/* The number of rows in a text, the number of cells of a row, and its cells. */
static int row_count(const struct grid *grid)
{
    return grid->line != NULL ? grid->files : grid->ranks;
}

static int row_length(const struct grid *grid, int row)
{
    return grid->line != NULL ? grid->line[row].length : grid->files;
}

/* The rank of a row that is counted from the top, or the row of a rank. */
static int row_rank(const struct grid *grid, int row)
{
    return grid->from_top ? row : grid->ranks - 1 - row;
}

static int row_cell(const struct grid *grid, int row, int column)
{
    return grid->line != NULL ? grid->line[row].cell + column
                              : grid_cell(grid, column, row_rank(grid, row));
}

/* The owner that a sign stands for, 0 for an empty cell, or -1. */
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

static bool refuse_short_row(const struct grid *grid, int row, int column, struct note *note)
{
    if (grid->line == NULL) {
        return refuse_two(note, "position-row", argument_number(row_rank(grid, row) + 1),
                          argument_number(column));
    }
    refuse_cell(grid, note, "position-row", row_cell(grid, row, 0));
    note->argument[1] = argument_number(column);
    note->argument[2] = argument_number(row_length(grid, row));
    return false;
}

bool grid_read_rows(const struct grid *grid, struct scan *scan, unsigned digits, uint8_t *owner,
                    struct note *note)
{
    for (int row = 0; row < row_count(grid); row++) {
        if (row > 0 && !scan_take(scan, '/')) {
            refuse_number(note, "position-rows", row_count(grid));
            if (grid->line == NULL) {
                note->argument[1] = argument_number(grid->files);
            }
            return false;
        }
        for (int column = 0; column < row_length(grid, row); column++, scan->at++) {
            const int cell = row_cell(grid, row, column);
            const char sign = scan_peek(scan);
            const int found = owner_of(sign, digits);
            if (sign == '/' || sign == ' ' || sign == '\0') {
                return refuse_short_row(grid, row, column, note);
            }
            if (found < 0) {
                return refuse_cell(grid, note, "position-square", cell);
            }
            owner[cell] = (uint8_t)found;
        }
    }
    return true;
}

void grid_write_rows(const struct grid *grid, const uint8_t *owner, struct text *text)
{
    for (int row = 0; row < row_count(grid); row++) {
        text_string(text, row > 0 ? "/" : "");
        for (int column = 0; column < row_length(grid, row); column++) {
            const int man = owner[row_cell(grid, row, column)];
            text_character(text, (char)(man == 0 ? '.' : '0' + man % OWNERS_MAX));
        }
    }
}

/* ---- tables, drawing ---- */

void grid_jumps(const struct grid *grid, int directions, const int8_t way[][2],
                struct jump_board *board)
{
    board->cells = grid_cells(grid);
    board->directions = directions;
    for (int cell = 0; cell < board->cells; cell++) {
        for (int direction = 0; direction < directions; direction++) {
            const int to = grid_next(grid, cell, way[direction][0], way[direction][1]);
            board->step[cell][direction] = (int16_t)(to == GRID_OFF ? JUMP_NONE : to);
        }
    }
    jump_board_finish(board);
}

struct point *grid_add_point(const struct grid *grid, int cell, int x, int y,
                             struct figures *figures)
{
    struct point *point = &figures->point[figures->points++];
    point->x = (uint8_t)x;
    point->y = (uint8_t)y;
    point->kind = POINT_EMPTY;
    point->owner = -1;
    memcpy(point->name, grid_argument(grid, cell).text, sizeof point->name);
    return point;
}

struct text grid_add_label(struct figures *figures, int x, int y)
{
    struct label *label = &figures->label[figures->labels++];
    label->x = (uint8_t)x;
    label->y = (uint8_t)y;
    return text_in(label->text, sizeof label->text);
}

void grid_draw(const struct grid *grid, struct figures *figures)
{
    *figures = (struct figures){ .width = (uint8_t)(2 * grid->files + 3),
                                 .height = (uint8_t)(2 * grid->ranks + 3),
                                 .across = 1,
                                 .turning = grid->files == grid->ranks ? TURNING_QUARTERS
                                                                       : TURNING_HALVES };
    for (int end = 0; end < 2; end++) {
        for (int file = 0; file < grid->files; file++) {
            struct text text = grid_add_label(figures, 2 * file + 2, end * (2 * grid->ranks + 2));
            text_character(&text, (char)('a' + file));
        }
        for (int row = 0; row < grid->ranks; row++) {
            struct text text = grid_add_label(figures, end * (2 * grid->files + 2), 2 * row + 2);
            text_number(&text, row_rank(grid, row) + 1);
        }
    }
    for (int cell = 0; cell < grid_cells(grid); cell++) {
        grid_add_point(grid, cell, 2 * grid_file(grid, cell) + 2,
                       2 * row_rank(grid, grid_rank(grid, cell)) + 2, figures);
    }
}

/* ---- notes ---- */

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

void notes_add(struct notes *notes, const struct note *note)
{
    if (notes->count < notes->cap) {
        notes->note[notes->count++] = *note;
    }
}

/* ---- routes ---- */

/* The squares that were typed. */
struct route {
    struct grid_square square[ROUTE_MAX];
    size_t count;
    bool cut;   /* there were more, which were read but not kept */
    char open;  /* the sign at the end of the text, which should join one more: "a1-c3-" */
    bool lists; /* blanks and ", " separate squares, each a move of its own */
    bool drawn; /* it is a row of a drawn board, between its labels: "a1 X a1", "a1 , a1" */
};

/* Takes a sign that joins two squares, with the blanks around it; '\0': there
 * is none. */
static char take_sign(struct scan *scan)
{
    static const char signs[] = "-x,:>";
    struct scan ahead = *scan;
    scan_blanks(&ahead);
    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (scan_lower(&ahead) == *sign) {
            ahead.at++;
            if (*sign == '-') {
                scan_take(&ahead, '-');
                scan_take(&ahead, '>');
            }
            scan_blanks(&ahead);
            *scan = ahead;
            return *sign;
        }
    }
    return '\0';
}

/* Takes the next square and what joins it to the last one. Looks for a square first: in a1x2
 * the x is a file. */
static bool take_next(struct scan *scan, struct route *route, bool *loosely,
                      struct grid_square *square)
{
    struct scan ahead = *scan;
    bool loose = false;
    char sign = '\0';
    if (!grid_scan(&ahead, square)) {
        sign = take_sign(&ahead);
        loose = sign == ',' || (sign == '\0' && scan_blanks(&ahead));
        /* A comma alone does not part two moves of a list; a blank does. */
        const bool parts = route->lists && (scan_done(&ahead) || ahead.at[-1] != ',');
        if (loose && (!*loosely || parts)) {
            return false;
        }
        if (sign != '\0' && scan_done(&ahead)) {
            route->open = sign;
            *scan = ahead;
            return false;
        }
        if (!grid_scan(&ahead, square)) {
            return false;
        }
    }
    route->drawn = (sign == 'x' || sign == ',' || sign == ':') && route->count == 1 &&
                   same_square(route->square[0], *square);
    *loosely = loose;
    *scan = ahead;
    return true;
}

/* Takes a whole route, which may be one square, or nothing. */
static bool take_route(struct scan *scan, bool lists, struct route *route)
{
    struct grid_square square;
    bool loosely = true;
    *route = (struct route){ .lists = lists };
    if (!grid_scan(scan, &square)) {
        return false;
    }
    do {
        if (route->count < ROUTE_MAX) {
            route->square[route->count++] = square;
        } else {
            route->cut = true;
        }
    } while (take_next(scan, route, &loosely, &square));
    return true;
}

/* ---- on a board ---- */

/* Finds the cell of every square, and what `parse` of a game returns. */
static enum parsed locate(const struct route *route, const struct grid *grid, uint8_t *cell,
                          size_t *count, struct note *note)
{
    for (size_t i = 0; i < route->count; i++) {
        const int found = grid_find(grid, route->square[i]);
        if (found == GRID_OFF) {
            refuse_two(note, "off-board", grid_square_argument(route->square[i]),
                       grid_argument(grid, grid_cells(grid) - 1));
            return PARSED_REFUSED;
        }
        cell[i] = (uint8_t)found;
    }
    if (!route->lists && (route->count == 1 || route->open != '\0')) {
        refuse_one(note, "incomplete", grid_square_argument(route->square[route->count - 1]));
        return PARSED_INCOMPLETE;
    }
    if (route->cut) {
        refuse_number(note, "route-too-long", ROUTE_MAX);
        return PARSED_REFUSED;
    }
    *count = route->count;
    return PARSED_MOVE;
}

enum parsed route_parse(struct scan *scan, const struct grid *grid, uint8_t cell[ROUTE_MAX],
                        size_t *count, struct note *note)
{
    struct route route;
    if (!take_route(scan, false, &route) || route.drawn) {
        return PARSED_NONE;
    }
    return locate(&route, grid, cell, count, note);
}

enum parsed route_scan(struct scan *scan, const struct grid *grid, uint8_t cell[ROUTE_MAX],
                       size_t *count, char *sign, struct note *note)
{
    struct route route;
    if (grid_is_drawn(*scan) || !take_route(scan, true, &route)) {
        return PARSED_NONE;
    }
    *sign = route.open;
    return locate(&route, grid, cell, count, note);
}
