/*
 * proposals.h: challenges and seeks before their match begins.
 */
#ifndef POSTMOVE_COMMANDS_PROPOSALS_H
#define POSTMOVE_COMMANDS_PROPOSALS_H

#include "commands/request.h"

/* Its time is over: ends it and tells all seats but one (-1: all). */
void challenge_lapse(struct session *session, int but_seat);

/* Ends an open challenge or seek as declined or withdrawn by the player of a
 * seat, and tells the others, with his `comment` (NULL: none). */
void challenge_end(struct session *session, int seat, enum board_state state,
                   const struct player *who, const char *comment);

/* Tells all seats but one of the player who has just taken that seat: at once if the match has
 * begun with it. */
void challenge_tell_joined(struct session *session, int seat, const char *text,
                           const struct player *who, const char *comment);

/* The player of a seat leaves an open seek and is answered: its seeker ends it,
 * another gives his seat back. */
void seek_leave(struct request *request, const struct player *who, const struct command *command,
                struct session *session, int seat);

/* The same without an answer; the others are told, with his `comment` (NULL:
 * none). */
void seek_give_up(struct session *session, int seat, const struct player *who, const char *comment);

/* What time alone brings about: challenges, confirmations and tokens lapse, as far as all mail
 * is here that might have answered them. */
void housekeeping(struct run *run);

#endif
