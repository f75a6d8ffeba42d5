/*
 * confirm.h: commands that need a second confirmation: to remove a password or replace it without
 * the old one, to drop an address, and `forget`.
 *
 * The player is asked by a letter to their stored address. Its reply address is good for one
 * `confirm`, so that neither a password nor an old letter in other hands is enough. Since this
 * proves more than a `yes` to a held command would, a command that nothing proves is asked about in
 * the same letter at once. These letters and those of commands/held.h share one limit.
 */
#ifndef POSTMOVE_COMMANDS_CONFIRM_H
#define POSTMOVE_COMMANDS_CONFIRM_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/pending.h"
#include "store/players.h"

/* True if the player may be asked once more in this hour; sets *last if it is the last time. */
bool confirm_may_ask(struct request *request, const struct player *who, bool *last);

#endif
