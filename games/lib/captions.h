/*
 * captions.h: who plays together and which set is to move, for below the
 * board of a race.
 *
 * With partners each pair that still plays is named: "partners" ({{1}} and
 * {{2}} are seats). Where sets move in turn the one to move is told while the
 * game lasts: "set-to-move" ({{1}}: the set's number). Other games of this
 * kind have nothing to tell here.
 */
#ifndef POSTMOVE_GAMES_CAPTIONS_H
#define POSTMOVE_GAMES_CAPTIONS_H

#include "games/game.h"

#include "race.h"

/* Adds the captions behind those the figures have: at most SEATS_MAX / 2. */
void captions_add(const struct race *, struct figures *);

#endif
