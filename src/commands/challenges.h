/*
 * challenges.h: how challenges and seeks are made, joined and ended before their match begins, for
 * other commands. The handlers are in commands/task.h.
 */
#ifndef POSTMOVE_COMMANDS_CHALLENGES_H
#define POSTMOVE_COMMANDS_CHALLENGES_H

#include "commands/changes.h"
#include "commands/task.h"
#include "play/proposal.h"

/* Reads the proposal of a `challenge` or a `seek`. A challenger who does not name themselves sits
 * first; a seek has its seeker alone. False after answering why the match is refused. */
bool challenge_propose(struct task *task, struct proposal *proposal);

/* A player has accepted a challenge or taken a seat: tells the others, and answers the player. */
void challenge_tell(struct task *task, enum event_kind kind);

/* Ends a challenge or seek whose time is over, and tells all. */
void challenge_lapse(struct session *session);

/* Ends an open challenge or seek in `state`, declined or withdrawn by the player of a seat, and
 * tells the others, with the player's `comment` (NULL: none). */
void challenge_end(struct session *session, int seat, enum board_state state,
                   const struct player *who, const char *comment);

/* The player of a seat leaves an open seek. If it is their own seek it ends; otherwise their seat
 * becomes free. The others are told, with the player's `comment` (NULL: none). */
void seek_give_up(struct session *session, int seat, const struct player *who, const char *comment);

#endif
