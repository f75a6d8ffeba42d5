/*
 * held.h: commands that only From supports. They are kept until their giver,
 * asked at his stored address, says yes.
 */
#ifndef POSTMOVE_COMMANDS_HELD_H
#define POSTMOVE_COMMANDS_HELD_H

#include "commands/request.h"
#include "language/grammar.h"

/* Keeps a command of the visit's player and asks him; nobody is asked more
 * than LIMIT_HELD_AN_HOUR times an hour. */
void held_ask(struct request *request, const struct command *command);

#endif
