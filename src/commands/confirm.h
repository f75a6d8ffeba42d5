/*
 * confirm.h: what is done only after its giver was asked, by letter, whether he
 * means it: his password taken off or replaced without the old one, an address
 * dropped, himself forgotten.
 *
 * The letter goes to his stored address and its reply address is good for one
 * `confirm`, so that neither a password nor an old letter in other hands is
 * enough. Since that proves more than a `yes` to a held command would, a
 * command that nothing proves is asked about in the same letter at once; such
 * letters and those of commands/held.h share one limit.
 */
#ifndef POSTMOVE_COMMANDS_CONFIRM_H
#define POSTMOVE_COMMANDS_CONFIRM_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/pending.h"
#include "store/players.h"

/* Asks `who`, or tells him why it cannot be done. */
void confirm_ask(struct request *request, const struct player *who, const struct command *command);

/* Whether it is one that is asked about so. */
bool confirm_is_asked(enum pending_kind kind);

/* Whether he may be asked once more in this hour; *last says that it is for
 * the last time. */
bool confirm_may_ask(struct request *request, const struct player *who, bool *last);

#endif
