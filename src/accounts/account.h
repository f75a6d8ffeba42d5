/*
 * account.h: which names, addresses and passwords players can have, and how often an address is
 * asked to confirm.
 */
#ifndef POSTMOVE_ACCOUNTS_ACCOUNT_H
#define POSTMOVE_ACCOUNTS_ACCOUNT_H

#include <stdbool.h>

#include "base/config.h"
#include "letters/run.h"
#include "store/pending.h"
#include "store/players.h"

enum { ACCOUNT_WEEK = 7 * 24 * 3600 /* seconds until an address may be asked again */ };

/* Why the player with that folded address cannot have the name, as a key of the sentences; NULL if
 * they can. */
const char *account_name_fault(struct run *run, const char *name, const char *folded);

/* Why no player can have the address, as a key; NULL if a player can. `folded` is NULL if it is no
 * address at all. Whether a player already has it is not checked. */
const char *account_address_fault(const struct run *run, const char *folded);

/* Takes an address from the player, and tells them there. */
void account_drop_address(struct run *run, const struct player *who, const char *address);

/* The hash of a password; NULL without one (NULL), or if memory does not suffice: then the database
 * is halted. Free with g_free. */
char *account_hash(struct run *run, const char *password);

/* True if a letter asked the address to confirm within the last week. */
bool account_was_written_to(struct run *run, const char *folded);

/* True if a letter may ask the address to confirm: one a week, a few a week to one mailbox, and
 * LIMIT_SIGNUP_LETTERS_A_DAY to all; the operator is told when that is used up. account_wrote_to
 * counts a letter. */
bool account_may_write_to(struct run *run, const char *folded);
void account_wrote_to(struct run *run, const char *folded);

/* True if it waits for a new address to confirm; false if it waits for a player. */
bool account_is_new_address(const struct pending *pending);

/* Makes a token for a letter that asks somebody at an address, who is no player, for a name: a
 * reply to it proves the address. A yes in reply takes the name that the letter proposes (NULL:
 * none). */
struct new_token account_greeting(struct run *run, const char *address, const char *folded,
                                  const char *name);

/* Makes a token for a letter that asks for `confirm` or `yes`; `id` is the id of the pending row.
 */
struct new_token account_token(struct run *run, const struct pending *pending, gint64 id);

/*
 * ---- names that nobody may sign up with, because a letter that shows them would seem to come from
 * the server or from its operator ----
 *
 * The operator may give a player such a name, and a player who has one keeps it.
 */

/* True if the name is a reserved word, a game's name, or part of the server's own address (its
 * local part, or a label of its domain except the last); if it is made of several of these; or if
 * it looks like one: "adm1n", "rnailer", "admin_", "Admin2", "the-admin". */
bool reserved_name(const struct config *config, const char *name);

#endif
