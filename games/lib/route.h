/*
 * route.h: reads a way over the board as players type it.
 *
 * A game whose moves are squares parses them with one of two functions:
 *
 *   route_parse   every move has two squares or more, as in Halma: a1-c3. A
 *                 lone square is the beginning of one, so blanks may join
 *                 squares: "a1 c3" is one move.
 *   route_scan    a lone square can be a move too, as where men are placed: so
 *                 blanks separate moves: "a1 c3" is two.
 *
 * A route is squares joined by `-`, `--`, `->`, `x`, `:`, `>` or `,` (blanks
 * around these do not matter), by nothing, or, in route_parse, by blanks
 * alone: a1-c3-e3, A1c3, "a1 c3". Blanks alone and commas join only as long as
 * nothing else has: "a1-b2 c3-d4" and "a1-c3, a1-e3" are two routes.
 *
 * A game with one-square moves and no others, such as tic-tac-toe, needs
 * neither: grid_scan takes one square.
 */
#ifndef POSTMOVE_GAMES_ROUTE_H
#define POSTMOVE_GAMES_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "games/lib/grid.h"
#include "games/lib/text.h"

enum { ROUTE_MAX = 64 };

/* Takes one route, and leaves the scanner behind it. The board is `grid`. Returns what `parse` of
 * a game returns:
 *
 *   PARSED_MOVE        `count` cells (2 to ROUTE_MAX) are in `cell`; whether
 *                      the move is legal is for `check`
 *   PARSED_NONE        there is no square, or a row of a drawn board: the
 *                      scanner has not moved
 *   PARSED_INCOMPLETE  a lone square, or one that ends in a sign such as
 *                      "a1-c3-": note "incomplete" ({{1}}: the last square)
 *   PARSED_REFUSED     note "off-board" ({{1}} is no square of this board, whose
 *                      last one is {{2}}) or "route-too-long" ({{1}}: how many
 *                      squares there may be)
 *
 * The three keys need words in the game's file. A whole `parse` with it:
 *
 *     uint8_t cell[ROUTE_MAX];
 *     size_t count;
 *     const enum parsed parsed = route_parse(scan, &grid, cell, &count, note);
 *     if (parsed == PARSED_MOVE) {
 *         *move = (struct move){ .length = 2, .byte = { cell[0], cell[count - 1] } };
 *     }
 *     return parsed; */
enum parsed route_parse(struct scan *, const struct grid *, uint8_t cell[ROUTE_MAX], size_t *count,
                        struct note *);

/* The same where a lone square can be a move: `count` is 1 or more, and a
 * route is never PARSED_INCOMPLETE. `sign` becomes the sign the text ends in ("a1-"
 * leaves '-'), or '\0' if it ends in a square or something follows: the game
 * decides whether that is a beginning. A comma joins only without a blank behind it. */
enum parsed route_scan(struct scan *, const struct grid *, uint8_t cell[ROUTE_MAX], size_t *count,
                       char *sign, struct note *);

#endif
