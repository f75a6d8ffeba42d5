/*
 * eligibility.h: whether players can have a match: whom and which games they have blocked, and how
 * many matches of a game they take at once.
 *
 * A player who is blocked reads only that the other cannot be challenged, in the same words as for
 * a blocked game.
 *
 * Those that return words give the reason, or NULL if there is none. Free with g_free.
 */
#ifndef POSTMOVE_PLAY_ELIGIBILITY_H
#define POSTMOVE_PLAY_ELIGIBILITY_H

#include "games/game.h"
#include "letters/run.h"
#include "play/session.h"
#include "store/players.h"

/* Why `who` cannot challenge `other` to a game. */
char *eligibility_refusal(struct run *run, const struct player *who, const struct player *other,
                          const struct game *game);

/* Why a program takes no match of the game from anybody; NULL if it does. */
char *eligibility_program(struct run *run, const struct player *program, const struct game *game);

/* That the operator has suspended a player. All other functions here check this too, except
 * eligibility_own. */
char *eligibility_suspended(struct run *run, const struct player *other);

/* Why `who` cannot accept what `other` has proposed: suspension or a block, but no limit. */
char *eligibility_blocked(struct run *run, const struct player *who, const struct player *other,
                          const struct game *game);

/* Why `who` cannot have one more match, by their own limit; in words for them. */
char *eligibility_own(struct run *run, const struct player *who, const struct game *game);

/* The command that gives `who` a match of the game against the house player at once; NULL if there
 * is none, or it takes no such match. Free with g_free. */
char *eligibility_house(struct run *run, const struct player *who, const struct game *game);

/* True if the mail being answered arrived in time to accept a challenge or take a seek. */
bool challenge_in_time(const struct session *session);

/* Why a challenge or seek cannot begin, by the limits of the players who have agreed to it. */
char *challenge_full(const struct session *session);

#endif
