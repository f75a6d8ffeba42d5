/*
 * proof.h: what becomes of a command by what proves it: a password, or
 * nothing at all.
 */
#ifndef POSTMOVE_PROOF_H
#define POSTMOVE_PROOF_H

#include "office/visit.h"

/* A stranger's mail: one short text an address and day, no board. */
void proof_none(struct visit *visit);

/* The player whom NAME PASSWORD of the command proves; the caller's. NULL
 * after an answer, which goes to the stored address alone. Too many wrong ones
 * switch passwords off for the player until the next day. */
struct player *proof_by_password(struct visit *visit, const struct command *command);

#endif
