/*
 * eligibility.h: whether players would have a match at all: whom and which games
 * they have blocked, and how many matches of a game they take at once.
 *
 * Who is blocked is told no more than that it cannot be, in the words in which
 * a blocked game is told.
 */
#ifndef POSTMOVE_PLAY_ELIGIBILITY_H
#define POSTMOVE_PLAY_ELIGIBILITY_H

#include "games/game.h"
#include "letters/run.h"
#include "play/session.h"
#include "store/players.h"

/* Why `who` cannot challenge `other` to a game, in words; NULL: he can. The
 * caller's. */
char *eligibility_refusal(struct run *run, const struct player *who, const struct player *other,
                          const struct game *game);

/* That the operator has suspended a player, in words; NULL: he has not. It stands in
 * the way of all of the others here but eligibility_own. The caller's. */
char *eligibility_suspended(struct run *run, const struct player *other);

/* Why he cannot accept what `other` has asked: a block alone. The caller's. */
char *eligibility_blocked(struct run *run, const struct player *who, const struct player *other,
                          const struct game *game);

/* Why `who` cannot have one match more, by the limit he has set himself, in
 * words for him; NULL: he can. The caller's. */
char *eligibility_own(struct run *run, const struct player *who, const struct game *game);

/* Whether a challenge or seek could be accepted or taken yet when the mail at
 * hand reached us. */
bool challenge_in_time(const struct session *session);

/* Why those who have agreed to a challenge or seek cannot have it begin, by the
 * limits they have set, in words; NULL: they can. The caller's. */
char *challenge_full(const struct session *session);

#endif
