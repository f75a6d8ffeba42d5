#include "games/emergo/columns.h"

#include "games/lib/grid.h"

/* ---- the diamond ---- */

enum { CENTRE_PLACE = 30 };

static int distance(int from, int to)
{
    return from < to ? to - from : from - to;
}

static void make(struct diamond *diamond, int side)
{
    const int middle = side / 2;
    diamond->grid = (struct grid){ .files = side, .ranks = side };
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
    const int to = grid_next(&diamond->grid, cell, step[way][0], step[way][1]);
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

/* How many half cells are left of the board and above it, for letters, numbers and the strokes
 * between them and the board. */
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
        add_label(figures, 0, EDGE + 2 * i, (char)('a' + i));
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
        point->name[0] = (char)('a' + row);
    }
}

/* ---- columns ---- */

enum { HEIGHT_MAX = 99 }; /* men of a column in a text; far more than there are */

static const char signs[COLUMNS_SEATS] = { 'O', 'X' };

void columns_put(struct columns *columns, int place, int seat, int caps, int prisoners)
{
    columns->of[seat] |= diamond_bit(place);
    columns->caps[place] = (uint8_t)caps;
    columns->prisoners[place] = (uint8_t)prisoners;
}

void columns_lift(struct columns *columns, int place)
{
    columns->of[0] &= ~diamond_bit(place);
    columns->of[1] &= ~diamond_bit(place);
    columns->caps[place] = 0;
    columns->prisoners[place] = 0;
}

void columns_move(struct columns *columns, int from, int to)
{
    const int seat = columns_owner(columns, from);
    const int caps = columns->caps[from];
    const int prisoners = columns->prisoners[from];
    columns_lift(columns, from);
    columns_put(columns, to, seat, caps, prisoners);
}

void columns_take(struct columns *columns, int place)
{
    const int seat = columns_owner(columns, place);
    const int prisoners = columns->prisoners[place];
    if (--columns->caps[place] > 0) {
        return;
    }
    columns_lift(columns, place);
    if (prisoners > 0) {
        columns_put(columns, place, 1 - seat, prisoners, 0);
    }
}

int columns_men(const struct columns *columns, int seat)
{
    int men = 0;
    for (int place = 0; place < DIAMOND_PLACES; place++) {
        const int owner = columns_owner(columns, place);
        if (owner >= 0) {
            men += owner == seat ? columns->caps[place] : columns->prisoners[place];
        }
    }
    return men;
}

/* ---- text ---- */

static int sign_at(const struct scan *scan)
{
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        if (scan_lower(scan) == signs[seat] - 'A' + 'a') {
            return seat;
        }
    }
    return -1;
}

char columns_sign(int seat)
{
    return signs[seat];
}

int columns_take_sign(struct scan *scan)
{
    const int seat = sign_at(scan);
    scan->at += seat >= 0;
    return seat;
}

/* Takes all the following letters of that seat, and returns their number. */
static int take_men(struct scan *scan, int seat)
{
    int men = 0;
    while (seat >= 0 && sign_at(scan) == seat && men < HEIGHT_MAX) {
        scan->at++;
        men++;
    }
    return men;
}

/* Reads the men of one column, after `=`. */
static bool read_column(struct columns *columns, const struct diamond *diamond, int cell,
                        struct scan *scan, struct note *note)
{
    const int seat = sign_at(scan);
    const int caps = take_men(scan, seat);
    const int prisoners = take_men(scan, 1 - seat);
    if (seat < 0 || sign_at(scan) >= 0) {
        return refuse_cell(&diamond->grid, note, "position-column", cell);
    }
    columns_put(columns, diamond->place[cell], seat, caps, prisoners);
    return true;
}

bool columns_read(struct columns *columns, const struct diamond *diamond, struct scan *scan,
                  struct note *note)
{
    struct grid_square square;
    *columns = (struct columns){ .of = { 0 } };
    if (scan_take(scan, '-')) {
        return true;
    }
    do {
        if (!grid_scan(scan, &square) || !scan_take(scan, '=')) {
            return refuse(note, "position-form");
        }
        const int cell = grid_find(&diamond->grid, square);
        if (!diamond_has(diamond, cell)) {
            return refuse_one(note, "position-square", grid_square_argument(square));
        }
        if (columns_owner(columns, diamond->place[cell]) >= 0) {
            return refuse_cell(&diamond->grid, note, "position-twice", cell);
        }
        if (!read_column(columns, diamond, cell, scan, note)) {
            return false;
        }
    } while (scan_blanks(scan) && scan_peek(scan) != '/');
    return true;
}

static void write_men(int seat, int count, struct text *text)
{
    for (int i = 0; i < count; i++) {
        text_character(text, signs[seat]);
    }
}

void columns_write(const struct columns *columns, const struct diamond *diamond, struct text *text)
{
    bool any = false;
    for (int i = 0; i < diamond->squares; i++) {
        const int place = diamond->place[diamond->square[i]];
        const int owner = columns_owner(columns, place);
        if (owner < 0) {
            continue;
        }
        if (any) {
            text_character(text, ' ');
        }
        grid_name(&diamond->grid, diamond->square[i], text);
        text_character(text, '=');
        write_men(owner, columns->caps[place], text);
        write_men(1 - owner, columns->prisoners[place], text);
        any = true;
    }
    if (!any) {
        text_character(text, '-');
    }
}
