/*
 * challenges.h: how challenges and seeks end before their match begins, for other commands. The
 * handlers are in commands/task.h.
 */
#ifndef POSTMOVE_COMMANDS_CHALLENGES_H
#define POSTMOVE_COMMANDS_CHALLENGES_H

#include "commands/changes.h"

/* Ends a challenge or seek whose time is over, and tells all. */
void challenge_lapse(struct session *session);

/* The player of a seat leaves an open challenge or seek. Their own is withdrawn, a challenge of
 * another is declined; of a seek of another their seat becomes free. The others are told, with the
 * player's `comment` (NULL: none). */
void challenge_leave(struct session *session, int seat, const struct player *who,
                     const char *comment);

#endif
