/*
 * diagram.h: a position as text.
 *
 * The only room that knows characters for pieces: O and X for the first two
 * seats, 3 to 6 for the others, * for nobody's; small letters for bars, # for
 * standing ones. The figures a game draws are turned so that the first seat,
 * who sits at the lower right, changes places with the given one: by quarters
 * where the board is square, by a half for the second of two, else not.
 */
#ifndef POSTMOVE_DIAGRAM_H
#define POSTMOVE_DIAGRAM_H

#include "games/game.h"

#include "view/words.h"

/* The board from `seat`'s side (0, or -1 for no seat: as the game draws it), each
 * line indented by one blank, trailing blanks cut, ending in LF; then a blank
 * line and what the signs on it mean and the captions, if any, a line each.
 * `words` gives those (NULL: none are written). At most 72 columns. The
 * caller's. */
char *diagram_text(const struct game *game, const struct position *position,
                   const struct move *last, size_t count, int seat, const struct words *words,
                   const char *const *seat_names);

/* The character of a seat's men. */
char diagram_symbol(int seat);

#endif
