/*
 * leave.h: what a player would leave behind, and leaving it.
 */
#ifndef POSTMOVE_ACCOUNTS_LEAVE_H
#define POSTMOVE_ACCOUNTS_LEAVE_H

#include "letters/run.h"
#include "store/players.h"

/* The numbers (gint64) of his boards in these states (bits 1 << state), but for matches
 * that he is out of already. The caller's. */
GArray *leave_list(struct run *run, gint64 player, unsigned states);

/* The headings of those boards, a line each; "" if there are none. The caller's. */
char *leave_headings(struct run *run, gint64 player, unsigned states);

/* He leaves them: matches are resigned, his own challenges and seeks withdrawn, those
 * of others declined, and the others told. A board that cannot be read stays as it
 * is: the operator must see to it. */
void leave_boards(struct run *run, const struct player *who, unsigned states);

#endif
