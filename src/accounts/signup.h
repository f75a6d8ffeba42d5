/*
 * signup.h: what the rest of the office needs of the accounts beside their
 * handlers (commands/request.h): of accounts/signup.c, accounts/addresses.c, accounts/password.c
 * and accounts/forget.c.
 */
#ifndef POSTMOVE_ACCOUNTS_SIGNUP_H
#define POSTMOVE_ACCOUNTS_SIGNUP_H

#include "commands/request.h"
#include "language/grammar.h"
#include "store/pending.h"
#include "store/players.h"

/* ---- signing up and confirming ---- */

/* What the letter replied to, which asks for a word, takes in a reply: enum
 * command_reply. */
unsigned signup_reply(const struct request *request);

/* The token for a letter that asks for a word; `id` is that of the row that waits
 * for it. The caller's. */
char *signup_token(struct run *run, const struct pending *pending, gint64 id);

/* A reply to a letter that asks for a word, without the word. */
void signup_unclear(struct request *request);

/* A signup of one who is no player, that was refused when it was read. */
void signup_misspelt(struct request *request, const struct command_refusal *refusal,
                     const char *text);

enum { PASSWORD_LEAST = 4, PASSWORD_MOST = 128 }; /* bytes */

/* Why a password cannot be one, as a key of the office's words; NULL: it can,
 * or there is none. */
const char *password_fault(const char *password);

/* Why a name cannot be that of the player whose folded address that is, as a key
 * of the office's words; NULL: it can. */
const char *signup_name_fault(struct run *run, const char *name, const char *folded);

/* Why an address cannot be a player's, whoever has it, as a key; NULL: it can.
 * `folded` is NULL where it is no address at all. */
const char *signup_address_fault(const struct run *run, const char *folded);

/* Whether a letter that asks to confirm may go to the address: one a week, so
 * many a week to one mailbox, and so many a day to all. And that one goes. */
bool signup_may_write_to(struct run *run, const char *folded);
void signup_wrote_to(struct run *run, const char *folded);

/* ---- what was asked for twice (commands/confirm.h), or has confirmed ---- */

/* The address that was added has confirmed: it is his. */
void addresses_confirmed(struct request *request, const struct pending *pending);

/* Drops an address of a player's, and tells him there too. */
void addresses_drop(struct request *request, const struct player *who,
                    const struct pending *pending, const struct command *command);

/* Sets the new password of a command, or takes the old one off. */
void password_replace(struct request *request, const struct player *who,
                      const struct command *command);

/* What is going on that he would give up, a line each; "" if there is nothing.
 * The caller's. */
char *forget_running(struct run *run, gint64 player);

/* Resigns for him, takes back and declines his challenges, and forgets him. */
void forget_player(struct request *request, const struct player *who);

#endif
