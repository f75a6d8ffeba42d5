/*
 * diagram.h: a position as text.
 *
 * The only room that knows characters for pieces. Turns the figures a game
 * draws so that the given seat sits at the bottom.
 */
#ifndef POSTMOVE_DIAGRAM_H
#define POSTMOVE_DIAGRAM_H

#include "games/game.h"

#include "view/words.h"

/* The board from `seat`'s side (0 as the game draws it), each line indented
 * by one blank, trailing blanks cut, ending in LF; then a blank line and the
 * captions, if any. `words` gives the captions (NULL: none are written). At
 * most 72 columns. The caller's. */
char *diagram_text(const struct game *game, const struct position *position,
                   const struct move *last, size_t count, int seat, const struct words *words,
                   const char *const *seat_names);

/* The character of a seat's men. */
char diagram_symbol(int seat);

#endif
