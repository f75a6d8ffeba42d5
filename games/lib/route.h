/*
 * route.h: a way over the board as players type it.
 *
 * Squares joined by `-`, `x`, `,`, `:`, `>` or `->` (blanks around them do not
 * matter), by nothing, or by blanks alone: a1-c3-e3, A1c3, "a1 c3". Blanks
 * alone join only as long as nothing else has: "a1-b2 c3-d4" is two ways.
 */
#ifndef POSTMOVE_GAMES_ROUTE_H
#define POSTMOVE_GAMES_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "grid.h"
#include "scan.h"

enum { ROUTE_MAX = 64 };

struct route {
    struct grid_square square[ROUTE_MAX];
    size_t count;
    bool cut;  /* more were typed: they are read, but not kept */
    bool open; /* the text ends in a sign that should join one more: "a1-c3-" */
};

/* Takes a whole route, be it of one square, or nothing. */
bool route_scan(struct scan *, struct route *);

#endif
