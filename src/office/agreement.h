/*
 * agreement.h: what the rest of the office needs of agreement.c beside its
 * handlers (visit.h): draws, takebacks and pauses.
 *
 * One open offer a match; all who are still in play must agree; any move ends
 * it. A pause holds only as long as all want it: any of them may resume at once,
 * and a move of whoever's turn it is goes on, too. A match that the operator has
 * adjourned goes on when he says so.
 */
#ifndef POSTMOVE_AGREEMENT_H
#define POSTMOVE_AGREEMENT_H

#include "office/play.h"

/* Somebody has left the match at the desk, and is asked no more: if all
 * others agree to the open offer already, it is carried through, but not stored.
 * The key of words that tell so; NULL: nothing has come of it. */
const char *agreement_settle(struct desk *desk);

/* A match that rests goes on; to be stored by the caller. */
void agreement_wake(struct desk *desk);

/* The same, with what was queued meanwhile, and it is stored. What came of it, the
 * caller's: the turns that were played, from *first on, and what they ended, in words
 * (NULL: nothing). */
char *agreement_go_on(struct desk *desk, guint *first);

#endif
