/*
 * walls_standing.h: how well a seat stands in a race of men that move like rooks between walls, for
 * a program that plays.
 *
 * A man outside the goal costs one move if it can go to a free place of the goal at once, else two,
 * and a little for each step to the corner of the goal: without that, men would stay where they
 * block others, and no match would end. In a long match the steps count more and more: two players
 * who each hold a wall that the other cannot pass would wait for ever, while each believes to stand
 * better; so both give up their walls and run. A man in its yard costs more the nearer the yard
 * limit is, and three times as much if no move leads it out.
 */
#ifndef POSTMOVE_GAMES_WALLS_STANDING_H
#define POSTMOVE_GAMES_WALLS_STANDING_H

#include "games/embargo/walls.h"
#include "games/lib/race.h"

/* How well a seat stands, as `standing` of struct game has it. Sets and seats have the same
 * numbers. */
int walls_standing(const struct race *, int seat);

#endif
