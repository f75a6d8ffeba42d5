/*
 * premove.h: turns that are played without asking: premoves, and what nobody has to decide.
 *
 * A premove is tried once, as soon as its player is to move: in the same transaction as the turn
 * that led there, and before autoplay. Played or not, it is then used up, and the player is told.
 * Its comment goes to the others if it is played, and to nobody otherwise. Premoves of several
 * players follow each other; each player has at most one, so this ends. When a turn is taken back
 * all premoves are dropped.
 */
#ifndef POSTMOVE_PLAY_PREMOVE_H
#define POSTMOVE_PLAY_PREMOVE_H

#include "play/session.h"
#include "store/boards.h"

/* Drops all premoves and plans because turns were taken back, and leaves their players a notice. */
void premove_forget(struct session *session);

enum { AUTOPLAY_MOST = 100 /* turns in a row; then the player is asked after all */ };

/* Plays on until a player has a choice and no premove, or has only one turn but has not set
 * autoplay, or the match is over. In a paused match only passes are played. Call it after each
 * change of a match that is not an undo, and when a pause ends, before the match is stored. */
void autoplay_go_on(struct session *session);

#endif
