/*
 * deferred.h: news of what a player did that could as well come later.
 *
 * It tells neither of a turn nor of the beginning or end of a match. Who has had as many letters
 * from that player as may be a day (auth/budget.h) gets it with the next letter about the board, or
 * with the first of the next day, in the order in which things happened.
 */
#ifndef POSTMOVE_TALK_DEFERRED_H
#define POSTMOVE_TALK_DEFERRED_H

#include "play/session.h"
#include "store/players.h"

/* Tells all seats but one (-1: all), with the player's `comment` (NULL: none). */
void deferred_tell(struct session *session, int but_seat, const char *text,
                   const struct player *who, const char *comment);

/* Tells the player of a seat of a turn that `mover` has played, with the words below it (NULL:
 * none). If the match goes on without that player, since they are out or can only pass, it waits in
 * the same way when they have had as many such letters about the board as may be a day. */
void deferred_turn(struct session *session, int seat, int mover, const char *text,
                   const char *comment);

#endif
