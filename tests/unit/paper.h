/*
 * paper.h: boards drawn by hand, and their text.
 *
 * The game `paper` draws whatever is in `drawn`. Points begin at 2, 2.
 */
#ifndef POSTMOVE_TEST_PAPER_H
#define POSTMOVE_TEST_PAPER_H

#include <glib.h>
#include <string.h>

#include "render/diagram.h"

/* The figures that the game's draw returns next. */
static struct figures drawn;

static inline void draw_given(const struct position *position, const struct move *last,
                              size_t count, struct figures *figures)
{
    (void)position;
    (void)last;
    (void)count;
    *figures = drawn;
}

static inline void print_given(const struct position *position, const struct move *move,
                               struct text *text)
{
    (void)position;
    text_number(text, move->byte[0]);
}

static inline int nobody_moves(const struct position *position)
{
    (void)position;
    return -1;
}

static const struct game game = {
    .name = "paper",
    .actor = nobody_moves,
    .draw = draw_given,
    .print = print_given,
};

static inline struct point *add_point(int x, int y, enum point_kind kind, int owner)
{
    struct point *point = &drawn.point[drawn.points++];
    *point = (struct point){
        .x = (uint8_t)x, .y = (uint8_t)y, .kind = (uint8_t)kind, .owner = (int8_t)owner, .height = 1
    };
    return point;
}

static inline struct point *point_at(int x, int y)
{
    for (int i = 0; i < drawn.points; i++) {
        if (drawn.point[i].x == x && drawn.point[i].y == y) {
            return &drawn.point[i];
        }
    }
    g_assert_not_reached();
}

static inline void add_label(int x, int y, const char *text)
{
    struct label *label = &drawn.label[drawn.labels++];
    label->x = (uint8_t)x;
    label->y = (uint8_t)y;
    g_strlcpy(label->text, text, sizeof label->text);
}

static inline void add_bar(int x, int y, bool upright, bool standing, int owner)
{
    drawn.bar[drawn.bars++] = (struct bar){ .x = (uint8_t)x,
                                            .y = (uint8_t)y,
                                            .upright = upright,
                                            .standing = standing,
                                            .owner = (int8_t)owner };
}

/* A square board with files and ranks on all sides; points begin at 2, 2. */
static inline void lay_out(int columns, int rows)
{
    drawn = (struct figures){ .width = (uint8_t)(2 * columns + 3),
                              .height = (uint8_t)(2 * rows + 3),
                              .across = 1,
                              .turning = columns == rows ? TURNING_QUARTERS : TURNING_HALVES,
                              .turn = { 0, columns == rows ? 2 : 1 } };
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            add_point(2 + 2 * column, 2 + 2 * row, POINT_EMPTY, -1);
        }
        g_autofree char *rank = g_strdup_printf("%d", rows - row);
        add_label(0, 2 + 2 * row, rank);
        add_label(2 + 2 * columns, 2 + 2 * row, rank);
    }
    for (int column = 0; column < columns; column++) {
        char file[2] = { (char)('a' + column), '\0' };
        add_label(2 + 2 * column, 0, file);
        add_label(2 + 2 * column, 2 + 2 * rows, file);
    }
}

static inline void sit_at_four_corners(void)
{
    for (int seat = 0; seat < 4; seat++) {
        drawn.turn[seat] = (uint8_t)seat;
    }
}

static inline struct point *piece_at(int column, int row, int owner)
{
    struct point *point = point_at(2 + 2 * column, 2 + 2 * row);
    point->kind = POINT_PIECE;
    point->owner = (int8_t)owner;
    return point;
}

static inline char *text_for(int seat)
{
    return diagram_text(&(struct diagram){ .game = &game, .seats = 2, .seat = seat }, NULL);
}

static inline void check_drawn(int seat, const char *expected)
{
    g_autofree char *text = text_for(seat);
    g_assert_cmpstr(text, ==, expected);
}

static inline void check_width(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_assert_cmpint(g_utf8_strlen(*line, -1), <=, 72);
        g_assert_false(g_str_has_suffix(*line, " "));
    }
}

/* Lays out a board with barriers between squares, a frame, and rows between the rows. */
static inline void lay_out_barriers(void)
{
    static const char *const men = "......."
                                   "..O...."
                                   "X....O."
                                   "O......"
                                   "...XX.."
                                   "......."
                                   ".......";
    lay_out(7, 7);
    drawn.across = 2;
    drawn.open = true;
    drawn.framed = true;
    for (int i = 0; i < drawn.points; i++) {
        if (men[i] != '.') {
            drawn.point[i].kind = POINT_PIECE;
            drawn.point[i].owner = men[i] == 'X';
        }
    }
}

/* The groove above or right of a square, by its file and rank. */
static inline void bar_beside(const char *square, bool upright, bool standing, int owner)
{
    int x = 2 + 2 * (square[0] - 'a');
    int y = 2 + 2 * ('7' - square[1]);
    add_bar(x + upright, y - !upright, upright, standing, owner);
}

/* Lays out a diamond with ticks at its edge, a blank row between the rows, and columns of men. */
static inline void lay_out_diamond(void)
{
    drawn = (struct figures){ .across = 2, .open = true };
    for (int i = 0; i < 9; i++) {
        char file[2] = { (char)('1' + i), '\0' };
        char row[2] = { (char)('a' + i), '\0' };
        add_label(2 + 2 * i, 0, file);
        add_label(2 + 2 * i, 1, "|");
        add_label(0, 2 + 2 * i, row);
        add_label(1, 2 + 2 * i, "-");
        for (int j = 0; j < 9; j++) {
            if (ABS(i - 4) + ABS(j - 4) <= 4) {
                struct point *point = add_point(2 + 2 * j, 2 + 2 * i, POINT_EMPTY, -1);
                point->name[0] = row[0];
                point->name[1] = (char)('1' + j);
            }
        }
    }
}

/* A column of men on the diamond, on a square such as "d4". */
static inline struct point *column_at(const char *square, int owner, int height, int prisoners)
{
    struct point *point = piece_at(square[1] - '1', square[0] - 'a', owner);
    point->height = (uint8_t)height;
    point->prisoners = (uint8_t)prisoners;
    point->prisoners_of = (int8_t)!owner;
    return point;
}

#endif
