/*
 * captions.h: the last move of a race on the board, and what stands below it
 * beside the steps to go.
 *
 * Where a turn broke the yard limit and men left the board for it, that is
 * told: "limit" ({{1}} is out) or with partners "limit-side" ({{1}} and {{2}}
 * are). Partners are named while they play: "partners" ({{1}} and {{2}} are
 * seats). Where sets move in turn the one to move is told while the game
 * lasts: "set-to-move" ({{1}}: the set's number).
 */
#ifndef POSTMOVE_GAMES_CAPTIONS_H
#define POSTMOVE_GAMES_CAPTIONS_H

#include "games/game.h"

#include "race.h"

/* Marks the cells the last turn left and came to, and adds the captions
 * behind those the figures have, at most SEATS_MAX / 2 + 2. Of `last` a length
 * of 2 means two cells, from and to, one of 1 a pass. */
void captions_draw(const struct race *, const struct move *last, size_t count, struct figures *);

#endif
