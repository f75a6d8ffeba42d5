#include "rows.h"

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
