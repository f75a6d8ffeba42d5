/*
 * kept_back.h: to whom no letters are written.
 */
#ifndef POSTMOVE_LETTERS_KEPT_BACK_H
#define POSTMOVE_LETTERS_KEPT_BACK_H

#include "letters/run.h"

enum { LETTERS_KEPT_BACK_AT = 4 /* points of an address whose letters came back */ };

/* True if a letter must not be written to `player` (0: to no player) at their address.
 * `answer`: it answers a mail of that player. Nothing is written to a player whom the
 * operator has suspended; letters to the operator are never kept back. */
bool letter_is_kept_back(const struct run *run, gint64 player, const char *address, bool answer);

/* True if a folded address is the operator's. */
bool letter_is_to_operator(const struct run *run, const char *folded);

#endif
