/*
 * offer.h: draws, takebacks and pauses.
 *
 * A match has one open offer at most. It is carried through when all who are still in
 * play agree; any move ends it. Any player may end a pause alone, and so does a move of
 * the player whose turn it is. A match that the operator has adjourned goes on only when
 * the operator says so. Nothing here stores anything.
 */
#ifndef POSTMOVE_PLAY_OFFER_H
#define POSTMOVE_PLAY_OFFER_H

#include "play/session.h"

/* True if all who are still in play agree to the open offer. */
bool offer_all_agree(const struct session *session);

/* How many turns stand before the last one that a seat decided; -1 if it has decided none, or if
 * somebody has resigned since, which is not undone. A turn that was the only legal one is no
 * decision: taken back, it would just be played again. */
int offer_turns_before(const struct match *match, int seat);

/* Why a seat cannot make an offer of that kind, as a key; NULL: it can. */
const char *offer_refusal(const struct session *session, int seat, enum board_offer kind);

/* Does what was offered: all have agreed. */
void offer_carry_through(struct session *session);

/* A player has left the match and is asked no more. If all others agree to the open offer already,
 * it is carried through. Returns the key of words that say so; NULL: nothing changed. */
const char *offer_settle(struct session *session);

/* Ends a pause. */
void offer_wake(struct session *session);

#endif
