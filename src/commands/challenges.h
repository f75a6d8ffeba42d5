/*
 * challenges.h: what the rest of the office needs of the challenges beside their
 * handlers (commands/request.h).
 */
#ifndef POSTMOVE_COMMANDS_CHALLENGES_H
#define POSTMOVE_COMMANDS_CHALLENGES_H

#include "commands/request.h"
#include "language/grammar.h"
#include "play/proposal.h"
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

#endif
