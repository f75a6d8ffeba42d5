/*
 * dispatch.h: a mail that was let in is read, and each command in it is
 * carried out, held, or refused.
 */
#ifndef POSTMOVE_COMMANDS_DISPATCH_H
#define POSTMOVE_COMMANDS_DISPATCH_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/players.h"

/* Reads the mail of a visit and does what it asks for. */
void dispatch_mail(struct request *request);

/* Carries out a command whose giver has been proved: used for the mail at
 * hand and for held commands after their `yes`. */
void dispatch_command(struct request *request, const struct player *who,
                      const struct command *command);

#endif
