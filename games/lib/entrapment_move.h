/*
 * entrapment_move.h: how actions with roamers and barriers are written.
 *
 *     d4         a roamer comes onto the board
 *     d3-d5      a roamer goes
 *     d3h  d3v   a barrier, in the flat or the upright edge of d3
 *     c3v-e5h    a barrier goes to another edge
 *     ...xc4     and that roamer is let go, where the mover has the choice
 *
 * In reading, d3- and d3_ are d3h, d3/ and d3| are d3v, and d3n, d3e, d3s,
 * d3w the edge on that side of d3. Places are joined by `-`, `:`, `>` or
 * nothing. Blanks, `,` and `;` part actions. So d3-d5 is a roamer that goes,
 * and d3- with no square behind it a barrier.
 */
#ifndef POSTMOVE_GAMES_ENTRAPMENT_MOVE_H
#define POSTMOVE_GAMES_ENTRAPMENT_MOVE_H

#include "entrapment.h"

/* Reads one action. Notes: "incomplete" ({{1}}: the square; a roamer must go),
 * "incomplete-either" (it may be a barrier too), "incomplete-groove" (where a
 * barrier is to go is missing), "off-board" ({{1}}; {{2}}: the last square),
 * "no-groove" ({{1}}: a square with no edge on that side), "mixed"
 * (a square and a edge do not go together), "victim-missing" (or not enough
 * of them; {{1}} and on: those it may be), "victim-beginning" (x and nothing
 * behind it). */
enum parsed entrapment_parse(const struct entrapment *, struct scan *, struct move *,
                             struct note *);

void entrapment_print(const struct move *, struct text *);

#endif
