/*
 * password_check.h: the one comparison of a word with a stored password that a mail gets.
 *
 * It costs a tenth of a second of the processor, on purpose, and anybody can write what looks
 * like a password. So each mail gets one, whatever stands in it.
 */
#ifndef POSTMOVE_AUTH_PASSWORD_CHECK_H
#define POSTMOVE_AUTH_PASSWORD_CHECK_H

#include "letters/run.h"
#include "store/players.h"

enum password_answer {
    PASSWORD_FITS,
    PASSWORD_WRONG,
    PASSWORD_UNTRIED, /* this mail has had its check, or may have none */
};

/* Whether the word is the player's password. Without `may` nothing is checked now; the result of
 * a check that this mail had already is still given. */
enum password_answer password_check(struct run *run, const struct player *who, const char *word,
                                    bool may);

/* Forgets the check. To be called before each mail. */
void password_check_forget(struct run *run);

enum { PASSWORD_LEAST = 4, PASSWORD_MOST = 128 }; /* bytes */

/* Why a password cannot be one, as a key of the office's words; NULL: it can,
 * or there is none. */
const char *password_fault(const char *password);

#endif
