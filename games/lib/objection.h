/*
 * objection.h: why an action may not be, judged step by step.
 *
 * The second judge of games with roamers and barriers: it knows nothing of
 * force.h and actions.h. Its keys are refusals of the game's words.
 */
#ifndef POSTMOVE_GAMES_OBJECTION_H
#define POSTMOVE_GAMES_OBJECTION_H

#include "trap.h"

enum { OBJECTION_CHOICES_MAX = 128 };

/* Whether the action is legal; if not, the note says why. Takes any bytes. */
bool objection_check(const struct trap *, const struct move *, struct note *);

/* The sets of roamers among which the mover must choose, if the action is
 * legal but for that it names none or not enough of them. */
struct choices {
    size_t count; /* 0: it names enough, or has another fault, or no choice */
    uint64_t victims[OBJECTION_CHOICES_MAX];
};

void objection_choices(const struct trap *, const struct move *, struct choices *);

#endif
