/*
 * vacations.h: what commands/held.c needs of `vacation`, besides its handler.
 */
#ifndef POSTMOVE_COMMANDS_VACATIONS_H
#define POSTMOVE_COMMANDS_VACATIONS_H

#include "commands/request.h"

/* True if the vacation of a command could be entered now, or ended. If not, answers why. */
bool vacation_possible(struct request *request, const struct player *who,
                       const struct command *command);

#endif
