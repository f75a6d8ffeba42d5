/*
 * entrapment_check.h: why an action with roamers and barriers is not allowed, in the words of
 * Entrapment. force.h tells who is captured and who comes into force.
 */
#ifndef POSTMOVE_GAMES_ENTRAPMENT_CHECK_H
#define POSTMOVE_GAMES_ENTRAPMENT_CHECK_H

#include "games/entrapment/force.h"

/* True if the action is legal; takes any bytes. If not, the note has the action as its move, if it
 * is one on this board, and its key is
 *
 *   match-over         nobody acts any more
 *   not-a-move         no squares or edges of this board
 *
 *   set-up             roamers are placed first
 *   all-placed         no roamer is to be placed any more
 *   roamer-first       the first action may not be a barrier
 *   relieve-first      the same while the roamer on {{1}} is in force
 *   taken              a roamer of {{2}}, the other one, stands on {{1}}
 *   taken-own          an own roamer stands on {{1}}
 *
 *   no-roamer          {{1}} is empty
 *   not-yours          the roamer on {{1}} belongs to {{2}}
 *   goes-nowhere       it would go from {{1}} to {{1}}
 *   not-straight       {{1}} and {{2}} are on no row or column together
 *   too-far            from {{1}} to {{2}} is more than two squares
 *   standing           the barrier {{1}}, in the way, stands on end
 *   barrier-ahead      the barrier {{1}}, in the way, is that of {{2}}
 *   roamer-ahead       the roamer on {{1}}, in the way, is that of {{2}}
 *   two-jumped         {{1}} and {{2}} would both be jumped
 *
 *   supply-empty       no barrier is in hand; those on the board can go elsewhere
 *   no-barriers        no barrier is in hand or on the board
 *   supply-left        {{1}} are in hand: those on the board stay
 *   groove-taken       in {{1}} there is a barrier
 *   no-barrier         in {{1}} there is no barrier
 *   standing-stays     the barrier in {{1}} stands on end
 *   barrier-not-yours  the barrier in {{1}} belongs to {{2}}
 *   same-groove        it would go from {{1}} to {{1}}
 *
 *   relieve            the roamer on {{1}} would still be in force; a first action
 *   relieve-second     the same of a second one
 *   own-force          {{1}} and {{2}}, both own roamers, would be in force
 *
 *   victim-missing     the mover has to say who is captured
 *   victim-needless    {{1}} is named, and there is no choice
 *   victim-unknown     {{1}} is named, and cannot be chosen
 *   victim-many        those named cannot be captured together
 */
bool entrapment_check(const struct entrapment *, const struct move *, struct note *);

/* The sets of roamers among which the mover must choose, if the action is legal except that it
 * names none or not enough of them. None if it names enough, or has another fault, or there is no
 * choice. */
void entrapment_choices(const struct entrapment *, const struct move *, struct choices *);

#endif
