/*
 * diagram.h: a position as text.
 *
 * The only room that knows characters for pieces: O and X for the first two
 * seats, 3 to 6 for the others, or the number of the set where a seat has
 * several; * for nobody's; small letters for bars, # for standing ones.
 *
 * The figures a game draws are turned so that the given seat's own side lies
 * at the bottom, by halves, quarters or sixths as the game says. What turns by
 * sixths is labelled here: beside each row the names of its first and last
 * point, whatever lies there now.
 */
#ifndef POSTMOVE_DIAGRAM_H
#define POSTMOVE_DIAGRAM_H

#include "games/game.h"

#include "view/words.h"

/* The board from `seat`'s side (0, or -1 for no seat: as the game draws it), each
 * line indented by one blank, trailing blanks cut, ending in LF; then a blank
 * line and what the signs on it mean and the captions, if any, a line each.
 * `words` gives those (NULL: none are written): what a sign means is in its
 * group "view", or as "sign-KEY" in the game's own. At most 72 columns. The
 * caller's. */
char *diagram_text(const struct game *game, const struct position *position,
                   const struct move *last, size_t count, int seat, const struct words *words,
                   const char *const *seat_names);

/* The signs of a seat's men: "O", or "1, 4" where it has several sets on the
 * board. The caller's. */
char *diagram_signs(const struct game *game, const struct position *position, int seat);

#endif
