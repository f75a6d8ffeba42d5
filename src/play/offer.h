/*
 * offer.h: offers of a draw, a takeback or a pause.
 *
 * A match has at most one open offer. It is carried out when all players still in play agree; any
 * move ends it. Any player may end a pause alone, and a move of the player to move ends it too. A
 * match that the operator has adjourned goes on only when the operator resumes it. Nothing here
 * stores anything.
 */
#ifndef POSTMOVE_PLAY_OFFER_H
#define POSTMOVE_PLAY_OFFER_H

#include "play/session.h"

/* True if all players still in play agree to the open offer. */
bool offer_all_agree(const struct session *session);

/* The number of turns before the last one that a seat decided; -1 if it has decided none, or if
 * somebody has resigned since, because a resignation is not taken back. A turn that was the only
 * legal one does not count as decided: taken back, it would be played again at once. */
int offer_turns_before(const struct match *match, int seat);

/* Why a seat cannot make an offer of that kind, as a key of the sentences; NULL if it can. */
const char *offer_refusal(const struct session *session, int seat, enum board_offer kind);

/* Carries out the open offer, to which all have agreed. */
void offer_carry_through(struct session *session);

/* Call it after a player has left the match, who no longer needs to agree. If all others already
 * agree to an open draw or pause, it is carried out. Returns the key of the sentence that says so;
 * NULL if nothing changed. */
const char *offer_settle(struct session *session);

/* Ends a pause. */
void offer_wake(struct session *session);

#endif
