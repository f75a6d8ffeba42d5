/*
 * challenges.h: what other commands need of challenges, besides the handlers (commands/request.h).
 */
#ifndef POSTMOVE_COMMANDS_CHALLENGES_H
#define POSTMOVE_COMMANDS_CHALLENGES_H

#include "commands/request.h"
#include "language/grammar.h"
#include "play/proposal.h"
#include "store/players.h"

/* True if the challenge of a command could be made now. If not, answers why. */
bool challenge_possible(struct request *request, const struct player *who,
                        const struct command *command);

/* Stores the challenge of `proposal`, tells the other players in the sentence of `key`, and
 * answers. */
void challenge_send(struct request *request, const struct player *who,
                    const struct command *command, struct proposal *proposal, const char *key);

/* Accepts an open challenge for the player of a seat, and answers; if that cannot be, answers
 * why. */
void challenge_agree(struct request *request, const struct player *who,
                     const struct command *command, struct session *session, int seat);

#endif
