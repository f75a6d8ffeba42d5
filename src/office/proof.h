/*
 * proof.h: what becomes of a command by what proves it: a password, or
 * nothing at all.
 */
#ifndef POSTMOVE_PROOF_H
#define POSTMOVE_PROOF_H

#include "office/visit.h"

/* A stranger's mail: one short text a mailbox and day, no board. */
void proof_none(struct visit *visit);

/* Whether a text may go to the writer, who is no player, and notes that it does:
 * so many of a kind a mailbox and day, so many of all kinds to all strangers;
 * of too many the operator is told. */
bool proof_may_tell_stranger(struct visit *visit, const char *kind, int most);

/* The player whom NAME PASSWORD of the command proves; the caller's. NULL
 * after an answer, which goes to the stored address alone. Too many wrong ones
 * switch passwords off for the player until the next day. */
struct player *proof_by_password(struct visit *visit, const struct command *command);

#endif
