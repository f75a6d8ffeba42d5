/*
 * premove.h: moves sent before it is one's turn.
 *
 * A queued move is tried once, as soon as its player is to move: in the same
 * transaction as the turn that led there, before a turn without a choice is
 * played for him. Whether it was played or not, it is used up then, and he is
 * told. What he wrote below it goes to the others when it is played, and nowhere
 * otherwise. Where both have queued moves they follow upon each other; each has one,
 * so that this ends. A turn taken back takes all that is queued with it.
 */
#ifndef POSTMOVE_PLAY_PREMOVE_H
#define POSTMOVE_PLAY_PREMOVE_H

#include "play/session.h"

/* Tries what the player to move has queued; true if a turn was played. If it
 * cannot be, why is left aside for him (session_set_notice). Nothing is stored of the
 * match. */
bool premove_play(struct session *session);

/* A seat has played by hand what it may have queued, in a match that rested: nothing
 * is queued by it any more. */
void premove_used_up(struct session *session, int seat);

/* Turns were taken back: nothing is queued any more, and who had queued a move is
 * told. */
void premove_forget(struct session *session);

#endif
