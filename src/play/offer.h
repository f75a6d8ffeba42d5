/*
 * offer.h: what the rest of the office needs of play/offer.c beside its
 * handlers (commands/request.h): draws, takebacks and pauses.
 *
 * One open offer a match; all who are still in play must agree; any move ends
 * it. A pause holds only as long as all want it: any of them may resume at once,
 * and a move of whoever's turn it is goes on, too. A match that the operator has
 * adjourned goes on when he says so.
 */
#ifndef POSTMOVE_PLAY_OFFER_H
#define POSTMOVE_PLAY_OFFER_H

#include "play/session.h"

/* Somebody has left the match at the desk, and is asked no more: if all
 * others agree to the open offer already, it is carried through, but not stored.
 * The key of words that tell so; NULL: nothing has come of it. */
const char *offer_settle(struct session *session);

/* A match that rests goes on; to be stored by the caller. */
void offer_wake(struct session *session);

/* The same, with what was queued meanwhile, and it is stored. What came of it, the
 * caller's: the turns that were played, from *first on, and what they ended, in words
 * (NULL: nothing). */
char *offer_go_on(struct session *session, guint *first);

#endif
