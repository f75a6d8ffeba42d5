/*
 * account.h: what can be the name and the address of a player, and how often a
 * letter asks an address to confirm.
 */
#ifndef POSTMOVE_ACCOUNTS_ACCOUNT_H
#define POSTMOVE_ACCOUNTS_ACCOUNT_H

#include "letters/run.h"
#include "store/pending.h"

enum { ACCOUNT_WEEK = 7 * 24 * 3600 /* seconds until an address is asked again */ };

/* Why a name cannot be that of the player with that folded address, as a key of the sentences;
 * NULL: it can. */
const char *account_name_fault(struct run *run, const char *name, const char *folded);

/* Why an address cannot be a player's, whoever has it, as a key; NULL: it can. `folded` is NULL
 * where it is no address at all. */
const char *account_address_fault(const struct run *run, const char *folded);

/* True if a letter that asks to confirm went to the address within a week. */
bool account_was_written_to(struct run *run, const char *folded);

/* True if a letter that asks to confirm may go to the address: one a week, a few a week to one
 * mailbox, and LIMIT_SIGNUP_LETTERS_A_DAY to all. account_wrote_to counts that one goes. */
bool account_may_write_to(struct run *run, const char *folded);
void account_wrote_to(struct run *run, const char *folded);

/* True if a new address must confirm, not a player who was asked. */
bool account_is_new_address(const struct pending *pending);

/* A token for a letter that asks for `confirm` or `yes`; `id` is that of the pending row. Free
 * with g_free. */
char *account_token(struct run *run, const struct pending *pending, gint64 id);

#endif
