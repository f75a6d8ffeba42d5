/*
 * race_move.h: moves of the race games, as bytes, as text and on the board.
 *
 * A move is the pair of cells it begins and ends on: two bytes, origin and
 * destination. A forced pass is one byte, RACE_PASS.
 */
#ifndef POSTMOVE_GAMES_RACE_MOVE_H
#define POSTMOVE_GAMES_RACE_MOVE_H

#include "games/game.h"

#include "grid.h"
#include "race.h"
#include "route.h"

enum { RACE_PASS = 0 };

/* A list of moves under way: at most `cap` are written, all are counted. */
struct race_list {
    struct move *moves;
    size_t cap, count;
};

static inline void race_list_add(struct race_list *list, int from, int to)
{
    if (list->count < list->cap) {
        list->moves[list->count] =
            (struct move){ .length = 2, .byte = { (uint8_t)from, (uint8_t)to } };
    }
    list->count++;
}

/* The number of moves on a whole list; without any it has the pass. */
size_t race_list_end(struct race_list *);

/* Whether the bytes are those of a move at all, on a board of so many cells. */
bool race_is_move(const struct move *, int cells);

/* Reads "pass", or a whole route as route_parse does: its first and last cell
 * are the move. `cell` and `count` are all it has; of a pass `count` is 0. */
enum parsed race_parse(struct scan *, const struct grid *, struct move *, uint8_t cell[ROUTE_MAX],
                       size_t *count, struct note *);

/* Cells with `-` between them; and a move, "a1-b3" or "pass". */
void race_print_cells(const struct grid *, const uint8_t *cell, size_t count, struct text *);
void race_print(const struct grid *, const struct move *, struct text *);

/* ---- men and yards, on a drawing of the empty board ---- */

void race_draw_men(const struct race *, const struct race_ground *, struct figures *);

/* ---- the last move on the board, and what stands below it beside the steps to go ----
 *
 * With more than two seats the caption names seats that are out, since their men are
 * off the board:
 * "out" ({{1}}) or with partners "out-side" ({{1}} and {{2}}), and "limit" or
 * "limit-side" below the turn that broke the yard limit. Partners are named
 * while they play: "partners" ({{1}} and {{2}}). Where sets move in turn the
 * one to move is told while the game lasts: "set-to-move" ({{1}}: its number).
 *
 * The tally has "made" for each seat ({{1}}) and the moves it has made ({{2}});
 * "passes-in-a-row" ({{1}}), if there are any; and "gone", the seats that are out,
 * as they left.
 */

/* Marks the cells the last turn left and came to, and adds the captions
 * behind those the figures have, at most SEATS_MAX + 1. Of `last` a length
 * of 2 means two cells, from and to, one of 1 a pass. */
void race_draw_last(const struct race *, const struct move *last, size_t count, struct figures *);

#endif
