/*
 * challenge.h: what the rest of the office needs of the challenges beside their
 * handlers (commands/request.h).
 */
#ifndef POSTMOVE_PLAY_CHALLENGE_H
#define POSTMOVE_PLAY_CHALLENGE_H

#include "commands/request.h"
#include "language/grammar.h"
#include "play/proposal.h"
#include "store/boards.h"
#include "store/players.h"

/* Whether a challenge could be made now; if not, he is told why. */
bool challenge_possible(struct request *request, const struct player *who,
                        const struct command *command);

/* Makes the challenge that was wished, tells the others in the words of `key`,
 * and answers. */
void challenge_send(struct request *request, const struct player *who,
                    const struct command *command, struct proposal *proposal, const char *key);

/* The player of a seat accepts an open challenge, if that can be, and is
 * answered. */
void challenge_agree(struct request *request, const struct player *who,
                     const struct command *command, struct session *session, int seat);

/* Why those who have agreed to a challenge or seek cannot have it begin, by the
 * limits they have set, in words; NULL: they can. The caller's. */
char *challenge_full(const struct session *session);

/* Whether a challenge or seek could be accepted or taken yet when the mail at
 * hand reached us. */
bool challenge_in_time(const struct session *session);

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

#endif
