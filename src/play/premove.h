/*
 * premove.h: moves sent before it is their player's turn, and moves submitted to be confirmed.
 *
 * A premove is tried once, as soon as its player is to move: in the same transaction
 * as the turn that led there, before a turn without a choice is played for the player.
 * Played or not, it is used up then, and the player is told. What stands below it
 * goes to the others if it is played, and nowhere otherwise. Where several players have
 * premoves they follow upon each other; each player has one, so that this ends. A turn
 * taken back takes all premoves with it.
 */
#ifndef POSTMOVE_PLAY_PREMOVE_H
#define POSTMOVE_PLAY_PREMOVE_H

#include "play/session.h"
#include "store/plans.h"

/* Tries the premove of the player to move; true if a turn was played. If it cannot be played, the
 * reason becomes a notice for the player (session_set_notice). The match is not stored. */
bool premove_play(struct session *session);

/* Drops the premove of a seat that has played by hand, in a match that was paused. */
void premove_used_up(struct session *session, int seat);

/* Turns were taken back: all premoves are dropped, and their players are told. */
void premove_forget(struct session *session);

/* What the player of a seat has submitted since the board last changed, and may still confirm.
 * NULL: nothing. Free with plan_free. */
struct plan *premove_submitted(const struct session *session, int seat);

#endif
