#include "render/sheet.h"

#include <string.h>

/* ---- turning ---- */

static bool by_sixths(const struct figures *figures)
{
    return figures->turning == TURNING_SIXTHS;
}

/* The turns the game asks for. */
static int turns_of(const struct figures *figures, int seat)
{
    if (figures->turning == TURNING_HALVES) {
        return 2 * (figures->turn[seat] % 2);
    }
    return figures->turn[seat] % (by_sixths(figures) ? 6 : 4);
}

int turning_for(const struct figures *figures, int seats, int seat, enum flip flip)
{
    if (seat < 0 || seat >= SEATS_MAX || flip == FLIP_OFF) {
        return 0;
    }
    int turns = turns_of(figures, seat);
    if (flip == FLIP_ON && seats == 2 && seat == 1 && turns == turns_of(figures, 0)) {
        const int whole = by_sixths(figures) ? 6 : 4;
        turns = (turns + whole / 2) % whole;
    }
    return turns;
}

bool turning_lays_down(const struct figures *figures, int turns)
{
    return !by_sixths(figures) && turns % 2 == 1;
}

static struct spot turned_by_quarter(struct spot spot)
{
    return (struct spot){ spot.y, -spot.x };
}

/* A step to the right, 2 and 0, becomes one to the upper right, 1 and -2; one
 * to the lower right, 1 and 2, becomes one to the right. Between two points of
 * such a board both divisions leave nothing over. */
static struct spot turned_by_sixth(struct spot spot)
{
    return (struct spot){ (2 * spot.x + 3 * spot.y) / 4, (spot.y - 2 * spot.x) / 2 };
}

/* Where the place x, y of the figures comes to lie after so many turns. They are
 * about the first point, so that points fall on points. */
static struct spot turning_spot(const struct figures *figures, int turns, int x, int y)
{
    const struct point *pivot = figures->point;
    struct spot spot = { x - pivot->x, y - pivot->y };
    for (int i = 0; i < turns; i++) {
        spot = by_sixths(figures) ? turned_by_sixth(spot) : turned_by_quarter(spot);
    }
    return spot;
}

enum {
    MARGIN_COLUMNS = 8, /* around what has coordinates: labels, names and marks reach out */
    MARGIN_ROWS = 3,
};

/* ---- laying it out ---- */

struct spot sheet_spot(const struct sheet *sheet, int x, int y)
{
    return turning_spot(sheet->figures, sheet->turns, x, y);
}

static void widen(struct range *range, struct spot spot)
{
    range->least.x = MIN(range->least.x, spot.x);
    range->least.y = MIN(range->least.y, spot.y);
    range->most.x = MAX(range->most.x, spot.x);
    range->most.y = MAX(range->most.y, spot.y);
}

static void measure_points(struct sheet *sheet)
{
    const struct figures *figures = sheet->figures;
    sheet->points = (struct range){ { G_MAXINT, G_MAXINT }, { G_MININT, G_MININT } };
    for (int i = 0; i < figures->points; i++) {
        sheet->spot[i] = sheet_spot(sheet, figures->point[i].x, figures->point[i].y);
        widen(&sheet->points, sheet->spot[i]);
    }
    if (figures->points == 0) {
        sheet->points = (struct range){ { 0, 0 }, { 0, 0 } };
    }
}

static void measure_all(struct sheet *sheet)
{
    const struct figures *figures = sheet->figures;
    sheet->all = sheet->points;
    if (figures->framed) {
        widen(&sheet->all, (struct spot){ sheet->points.least.x - 1, sheet->points.least.y - 1 });
        widen(&sheet->all, (struct spot){ sheet->points.most.x + 1, sheet->points.most.y + 1 });
    }
    for (int i = 0; i < figures->bars; i++) {
        widen(&sheet->all, sheet_spot(sheet, figures->bar[i].x, figures->bar[i].y));
    }
    for (int i = 0; i < figures->labels; i++) {
        widen(&sheet->all, sheet_spot(sheet, figures->label[i].x, figures->label[i].y));
    }
}

void sheet_lay_out(struct sheet *sheet, const struct figures *figures, int turns, bool wide)
{
    *sheet = (struct sheet){ .figures = figures,
                             .turns = turns,
                             .across = CLAMP(figures->across, 1, 2) + wide,
                             .open = figures->open || wide };
    measure_points(sheet);
    measure_all(sheet);
    sheet->rows = sheet->all.most.y - sheet->all.least.y + 1 + 2 * MARGIN_ROWS;
    const int halves = sheet->all.most.x - sheet->all.least.x;
    while (sheet->across > 1 && halves * sheet->across + 1 > SHEET_COLUMNS_MAX - 2 * SHEET_INDENT) {
        sheet->across--;
    }
    sheet->columns = halves * sheet->across + 1 + 2 * MARGIN_COLUMNS;
    gsize cells = (gsize)sheet->rows * (gsize)sheet->columns;
    sheet->cell = g_new(gunichar, cells);
    for (gsize i = 0; i < cells; i++) {
        sheet->cell[i] = ' ';
    }
}

void sheet_clear(struct sheet *sheet)
{
    g_clear_pointer(&sheet->cell, g_free);
}

/* ---- writing on it ---- */

int sheet_row(const struct sheet *sheet, int y)
{
    return y - sheet->all.least.y + MARGIN_ROWS;
}

int sheet_column(const struct sheet *sheet, int x)
{
    return (x - sheet->all.least.x) * sheet->across + MARGIN_COLUMNS;
}

static gunichar *cell_at(const struct sheet *sheet, int row, int column)
{
    g_assert(row >= 0 && row < sheet->rows && column >= 0 && column < sheet->columns);
    return &sheet->cell[row * sheet->columns + column];
}

void sheet_put(const struct sheet *sheet, int row, int column, gunichar character)
{
    *cell_at(sheet, row, column) = character;
}

bool sheet_squeeze(const struct sheet *sheet, int row, int column, const char *text)
{
    const int length = (int)strlen(text);
    for (int i = 0; i < length; i++) {
        if (*cell_at(sheet, row, column + i) != ' ') {
            return false;
        }
    }
    for (int i = 0; i < length; i++) {
        sheet_put(sheet, row, column + i, (gunichar)(unsigned char)text[i]);
    }
    return true;
}

/* ---- reading it off ---- */

/* Length of a row's first `columns` without trailing blanks. */
static int row_length(const struct sheet *sheet, int row, int columns)
{
    int length = MIN(sheet->columns, columns);
    while (length > 0 && *cell_at(sheet, row, length - 1) == ' ') {
        length--;
    }
    return length;
}

/* The first column anything may stand in, marks of the outmost points
 * included, so that a mark does not move the board. */
static int first_column(const struct sheet *sheet)
{
    int first = sheet_column(sheet, sheet->points.least.x) - 1;
    for (int row = 0; row < sheet->rows; row++) {
        for (int column = 0; column < first; column++) {
            if (*cell_at(sheet, row, column) != ' ') {
                first = column;
            }
        }
    }
    return first;
}

void sheet_read_off(const struct sheet *sheet, GString *out)
{
    int left = first_column(sheet);
    int end = left + SHEET_COLUMNS_MAX - SHEET_INDENT;
    int top = 0;
    int bottom = sheet->rows - 1;
    while (top < bottom && row_length(sheet, top, end) == 0) {
        top++;
    }
    while (bottom > top && row_length(sheet, bottom, end) == 0) {
        bottom--;
    }
    for (int row = top; row <= bottom; row++) {
        int length = row_length(sheet, row, end) - left;
        if (length > 0) {
            for (int i = 0; i < SHEET_INDENT; i++) {
                g_string_append_c(out, ' ');
            }
            for (int i = 0; i < length; i++) {
                g_string_append_unichar(out, *cell_at(sheet, row, left + i));
            }
            g_string_append_c(out, '\n');
        } else if (sheet->open) {
            g_string_append_c(out, '\n');
        }
    }
}
