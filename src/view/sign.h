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
    SIGN_HEIGHT_BYTES = 4, /* "255" and its end */
};

/* The character of a seat's men, if they are one set. */
char sign_seat(int seat);

/* The character of a piece: that of its seat or set. */
char sign_piece(const struct point *point);

/* The character of any point; `laid_down` says that the board was turned so that
 * what was flat stands upright. */
char sign_point(const struct point *point, bool laid_down);

char sign_bar(const struct bar *bar);

/* The number of men behind a piece's character, "3"; "" of a lone man and of
 * what is no piece. */
void sign_height(const struct point *point, char height[SIGN_HEIGHT_BYTES]);

#endif
