/*
 * notes.h: names of cells, refusals in one line, and lists of notes.
 *
 * Cells are named as players write them, whatever board they are on: a grid,
 * or the star, for which `grid` is NULL.
 */
#ifndef POSTMOVE_GAMES_NOTES_H
#define POSTMOVE_GAMES_NOTES_H

#include "games/game.h"

#include "grid.h"

/* ---- names of cells ---- */

struct argument naming_argument(const struct grid *, int cell);

/* The cell of that name, or GRID_OFF; and the last cell of the board. */
int naming_find(const struct grid *, struct grid_square);
int naming_last(const struct grid *);

/* ---- refusals: all of these write the note and return false ---- */

bool refuse(struct note *, const char *key);
bool refuse_number(struct note *, const char *key, int number);
bool refuse_one(struct note *, const char *key, struct argument);
bool refuse_two(struct note *, const char *key, struct argument, struct argument);

/* With the first `count` arguments of a list. */
bool refuse_with(struct note *, const char *key, const struct argument *, size_t count);

/* With one, two or three cells; of three, GRID_OFF is one that is not needed. */
bool refuse_cell(const struct grid *, struct note *, const char *key, int cell);
bool refuse_cells(const struct grid *, struct note *, const char *key, int first, int second);
bool naming_refuse(const struct grid *, struct note *, const char *key, int first, int second,
                   int third);

/* ---- lists ---- */

/* Notes for a caller who has room for `cap` of them, as game.h's `warn` has. */
struct notes {
    struct note *note; /* not owned */
    size_t cap, count;
};

/* Writes one more, if there is room. */
void notes_add(struct notes *, const struct note *);

#endif
