/*
 * autoplay.h: turns that nobody has to decide.
 *
 * A forced pass is played for every player. A premove is tried when it is its player's turn
 * (play/premove.h). The only legal turn is played for a player who has set autoplay. All are turns
 * of the record like any other, stored together with the turn that led to them.
 */
#ifndef POSTMOVE_PLAY_AUTOPLAY_H
#define POSTMOVE_PLAY_AUTOPLAY_H

#include "play/session.h"

enum { AUTOPLAY_MOST = 100 /* turns in a row; then the player is asked after all */ };

/* Plays on until a player has a choice and no premove, or has only one turn but has not set
 * autoplay, or the match is over. In a paused match only passes are played. Call it after each
 * change of a match that is not an undo, and when a pause ends, before the match is stored. */
void autoplay_go_on(struct session *session);

#endif
