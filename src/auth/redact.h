/*
 * redact.h: what a player wrote, fit for the eyes of others.
 */
#ifndef POSTMOVE_AUTH_REDACT_H
#define POSTMOVE_AUTH_REDACT_H

#include "letters/run.h"
#include "store/players.h"

/* The words without reply addresses and their tokens, however they are split and written; without
 * a piece of our letters (then: NULL), and without the writer's password where it stands behind his
 * name, as in a command that went astray, whatever signs stand around either, and in whatever
 * characters it is written. The rest stays as it was written. `who` may be NULL. The
 * caller's. */
char *redact_relayed(struct run *run, const struct player *who, const char *words);

/* True if the word is the player's password, or if it may be and another word of this mail was
 * compared with it already (auth/password_check.h); false if `who` is NULL. Slow. */
bool redact_is_password(struct run *run, const struct player *who, const char *word);

/* The words without the player's password where it stands behind the player's name. Beyond
 * the one check a mail has any word there is replaced. Slow if words stand there. Free with g_free.
 */
char *redact_password(struct run *run, const struct player *who, const char *words);

#endif
