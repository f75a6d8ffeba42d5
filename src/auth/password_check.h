/*
 * password_check.h: compares a word with a stored password, once for each mail.
 *
 * A comparison costs a tenth of a second of the processor, on purpose, and anybody can write a
 * word that might be a password. So each mail gets one comparison, whatever it holds.
 */
#ifndef POSTMOVE_AUTH_PASSWORD_CHECK_H
#define POSTMOVE_AUTH_PASSWORD_CHECK_H

#include "letters/run.h"
#include "store/players.h"

enum password_answer {
    PASSWORD_FITS,
    PASSWORD_WRONG,
    PASSWORD_UNTRIED, /* this mail has had its comparison, or may have none */
};

/* Compares `word` with the player's password. If `may` is false nothing is compared now; the
 * result of a comparison that this mail has already had is still given. */
enum password_answer password_check(struct run *run, const struct player *who, const char *word,
                                    bool may);

/* Forgets the comparison. Call it before each mail. */
void password_check_forget(struct run *run);

enum { PASSWORD_LEAST = 4, PASSWORD_MOST = 128 }; /* bytes */

/* Why a word cannot be a password, as a key of the sentences; NULL if it can, or if `password` is
 * NULL. */
const char *password_fault(const char *password);

#endif
