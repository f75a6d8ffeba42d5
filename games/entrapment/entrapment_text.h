/*
 * entrapment_text.h: actions with roamers and barriers as text, and positions.
 *
 *     d4         a roamer comes onto the board
 *     d3-d5      a roamer moves
 *     d3h  d3v   a barrier, in the flat or the upright edge of d3
 *     c3v-e5h    a barrier goes to another edge
 *     ...xc4     and the mover gives that roamer up, if there is a choice
 *
 * In reading, d3- and d3_ are d3h, d3/ and d3| are d3v, and d3n, d3e, d3s,
 * d3w the edge on that side of d3. Places are joined by `-`, `:`, `>` or
 * nothing. Blanks, `,` and `;` separate actions. So d3-d5 is a roamer that moves,
 * and d3- with no square behind it a barrier.
 *
 * A position text is a line:
 *
 *     O a1 d4 / X g7 / o a1h / x a1v a2v / # d4v / 20 20 / O 1
 *
 * Parts have `/` between them: light's and dark's roamers, light's and dark's
 * resting barriers, those that stand on end; the barriers each side has left;
 * and who is to act, with 1 or 2 for the first or second action, S for the
 * turn of a single one, P while roamers are placed. With P there is a part
 * before the last, with how many roamers each side has still to place. If a match is over
 * although both sides have roamers, the last part names the one that has lost: with C by a first
 * capture, with L because it left.
 */
#ifndef POSTMOVE_GAMES_ENTRAPMENT_TEXT_H
#define POSTMOVE_GAMES_ENTRAPMENT_TEXT_H

#include "games/entrapment/entrapment.h"

/* ---- actions ---- */

/* Reads one action. Notes: "incomplete" ({{1}}: the square; a roamer must go),
 * "incomplete-either" (it may be a barrier too), "incomplete-groove" (where a
 * barrier is to go is missing), "off-board" ({{1}}; {{2}}: the last square),
 * "no-groove" ({{1}}: a square with no edge on that side), "mixed"
 * (a square and an edge do not go together), "victim-missing" (or not enough
 * of them; {{1}} and on: those it may be), "victim-beginning" (x and nothing
 * behind it). */
enum parsed entrapment_parse(const struct entrapment *, struct scan *, struct move *,
                             struct note *);

void entrapment_print(const struct move *, struct text *);

/* ---- positions ---- */

/* Reads the line into a position that has its options but no pieces. If it is no position, the
 * note's key is
 *
 *   position-part       part {{1}} of the line does not have its form, or is not possible
 *   position-off        there is no square or edge {{1}} on this board
 *   position-letter     behind the square {{1}} h or v is missing
 *   position-twice      {{1}} is there already
 *   position-roamers    {{1}}, a seat, has more than {{2}} roamers
 *   position-barriers   {{1}}, a seat, has more than {{2}} barriers
 *   position-standing   there are more than {{1}} barriers in all
 *   position-hand       a seat is to place a roamer and has none, or acts while some are
 *                       left to place
 *   position-nobody     no seat has a roamer
 *   position-end        there is more text behind the last part
 *   position-entrapped  the roamer on {{1}} would have been captured
 *   position-forced     the same of the roamer on {{1}} or {{2}}, both in force
 */
bool entrapment_read(struct entrapment *, struct scan *, struct note *);

void entrapment_write(const struct entrapment *, struct text *);

#endif
