/*
 * seeks.h: seeks, which offer open seats to anybody.
 *
 * A seek is a board whose seats are those taken so far, the seeker's first. When the last seat is
 * taken, the seats are drawn by lot, so that nobody moves first by being quick or by asking, and
 * the match begins. To post a seek or to take a seat is to agree to that match.
 */
#ifndef POSTMOVE_COMMANDS_SEEKS_H
#define POSTMOVE_COMMANDS_SEEKS_H

#include "commands/task.h"

/* True if the player can take a seat in the open seek of a task now. If not, answers why. */
bool seek_takeable(struct task *task);

#endif
