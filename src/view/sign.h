/*
 * sign.h: the characters a board is drawn with.
 *
 * The only room that knows them: O and X for the first two seats, 3 to 6 for the
 * others, or the number of the set where a seat has several; * for nobody's;
 * small letters for bars, # for standing ones.
 */
#ifndef POSTMOVE_VIEW_SIGN_H
#define POSTMOVE_VIEW_SIGN_H

#include <stdbool.h>

#include "games/game.h"

enum {
    SIGN_STANDING = '#', /* a bar that is nobody's */
    SIGN_LEFT = ':',     /* an empty point that the last turn left */
    SIGN_YARD = ',',
    SIGN_EMPTY = '.',
    SIGN_CROSSED = '+',
    SIGN_FLAT = '-', /* walls */
    SIGN_UPRIGHT = '|',
    SIGN_NUMBER_BYTES = 4, /* "255" and its end */
};

/* The character of a seat's men, if they are one set. */
char sign_seat(int seat);

/* The character of a piece: that of its seat or set. */
char sign_piece(const struct point *point);

/* The character of any point; `laid_down` says that the board was turned so that
 * what was flat stands upright. */
char sign_point(const struct point *point, bool laid_down);

char sign_bar(const struct bar *bar);

/* Whether it is a piece of more than one man. */
bool sign_is_tall(const struct point *point);

/* How many of a piece's men are its owner's: those on top. */
int sign_cap(const struct point *point);

/* What stands behind the character of a tall piece: its cap, "3"; "" of others. */
void sign_number(const struct point *point, char number[SIGN_NUMBER_BYTES]);

#endif
