/*
 * autoplay.h: turns that nobody has to decide.
 *
 * A forced pass is played for everyone. What a player has queued is tried when it
 * is his turn (play/premove.h). The only legal turn of a player is played for him if he
 * has set autoplay. All are turns of the record like any other, stored with the
 * turn that led to them.
 */
#ifndef POSTMOVE_PLAY_AUTOPLAY_H
#define POSTMOVE_PLAY_AUTOPLAY_H

#include "play/session.h"

enum { AUTOPLAY_MOST = 100 /* turns in a row; then the player himself is asked */ };

/* Plays on until somebody has a choice and nothing queued, or has not set autoplay,
 * or the match is over. In a match that rests passes alone are played. To be called
 * after each change of a match that is not an undo, and when it goes on again; before
 * it is stored. */
void autoplay_go_on(struct session *session);

#endif
