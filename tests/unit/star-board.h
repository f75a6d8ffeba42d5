/*
 * star-board.h: the star of 121 holes, for the second judge of Chinese Checkers.
 *
 * A row is 0 to 16 (a to q), a number runs down to the left, as players
 * write them. Triangles are 1 to 6, clockwise from the top.
 */
#ifndef POSTMOVE_TEST_STAR_BOARD_H
#define POSTMOVE_TEST_STAR_BOARD_H

#include <glib.h>

enum { STAR_ROWS = 17, STAR_NUMBERS = 18 };

struct hole {
    int row, number;
};

static const struct hole star_ways[] = { { 0, 1 }, { 0, -1 }, { 1, 0 },
                                         { 1, 1 }, { -1, 0 }, { -1, -1 } };

static inline struct hole star_off(struct hole at, struct hole way, int times)
{
    return (struct hole){ at.row + way.row * times, at.number + way.number * times };
}

static inline bool star_same(struct hole one, struct hole other)
{
    return one.row == other.row && one.number == other.number;
}

/* A star is two large triangles, one upright, one upside down. */
static inline bool star_on_board(struct hole at)
{
    const int u = at.row - 8, v = at.number - 9, t = v - u;
    return (u <= 4 && v >= -4 && t <= 4) || (u >= -4 && v <= 4 && t >= -4);
}

/* 1 to 6, or 0 in the hexagon. Only for holes on the board. */
static inline int star_triangle(struct hole at)
{
    const int u = at.row - 8, v = at.number - 9, t = v - u;
    return u < -4 ? 1 : t > 4 ? 2 : v > 4 ? 3 : u > 4 ? 4 : t < -4 ? 5 : v < -4 ? 6 : 0;
}

static inline int star_opposite(int triangle)
{
    return (triangle + 2) % 6 + 1;
}

/* Steps between two holes. */
static inline int star_distance(struct hole one, struct hole other)
{
    const int u = other.row - one.row, v = other.number - one.number, t = v - u;
    return (ABS(u) + ABS(v) + ABS(t)) / 2;
}

static inline struct hole star_tip(int triangle)
{
    static const struct hole tips[] = { { 0, 0 },   { 0, 5 },  { 4, 13 }, { 12, 17 },
                                        { 16, 13 }, { 12, 5 }, { 4, 1 } };
    return tips[triangle];
}

/* Moves to the next hole in the order of printing; false behind the last. */
static inline bool star_next(struct hole *at)
{
    do {
        if (++at->number == STAR_NUMBERS) {
            *at = (struct hole){ at->row + 1, 1 };
        }
        if (at->row == STAR_ROWS) {
            return false;
        }
    } while (!star_on_board(*at));
    return true;
}

static const struct hole star_before = { 0, 0 };

#endif
