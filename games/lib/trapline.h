/*
 * trapline.h: a position with roamers and barriers as one line.
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
#ifndef POSTMOVE_GAMES_TRAPLINE_H
#define POSTMOVE_GAMES_TRAPLINE_H

#include "trap.h"

/* Reads what the line has to say into a position with options but without
 * pieces, and refuses what can be no position: "position-part" ({{1}}: the
 * number of a part that does not read as it should), "position-off" ({{1}}: no
 * such square or groove), "position-twice" ({{1}}), "position-roamers" ({{1}}: a
 * seat, {{2}}: how many it has at most), "position-barriers" (likewise),
 * "position-standing", "position-hand", "position-nobody", "position-turn",
 * "position-end", "position-entrapped" ({{1}}), "position-forced" ({{1}}, {{2}}). */
bool trapline_read(struct trap *, struct scan *, struct note *);

void trapline_write(const struct trap *, struct text *);

#endif
