/*
 * redact.h: removes passwords and reply addresses from what players wrote, before others read it.
 */
#ifndef POSTMOVE_AUTH_REDACT_H
#define POSTMOVE_AUTH_REDACT_H

#include "letters/run.h"
#include "store/players.h"

/* The words as others may read them; everything else stays as it was written. Removed are: reply
 * addresses and their tokens, however they are split and written; the writer's password where it
 * follows their name, as in a misspelt command, with any signs around either and in any style of
 * characters. NULL if the words hold a piece of one of our letters. `who` may be NULL. Free with
 * g_free. */
char *redact_relayed(struct run *run, const struct player *who, const char *words);

/* True if the word is the player's password, or if it may be and another word of this mail was
 * compared with it already (auth/password_check.h). False if `who` is NULL. Slow. */
bool redact_is_password(struct run *run, const struct player *who, const char *word);

/* The words, with each password of the player that follows their name replaced. After the one
 * comparison that a mail has, every word there that may be the password is replaced. Slow if a
 * word follows the name. Free with g_free. */
char *redact_password(struct run *run, const struct player *who, const char *words);

#endif
