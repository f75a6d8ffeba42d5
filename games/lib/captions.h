/*
 * captions.h: the last move of a race on the board, and what stands below it
 * beside the steps to go.
 *
 * With more than two seats it is told who is out, his men being off the board:
 * "out" ({{1}}) or with partners "out-side" ({{1}} and {{2}}), and "limit" or
 * "limit-side" below the turn that broke the yard limit. Partners are named
 * while they play: "partners" ({{1}} and {{2}}). Where sets move in turn the
 * one to move is told while the game lasts: "set-to-move" ({{1}}: its number).
 *
 * The tally has "made" for each seat ({{1}}) and the moves it has made ({{2}});
 * "passes-in-a-row" ({{1}}), if there are any; and "gone", the seats that are out,
 * as they left.
 */
#ifndef POSTMOVE_GAMES_CAPTIONS_H
#define POSTMOVE_GAMES_CAPTIONS_H

#include "games/game.h"

#include "race.h"

/* Marks the cells the last turn left and came to, and adds the captions
 * behind those the figures have, at most SEATS_MAX + 1. Of `last` a length
 * of 2 means two cells, from and to, one of 1 a pass. */
void captions_draw(const struct race *, const struct move *last, size_t count, struct figures *);

#endif
