/*
 * challenges.h: what other commands need of challenges, besides the handlers (commands/task.h).
 */
#ifndef POSTMOVE_COMMANDS_CHALLENGES_H
#define POSTMOVE_COMMANDS_CHALLENGES_H

#include "commands/task.h"
#include "play/proposal.h"

/* Reads the proposal of a `challenge` or a `seek`. A challenger who does not name themselves sits
 * first; a seek has its seeker alone. False after answering why the match is refused. */
bool challenge_propose(struct task *task, struct proposal *proposal);

/* True if the challenge or seek of a command could be made now. If not, answers why. */
bool challenge_possible(struct task *task);

/* Tells the others in the sentence of `key` that a player has accepted a challenge or taken a seat,
 * and answers the player in the sentence of "you-" and `key`. */
void challenge_tell(struct task *task, const char *key);

#endif
