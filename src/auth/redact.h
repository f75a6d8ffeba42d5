/*
 * redact.h: removes passwords and reply addresses from what players wrote, before others read it;
 * and compares a word with a password.
 */
#ifndef POSTMOVE_AUTH_REDACT_H
#define POSTMOVE_AUTH_REDACT_H

#include "letters/run.h"
#include "store/players.h"

/* Prepares a person's words to be relayed to another player; quotes and signatures must be
 * removed already. NULL if the words contain our marker. Every address that could be a token
 * of `local`@`host` becomes "[address]", in whatever characters it is written; whatever may
 * end a line becomes LF. Left out are other control characters, signs that turn the direction
 * of a text, rows of invisible characters, and all but 16 of the blanks and quote marks at the
 * beginning of a line, so that it wraps behind a prefix. With a run, tokens that its database
 * knows become that, too. At most 4000 bytes. Free with g_free. */
char *redact_relay(const char *words, const char *local, const char *host, struct run *run);

/* The words as others may read them; everything else stays as it was written. Removed are:
 * reply addresses and their tokens, however they are split and written; the writer's password
 * if it follows their name, as in a misspelt command, with any signs around either and in any
 * style of characters; the signs around it go with it. NULL if the words contain a piece of one of
 * our letters. `who` may be NULL. Free with g_free. */
char *redact_relayed(struct run *run, const struct player *who, const char *words);

/* True if the word is the player's password, or if it may be and this mail has already had its
 * comparison with another word (see below). False if `who` is NULL. Slow. */
bool redact_is_password(struct run *run, const struct player *who, const char *word);

/* The words, with each password of the player that follows their name replaced. After the one
 * comparison that a mail has, every word there that may be the password is replaced. Slow if a
 * word follows the name. Free with g_free. */
char *redact_password(struct run *run, const struct player *who, const char *words);

/*
 * ---- comparing a word with a stored password, once for each mail ----
 *
 * A comparison costs a tenth of a second of processor time, on purpose, and anybody can write a
 * word that might be a password. So each mail gets one comparison, whatever it holds.
 */

enum password_answer {
    PASSWORD_FITS,
    PASSWORD_WRONG,
    PASSWORD_UNTRIED, /* this mail has already had its comparison, or `may` was false */
};

/* Compares `word` with the player's password. If `may` is false nothing is compared now; the
 * result of a comparison that this mail has already had is still returned. */
enum password_answer password_check(struct run *run, const struct player *who, const char *word,
                                    bool may);

/* Forgets the comparison. Call it before each mail. */
void password_check_forget(struct run *run);

enum { PASSWORD_LEAST = 4, PASSWORD_MOST = 128 }; /* bytes */

/* Why a word cannot be a password, as a key of the sentences; NULL if it can, or if `password` is
 * NULL. */
const char *password_fault(const char *password);

#endif
