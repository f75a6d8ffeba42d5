/*
 * entrapment_position.h: position text of roamers and barriers.
 *
 *     O a1 d4 / X g7 / o a1h / x a1v a2v / # d4v / 20 20 / O 1
 *
 * Parts have `/` between them: light's and dark's roamers, light's and dark's
 * resting barriers, those that stand on end; the barriers each side has left;
 * and who is to act, with 1 or 2 for the first or second action, S for the
 * turn of a single one, P while roamers are placed. A part before the last
 * tells then how many roamers each side has still to place. Where a match is
 * over though both sides have roamers, the last part names the one that has
 * lost: with C by a first capture, with L because it left.
 */
#ifndef POSTMOVE_GAMES_ENTRAPMENT_POSITION_H
#define POSTMOVE_GAMES_ENTRAPMENT_POSITION_H

#include "entrapment.h"

/* Reads what the line has to say into a position with options but without
 * pieces. What can be no position is refused: the note's key is
 *
 *   position-part       part {{1}} of the line does not read as it should, or cannot be
 *   position-off        there is no square or edge {{1}} on this board
 *   position-letter     behind the square {{1}} h or v is missing
 *   position-twice      {{1}} is there already
 *   position-roamers    {{1}}, a seat, has more than {{2}} roamers
 *   position-barriers   {{1}}, a seat, has more than {{2}} barriers
 *   position-standing   there are more than {{1}} barriers in all
 *   position-hand       roamers to be placed do not go with who acts
 *   position-nobody     no seat has a roamer
 *   position-end        something stands behind the last part
 *   position-entrapped  the roamer on {{1}} would have been captured
 *   position-forced     so would that on {{1}} or {{2}}, both in force
 */
bool entrapment_read(struct entrapment *, struct scan *, struct note *);

void entrapment_write(const struct entrapment *, struct text *);

#endif
