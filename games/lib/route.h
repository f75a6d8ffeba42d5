/*
 * route.h: a way over the board as players type it.
 *
 * Squares joined by `-`, `x`, `,`, `:`, `>`, `--` or `->` (blanks around them do not
 * matter), by nothing, or by blanks alone: a1-c3-e3, A1c3, "a1 c3". Blanks
 * alone and commas join only as long as nothing else has: "a1-b2 c3-d4" and
 * "a1-c3, a1-e3" are two ways.
 */
#ifndef POSTMOVE_GAMES_ROUTE_H
#define POSTMOVE_GAMES_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "grid.h"
#include "text.h"

enum { ROUTE_MAX = 64 };

/* Takes a whole route on that board (NULL: the star). PARSED_MOVE: it has two
 * squares or more, and its `count` cells are written. Else what is amiss; the
 * note's key is then "incomplete" ({{1}}: the last square), "off-board" ({{1}} is
 * no square of this board, whose last one is {{2}}) or "route-too-long" ({{1}}:
 * how many squares there may be). */
enum parsed route_parse(struct scan *, const struct grid *, uint8_t cell[ROUTE_MAX], size_t *count,
                        struct note *);

/* The same where one square may be a whole move, and where no drawn board has
 * rows that read like a way: blanks alone join nothing, nor does a comma with a
 * blank behind it, so "a1 c3" and "a1, c3" are two moves. `sign` is the sign the
 * text ends in, '\0' if it ends in a square or goes on: what that means is the
 * caller's affair. */
enum parsed route_scan(struct scan *, const struct grid *, uint8_t cell[ROUTE_MAX], size_t *count,
                       char *sign, struct note *);

#endif
