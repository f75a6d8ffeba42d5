/*
 * grid.h: boards of squares, the names of their squares, routes over them, and refusals.
 *
 * Files are letters from the left, ranks numbers from the bottom, so that a1 is the lower left, or
 * from the top. A cell's number grows by letter, then by number, so the order of cells is the
 * order of moves in every list.
 *
 * On a board of another shape a letter need not have all numbers: `line` says which it
 * has. There a letter is a row from the top, and a number may run down the board at a slant.
 */
#ifndef POSTMOVE_GAMES_GRID_H
#define POSTMOVE_GAMES_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "games/game.h"

#include "games/lib/cells.h"
#include "games/lib/jump.h"
#include "games/lib/text.h"

enum {
    GRID_OFF = -1,
    GRID_NUMBER_MAX = 999, /* larger numbers are not read as names of squares */
};

/* The squares of one letter: the number of the first, the cell of the first, how many there
 * are. */
struct grid_line {
    uint8_t first, length;
    uint16_t cell;
};

struct grid {
    int files, ranks;             /* at most 26 files; CELLS_MAX cells in all for sets of cells, men
                                     and routes, POINTS_MAX for all else */
    bool from_top;                /* rank 1 is the top row */
    const struct grid_line *line; /* for each letter; NULL: each has the numbers 1 to `ranks` */
};

int grid_cells(const struct grid *);
int grid_cell(const struct grid *, int file, int rank); /* counted from 0; GRID_OFF */
int grid_file(const struct grid *, int cell);
int grid_rank(const struct grid *, int cell);

/* The cell so many files and ranks further on, or GRID_OFF. */
int grid_next(const struct grid *, int cell, int files, int ranks);

/* ---- names ---- */

/* A square as it was typed; it may be off the board. */
struct grid_square {
    char letter;     /* a to z */
    uint16_t number; /* 0 to GRID_NUMBER_MAX; boards begin at 1 */
};

/* Takes a letter and the number right behind it, or nothing. */
bool grid_scan(struct scan *, struct grid_square *);

/* True if the scanner is at a row of a drawn board, one hole between its labels: "a1 X a1",
 * "a1 , a1". Such a row is a move in no game. */
bool grid_is_drawn(struct scan);

struct argument grid_square_argument(struct grid_square);

/* The cell of that name, or GRID_OFF. */
int grid_find(const struct grid *, struct grid_square);

void grid_name(const struct grid *, int cell, struct text *);
struct argument grid_argument(const struct grid *, int cell);

/* ---- men as text, the first field of a position text ----
 *
 * Rows as they are printed, from the top, joined by `/`: `.` is an empty cell, a digit a man
 * of that owner, `0` a man that belongs to nobody. */

enum { ROWS_NEUTRAL = OWNERS_MAX }; /* the owner that is written 0 */

/* Sets the owner of each cell, 0 where it is empty, and stops behind the last row. Bit n of
 * `digits` is set if the digit n is allowed on this board, from 0 to OWNERS_MAX - 1. On a fault the
 * note has a key: "position-rows" (there must be {{1}} rows, of {{2}} squares if all are alike),
 * "position-row" (rank {{1}} has only {{2}} squares; or the row that begins on {{1}} has only
 * {{2}} of its {{3}}), "position-square" ({{1}}: the square). */
bool grid_read_rows(const struct grid *, struct scan *, unsigned digits, uint8_t *owner,
                    struct note *);
void grid_write_rows(const struct grid *, const uint8_t *owner, struct text *);

/* ---- tables, drawing ---- */

/* Makes the table of jumps in such directions, given by how much a step changes file and rank. */
void grid_jumps(const struct grid *, int directions, const int8_t way[][2], struct jump_board *);

/* Draws the empty board: its size, a label for every file and rank at both ends, and one empty
 * point a cell, in the order of cells. */
void grid_draw(const struct grid *, struct figures *);

/* Adds an empty point with the name of its cell; adds a label, whose text the caller writes. */
struct point *grid_add_point(const struct grid *, int cell, int x, int y, struct figures *);
struct text grid_add_label(struct figures *, int x, int y);

/*
 * ---- routes: ways over the board as players type them ----
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
 * neither: squares.h reads these.
 */

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

/* ---- notes: all of these write the note and return false, as a refusal does ---- */

bool refuse(struct note *, const char *key);
bool refuse_number(struct note *, const char *key, int number);
bool refuse_one(struct note *, const char *key, struct argument);
bool refuse_two(struct note *, const char *key, struct argument, struct argument);

/* With the first `count` arguments of a list. */
bool refuse_with(struct note *, const char *key, const struct argument *, size_t count);

/* With one, two or three cells. In refuse_three, GRID_OFF is a cell that is not needed. */
bool refuse_cell(const struct grid *, struct note *, const char *key, int cell);
bool refuse_cells(const struct grid *, struct note *, const char *key, int first, int second);
bool refuse_three(const struct grid *, struct note *, const char *key, int first, int second,
                  int third);

/* ---- lists ---- */

/* A list of moves of two bytes that is being made: at most `cap` are written, all are counted. */
struct move_list {
    struct move *moves; /* not owned */
    size_t cap, count;
};

static inline void move_list_add(struct move_list *list, int first, int second)
{
    if (list->count < list->cap) {
        list->moves[list->count] =
            (struct move){ .length = 2, .byte = { (uint8_t)first, (uint8_t)second } };
    }
    list->count++;
}

/* Room for `cap` notes of a caller, as `warn` of game.h has it. */
struct notes {
    struct note *note; /* not owned */
    size_t cap, count;
};

/* Adds a note, if there is room. */
void notes_add(struct notes *, const struct note *);

#endif
