/*
 * substitute.h: somebody takes a seat of a running match in place of its player.
 *
 * The record goes on, since its turns are the seat's; store/boards.h keeps who sat there before,
 * and the match counts for who sits there at its end. The seat's clock goes on as it stands, or
 * shows its first time if it had run down; a turn of the seat begins anew (clocks/clocks.h). What
 * the player before had at the board is not handed over: their premove, their plan and what waits
 * to be told to them are dropped, their offer ends, their notes stay theirs, and letters that they
 * have do not play any more.
 */
#ifndef POSTMOVE_PLAY_SUBSTITUTE_H
#define POSTMOVE_PLAY_SUBSTITUTE_H

#include "play/session.h"

/* Gives a seat to a player whom eligibility_substitute does not refuse. Then call changes_store,
 * and open the session anew: this one has the names as they were. */
void substitute_take_seat(struct session *session, int seat, const struct player *who);

/* Tells who sat in the seat before that it was given to somebody else. */
void substitute_tell_former(const struct session *session, const struct player *former,
                            const struct player *who);

/* "carl has played in place of ann since turn 12.", a line each; NULL if nobody has. */
struct phrase *substitute_words(const struct session *session);

/* The name of who played a turn (from 0) of a seat; `all` is what substitutions_of gives. Not to be
 * freed. */
const char *substitute_name_at(const struct session *session, const GPtrArray *all, int seat,
                               guint turn);

#endif
