/*
 * listing.h: a board in words, for readers who hear it instead of seeing it.
 *
 * Made of the figures of any game, in this order, a line each where there is
 * anything to say:
 *   who is to move;
 *   the moves of the last turn, with what each did beside what its text says; then each
 *     square or bar it changed otherwise: what is there now and what was there before;
 *   of each seat, in the order of seats: its single men, its pieces of several men
 *     with all of these, its bars; and what is nobody's;
 *   walls and where they cross, pieces that need attention, empty squares of yards if only
 *     few are left;
 *   how many squares the board has and how many are empty;
 *   the captions and what else the position text tells (`tally` of game.h).
 * So it leaves out nothing of the position, and a test rebuilds it from this.
 *
 * Squares stand by their names with commas between them, in the order of these. A
 * line is filled to the columns of a letter: never within a name; what is carried
 * over is indented and begins with "and", so that it reads as no move.
 */
#ifndef POSTMOVE_RENDER_LISTING_H
#define POSTMOVE_RENDER_LISTING_H

#include "render/diagram.h"

/* The lines, each ending in LF; without `captions` those are left out, which stand below a picture.
 * Free with g_free. */
char *listing_text(const struct diagram *diagram, const struct words *words, bool captions);

#endif
