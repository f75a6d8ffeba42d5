/*
 * vacations.h: what dispatch needs of `vacation` beside its handler.
 */
#ifndef POSTMOVE_COMMANDS_VACATIONS_H
#define POSTMOVE_COMMANDS_VACATIONS_H

#include "commands/request.h"

/* Whether the vacation that is asked for can be; if not, he is told why. */
bool vacation_possible(struct request *request, const struct player *who,
                       const struct command *command);

#endif
