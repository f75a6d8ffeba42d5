/*
 * proposals.h: how a challenge or seek changes and ends before its match begins.
 */
#ifndef POSTMOVE_COMMANDS_PROPOSALS_H
#define POSTMOVE_COMMANDS_PROPOSALS_H

#include "commands/task.h"

/* Ends a challenge or seek whose time is over, and tells all seats but one (-1: all). */
void challenge_lapse(struct session *session, int except_seat);

/* Ends an open challenge or seek in `state`, declined or withdrawn by the player of a seat, and
 * tells the others, with the player's `comment` (NULL: none). */
void challenge_end(struct session *session, int seat, enum board_state state,
                   const struct player *who, const char *comment);

/* Tells the others in the sentence `key` that `who` has taken a seat: at once if the match has
 * begun with that. */
void challenge_tell_joined(struct session *session, int seat, const char *key,
                           const struct player *who, const char *comment);

/* The player of a seat leaves an open seek, and is answered. If it is their own seek it ends;
 * otherwise their seat becomes free. */
void seek_leave(struct task *task);

/* The same without an answer. The others are told, with the player's `comment` (NULL: none). */
void seek_give_up(struct session *session, int seat, const struct player *who, const char *comment);

#endif
