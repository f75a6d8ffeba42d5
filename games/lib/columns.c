#include "columns.h"

#include "notes.h"

enum { HEIGHT_MAX = 99 }; /* of a column in a text; far more than there are men */

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

/* Takes as many men of that seat as follow. */
static int take_men(struct scan *scan, int seat)
{
    int men = 0;
    while (seat >= 0 && sign_at(scan) == seat && men < HEIGHT_MAX) {
        scan->at++;
        men++;
    }
    return men;
}

/* Reads the men of one column, behind `=`. */
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
