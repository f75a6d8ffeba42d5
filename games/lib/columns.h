/*
 * columns.h: pieces that are columns of men, on the diamond.
 *
 * A column is caps, men of its owner, over prisoners, men of the other seat;
 * either may be many, but caps are at least one. Captures add prisoners at the
 * bottom and take caps from the top, so no column is ever anything else
 * (Emergo E4).
 */
#ifndef POSTMOVE_GAMES_COLUMNS_H
#define POSTMOVE_GAMES_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "diamond.h"

enum { COLUMNS_SEATS = 2 };

/* Part of a position. What stands nowhere is 0 everywhere. */
struct columns {
    uint64_t of[COLUMNS_SEATS]; /* places of each seat's columns */
    uint8_t caps[DIAMOND_PLACES];
    uint8_t prisoners[DIAMOND_PLACES];
};

static inline uint64_t columns_vacant(const struct columns *columns, const struct diamond *diamond)
{
    return diamond->all & ~(columns->of[0] | columns->of[1]);
}

/* Whose column stands there, 0 or 1; -1: nobody's. */
static inline int columns_owner(const struct columns *columns, int place)
{
    return (columns->of[0] >> place & 1) != 0 ? 0 : (columns->of[1] >> place & 1) != 0 ? 1 : -1;
}

/* On a vacant place; off a taken one. */
void columns_put(struct columns *, int place, int seat, int caps, int prisoners);
void columns_lift(struct columns *, int place);

/* Moves a column to a vacant place, or leaves it where it is. */
void columns_move(struct columns *, int from, int to);

/* Takes the top man away: what is left belongs to its new top man, and where
 * nothing is left the place is vacant. */
void columns_take(struct columns *, int place);

/* The seat's men on the board, prisoners included. */
int columns_men(const struct columns *, int seat);

/* The letter of a seat; and takes such a letter, in any case, or gives -1. */
char columns_sign(int seat);
int columns_take_sign(struct scan *);

/* ---- text: "d4=XXO e4=O", top man first, in the order of squares; "-": no column ---- */

/* Reads columns onto an empty board, in any order, and stops behind the last.
 * On a fault the note has a key: "position-square" ({{1}} is no square of the
 * board), "position-twice" ({{1}} is named twice), "position-column" (no column
 * can be what stands on {{1}}), "position-form" (anything else). */
bool columns_read(struct columns *, const struct diamond *, struct scan *, struct note *);
void columns_write(const struct columns *, const struct diamond *, struct text *);

#endif
