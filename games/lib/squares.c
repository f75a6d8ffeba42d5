#include "games/lib/squares.h"

#include <string.h>

_Static_assert(sizeof(struct squares) <= POSITION_MAX, "a position must fit");

/* ---- cells ---- */

int squares_count(const struct squares *squares, int owner)
{
    int count = 0;
    for (int cell = 0; cell < squares->files * squares->ranks; cell++) {
        count += squares->owner[cell] == owner;
    }
    return count;
}

bool squares_refuse(const struct squares *squares, struct note *note, const char *key, int cell)
{
    const struct grid grid = squares_grid(squares);
    return refuse_cell(&grid, note, key, cell);
}

/* ---- playing ---- */

void squares_add(struct move_list *list, int cell)
{
    move_list_add(list, cell / 256, cell % 256);
}

bool squares_check(const struct squares *squares, bool over, const struct move *move, int *cell,
                   struct note *note)
{
    const struct move plain = { .length = 2, .byte = { move->byte[0], move->byte[1] } };
    *cell = squares_cell(move);
    if (over) {
        return refuse(note, "match-over");
    }
    const bool passes = *cell == SQUARES_PASS && squares->passing != SQUARES_NO_PASS;
    return (memcmp(move, &plain, sizeof plain) == 0 &&
            (*cell < squares->files * squares->ranks || passes)) ||
           refuse(note, "not-a-move");
}

void squares_apply(struct position *position, const struct move *move)
{
    struct squares *squares = squares_of(position);
    const int cell = squares_cell(move);
    if (cell != SQUARES_PASS) {
        squares->owner[cell] = (uint8_t)(squares->seat + 1);
        squares->passes = 0;
    } else if (squares->passing == SQUARES_COUNTED_PASSES) {
        squares->passes++;
    }
    squares->seat ^= 1;
}

void squares_leave(struct position *position, int seat)
{
    squares_of(position)->left = (uint8_t)(seat + 1);
}

void squares_result(const struct squares *squares, const char *key, int winner,
                    struct result *result)
{
    if (squares->left != 0) {
        key = "left";
        winner = 2 - squares->left;
    }
    *result = (struct result){ .over = key != NULL,
                               .drawn = key != NULL && winner < 0,
                               .ending = { .key = key } };
    for (int seat = 0; key != NULL && seat < 2; seat++) {
        result->place[seat] = winner < 0 || winner == seat ? 1 : 2;
    }
}

/* ---- text and drawing ---- */

enum parsed squares_parse(const struct position *position, struct scan *scan, struct move *move,
                          struct note *note)
{
    const struct squares *squares = squares_in(position);
    const struct grid grid = squares_grid(squares);
    struct move_list list = { .moves = move, .cap = 1 };
    struct grid_square square;
    if (squares->passing != SQUARES_NO_PASS && scan_word(scan, "pass")) {
        squares_add(&list, SQUARES_PASS);
        return PARSED_MOVE;
    }
    if (!grid_scan(scan, &square)) {
        return PARSED_NONE;
    }
    const int cell = grid_find(&grid, square);
    if (cell == GRID_OFF) {
        refuse_two(note, "off-board", grid_square_argument(square),
                   grid_argument(&grid, grid_cells(&grid) - 1));
        return PARSED_REFUSED;
    }
    squares_add(&list, cell);
    return PARSED_MOVE;
}

void squares_print(const struct position *position, const struct move *move, struct text *text)
{
    const struct grid grid = squares_grid(squares_in(position));
    const int cell = squares_cell(move);
    if (cell == SQUARES_PASS) {
        text_string(text, "pass");
    } else {
        grid_name(&grid, cell, text);
    }
}

/* Reads a blank and a number. */
static bool read_field(struct scan *scan, long most, long *value)
{
    return scan_take(scan, ' ') && scan_number(scan, most, value);
}

bool squares_read(struct squares *squares, struct scan *scan, struct note *note)
{
    const struct grid grid = squares_grid(squares);
    const bool counts = squares->passing == SQUARES_COUNTED_PASSES;
    long seat = 0, left = 0, passes = 0;
    if (!grid_read_rows(&grid, scan, 1 << 1 | 1 << 2, squares->owner, note) ||
        !read_field(scan, 2, &seat) || seat == 0 || !read_field(scan, 2, &left) ||
        (counts && !read_field(scan, UINT8_MAX, &passes))) {
        return refuse(note, "position-form");
    }
    squares->seat = (uint8_t)(seat - 1);
    squares->left = (uint8_t)left;
    squares->passes = (uint8_t)passes;
    return true;
}

void squares_encode(const struct position *position, struct text *text)
{
    const struct squares *squares = squares_in(position);
    const struct grid grid = squares_grid(squares);
    grid_write_rows(&grid, squares->owner, text);
    text_character(text, ' ');
    text_number(text, squares->seat + 1);
    text_character(text, ' ');
    text_number(text, squares->left);
    if (squares->passing == SQUARES_COUNTED_PASSES) {
        text_character(text, ' ');
        text_number(text, squares->passes);
    }
}

void squares_draw(const struct position *position, const struct move *last, size_t count,
                  struct figures *figures)
{
    const struct squares *squares = squares_in(position);
    const struct grid grid = squares_grid(squares);
    grid_draw(&grid, figures);
    figures->turn[1] = figures->turning == TURNING_QUARTERS ? 2 : 1;
    for (int cell = 0; cell < figures->points; cell++) {
        if (squares->owner[cell] != 0) {
            figures->point[cell].kind = POINT_PIECE;
            figures->point[cell].owner = (int8_t)(squares->owner[cell] - 1);
            figures->point[cell].height = 1;
        }
    }
    if (count > 0 && squares_cell(&last[0]) != SQUARES_PASS) {
        figures->point[squares_cell(&last[0])].mark |= MARK_TO;
    }
    if (squares->left != 0) {
        refuse_one(&figures->tally[figures->tallies++], "left-match",
                   argument_seat(squares->left - 1));
    }
    if (squares->passes > 0) {
        refuse_number(&figures->tally[figures->tallies++], "passes-in-a-row", squares->passes);
    }
}
