/*
 * squares.h: games for two seats that put a man on a square in each turn, or pass.
 *
 * The position of such a game begins with a struct squares, so that the functions that take a
 * position can stand in the game's table. Behind it the game adds bytes of its own. What is
 * legal, what a move captures, and when the game is over, is up to the game, which writes both
 * its judges itself.
 *
 * A cell is a square's number as in grid.h, up to 399. A move is two bytes, the cell divided by
 * 256 and the rest; a pass is the move to SQUARES_PASS, which comes last in every list.
 */
#ifndef POSTMOVE_GAMES_SQUARES_H
#define POSTMOVE_GAMES_SQUARES_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

#include "games/lib/grid.h"

enum { SQUARES_MAX = POINTS_MAX, SQUARES_PASS = SQUARES_MAX };

/* What a pass is: no move, a move, or a move that counts: then the position text ends in the
 * number of passes in a row. */
enum squares_passing { SQUARES_NO_PASS, SQUARES_PASSES, SQUARES_COUNTED_PASSES };

/* Bytes alone, so that none is left unset between them. */
struct squares {
    uint8_t files, ranks;       /* at most 20 of each */
    uint8_t from_top;           /* rank 1 is the top row */
    uint8_t passing;            /* enum squares_passing */
    uint8_t seat;               /* to move */
    uint8_t left;               /* 0, or the seat that left + 1 */
    uint8_t passes;             /* in a row, if they are counted */
    uint8_t owner[SQUARES_MAX]; /* of the man on each cell: seat + 1, 0 if the cell is empty */
};

static inline struct squares *squares_of(struct position *position)
{
    return (struct squares *)(void *)position->bytes;
}

static inline const struct squares *squares_in(const struct position *position)
{
    return (const struct squares *)(const void *)position->bytes;
}

/* ---- cells ---- */

/* The board, for the functions of grid.h. */
static inline struct grid squares_grid(const struct squares *squares)
{
    return (struct grid){ .files = squares->files,
                          .ranks = squares->ranks,
                          .from_top = squares->from_top != 0 };
}

/* The cell of a move that `check` has passed, or SQUARES_PASS. */
static inline int squares_cell(const struct move *move)
{
    return move->byte[0] * 256 + move->byte[1];
}

/* How many cells have that owner: seat + 1, or 0 for empty ones. */
int squares_count(const struct squares *, int owner);

/* Makes a note with the name of a cell, and returns false. */
bool squares_refuse(const struct squares *, struct note *, const char *key, int cell);

/* ---- playing ---- */

/* Adds the move to a cell, or the pass, to a list. The caller adds them in order. */
void squares_add(struct move_list *, int cell);

/* How every `check` begins: false with a note if the game is over ("match-over"), or if the
 * bytes are no move on this board ("not-a-move"). Otherwise *cell is a cell of the board, taken
 * or empty, or SQUARES_PASS if there are passes. */
bool squares_check(const struct squares *, bool over, const struct move *, int *cell,
                   struct note *);

/* Puts a man of the seat to move on the cell, or passes, and makes it the other seat's turn. */
void squares_apply(struct position *, const struct move *);
void squares_leave(struct position *, int seat);

/* Writes a result. If a seat has left, the other has won, with the key "left". Otherwise `key`
 * says how the game ended, NULL if it goes on; the winner is a seat, or -1 if it is a draw. */
void squares_result(const struct squares *, const char *key, int winner, struct result *);

/* ---- text and drawing ---- */

/* Reads the name of one square, or `pass` if there are passes. The note's key is "off-board"
 * ({{1}} is no square of this board, whose last one is {{2}}). */
enum parsed squares_parse(const struct position *, struct scan *, struct move *, struct note *);
void squares_print(const struct position *, const struct move *, struct text *);

/* The position text: rows as grid.h has them, the seat to move, the seat that left or 0, and
 * passes in a row if they are counted. Reading needs the first four fields of the struct, and
 * stops behind the text, where the game may have more of its own. The note's key is
 * "position-form". */
bool squares_read(struct squares *, struct scan *, struct note *);
void squares_encode(const struct position *, struct text *);

/* Draws the board, one point a cell in the order of cells, with the last move marked. Tallies:
 * "left-match" ({{1}}: the seat that left), "passes-in-a-row" ({{1}}) if there are any. */
void squares_draw(const struct position *, const struct move *last, size_t count, struct figures *);

#endif
