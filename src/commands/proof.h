/*
 * proof.h: what becomes of a command by what proves it: a password, or
 * nothing at all.
 */
#ifndef POSTMOVE_COMMANDS_PROOF_H
#define POSTMOVE_COMMANDS_PROOF_H

#include "commands/request.h"
#include "language/reading.h"
#include "store/players.h"

/* A stranger's mail: one short text a mailbox and day, no board. */
void proof_none(struct request *request);

/* Whether a text may go to the writer, who is no player, and notes that it does:
 * so many of a kind a mailbox and day, so many of all kinds to all strangers;
 * of too many the operator is told. */
bool proof_may_tell_stranger(struct request *request, const char *kind, int most);

/* Compares the first NAME PASSWORD of a mail, before anything else of it is read. No other one is
 * compared (auth/password_check.h). After five wrong ones in a day no password is accepted for the
 * player until the next day; mail from addresses that are not the player's, mail from the
 * player's own, and mail that is proven in another way each have a count of their own. After ten
 * wrong ones in a day for the names of others none from that sender is accepted. */
void proof_begin(struct request *request, const struct reading *reading);

/* The player whom NAME PASSWORD of the command proves; the caller's. NULL
 * after an answer, if any, which goes to the stored address alone. */
struct player *proof_by_password(struct request *request, const struct command *command);

#endif
