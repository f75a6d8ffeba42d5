/*
 * costly.h: turns that give away what nobody gives away on purpose.
 *
 * Which turns are so the game knows (`costly` of its table). Such a turn is
 * legal; but a slip of the pen cannot be taken back over weeks of mail, so it
 * is asked for once more.
 *
 * Private to this room.
 */
#ifndef POSTMOVE_COSTLY_H
#define POSTMOVE_COSTLY_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

/* Whether the whole turn of `seat` from `before` to `after` is costly; the note
 * says what it gave away. */
bool costly_turn(const struct game *game, const struct position *before,
                 const struct position *after, int seat, struct note *note);

/* Whether the seat to move has a turn that is not costly. */
bool costly_avoidable(const struct game *game, const struct position *position);

/* Appends to `text`, the decisions that led from `before` to `now` in mid-turn,
 * others that complete the turn: the first ones that make it no costly one, or
 * if there are none the first ones. From where nobody is to move: nothing. */
void costly_avoid(const struct game *game, const struct position *before,
                  const struct position *now, GString *text);

#endif
