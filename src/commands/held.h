/*
 * held.h: pending confirmation. Commands that only From supports are stored until their player,
 * asked at their stored address, says yes.
 */
#ifndef POSTMOVE_COMMANDS_HELD_H
#define POSTMOVE_COMMANDS_HELD_H

#include "commands/request.h"
#include "language/grammar.h"

/* Stores a command of the request's player and asks them to confirm it. Nobody is asked more than
 * LIMIT_HELD_AN_HOUR times an hour. */
void held_ask(struct request *request, const struct command *command);

#endif
