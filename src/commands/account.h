/*
 * account.h: addresses and passwords of a player, changed by letter.
 */
#ifndef POSTMOVE_COMMANDS_ACCOUNT_H
#define POSTMOVE_COMMANDS_ACCOUNT_H

#include "commands/request.h"
#include "store/pending.h"

/* The address that was added has confirmed: it is the player's. */
void addresses_confirmed(struct request *request, const struct pending *pending);

/* Drops an address of a player, and tells them there too. */
void addresses_drop(struct request *request, const struct player *who,
                    const struct pending *pending, const struct command *command);

/* Sets the new password of a command, or takes the old one off. */
void password_replace(struct request *request, const struct player *who,
                      const struct command *command);

#endif
