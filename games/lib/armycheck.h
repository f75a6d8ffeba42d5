/*
 * armycheck.h: why a move of an army cannot be played, in the words of Emergo.
 *
 * A move is the squares it visits, as cells: one is an entry, two that touch
 * are a step, others are a capture. Goes from square to square, and shares
 * nothing with the lists of capture.h.
 */
#ifndef POSTMOVE_GAMES_ARMYCHECK_H
#define POSTMOVE_GAMES_ARMYCHECK_H

#include "army.h"

/* Whether the seat to move may do so; takes any bytes. If not, the note's key is
 *
 *   not-a-move         no squares of this board
 *   no-piece           {{1}} is empty
 *   not-yours          the piece on {{1}} belongs to {{2}}
 *
 *   capture-enter      {{1}} men must be captured before anybody enters, as by {{move}}
 *   capture-enter-one  the same of one man
 *   hand-empty         there is nobody left to enter
 *   occupied           a piece of {{2}}, the other one, stands on {{1}}
 *   occupied-own       an own piece stands on {{1}}
 *   centre             White's first man may not enter on {{1}}
 *   feeding            on {{1}} it could be captured from {{2}} by {{3}}, with {{move}}
 *
 *   no-step            {{1}} and {{2}} neither touch nor are a jump apart
 *   capture-move       {{1}} men must be captured before a piece moves, as by {{move}}
 *   capture-move-one   the same of one man
 *   must-enter         {{1}} men are in hand and must enter first
 *   must-enter-all     the same, as one piece
 *   occupied-own       as above
 *   no-landing         the piece on {{1}} cannot be jumped, since {{2}} is taken
 *   no-landing-edge    the piece on {{1}} cannot be jumped at the edge of the board
 *
 *   majority           {{1}} men must be captured, as by {{move}}; this takes {{2}}
 *   no-jump            from {{1}} to {{2}} is no jump
 *   turns-back         behind {{1}} it would turn back to {{2}}
 *   nothing-there      between {{1}} and {{2}} nobody stands on {{3}}
 *   taken-already      on {{3}} nobody is left
 *   own-there          an own piece stands on {{3}}
 *   freed-there        the piece on {{3}} has become an own one
 *   no-room            {{2}}, behind {{3}}, is taken
 */
bool armycheck_move(const struct army *, const struct move *, struct note *);

/* Whether the seat can capture a man of the other one on that square, taken as
 * his whoever stands there: by a jump from `from` to `to`. */
bool armycheck_threat(const struct army *, int seat, int cell, int *from, int *to);

#endif
