/*
 * race_move.h: moves of the race games, as bytes, as text and on the board.
 *
 * A move is the pair of cells it begins and ends on: two bytes, origin and
 * destination. A forced pass is one byte, RACE_PASS.
 */
#ifndef POSTMOVE_GAMES_RACE_MOVE_H
#define POSTMOVE_GAMES_RACE_MOVE_H

#include "games/game.h"

#include "games/lib/grid.h"
#include "games/lib/race.h"

enum { RACE_PASS = 0 };

/* Ends the list, and returns the number of moves on it. A list without moves gets the pass. */
size_t race_list_end(struct move_list *);

/* True if the bytes have the form of a move, on a board of so many cells. */
bool race_is_move(const struct move *, int cells);

/* Reads "pass", or a whole route as route_parse does: its first and last cell are the move.
 * `cell` and `count` are the cells of the whole route; for a pass `count` is 0. */
enum parsed race_parse(struct scan *, const struct grid *, struct move *, uint8_t cell[ROUTE_MAX],
                       size_t *count, struct note *);

/* Cells with `-` between them; and a move, "a1-b3" or "pass". */
void race_print_cells(const struct grid *, const uint8_t *cell, size_t count, struct text *);
void race_print(const struct grid *, const struct move *, struct text *);

/* ---- men and yards, on a drawing of the empty board ---- */

void race_draw_men(const struct race *, const struct race_ground *, struct figures *);

/* ---- the last move on the board, and the captions besides the steps to go ----
 *
 * With more than two seats a caption names the seats that are out, since their men are off the
 * board: "out" ({{1}}) or with partners "out-side" ({{1}} and {{2}}), and "limit" or
 * "limit-side" after the turn that broke the yard limit. Partners are named while they play:
 * "partners" ({{1}} and {{2}}). If sets move in turn, the one to move is named while the game
 * lasts: "set-to-move" ({{1}}: its number).
 *
 * The tally has "made" for each seat ({{1}}) and the moves that it has made ({{2}});
 * "passes-in-a-row" ({{1}}), if there are any; and "gone", the seats that are out, in the
 * order they left. */

/* Marks the cells that the last turn left and came to, and adds its captions after those that
 * the figures have, at most SEATS_MAX + 1. In `last` a length of 2 means two cells, from and
 * to, a length of 1 a pass. */
void race_draw_last(const struct race *, const struct move *last, size_t count, struct figures *);

#endif
