/*
 * account.h: a player's addresses and password, changed by mail.
 */
#ifndef POSTMOVE_COMMANDS_ACCOUNT_H
#define POSTMOVE_COMMANDS_ACCOUNT_H

#include "commands/request.h"
#include "store/pending.h"

/* A new address has confirmed: gives it to the player of `pending`, and tells them there and at
 * their main address. Does nothing if the player is gone or has LIMIT_ADDRESSES already. */
void addresses_confirmed(struct request *request, const struct pending *pending);

/* Takes the address of `pending` from a player, tells that address so, and answers. */
void addresses_drop(struct request *request, const struct player *who,
                    const struct pending *pending, const struct command *command);

/* Sets the new password of a command, or removes the old one if it holds none, and answers. A mail
 * can set one password only, since hashing takes long. */
void password_replace(struct request *request, const struct player *who,
                      const struct command *command);

#endif
