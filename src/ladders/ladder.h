/*
 * ladder.h: the ladder of each game for two: players join it in the last place, and challenge
 * those up to three places above.
 *
 * Such a match needs no consent: to be on the ladder is to agree. A player plays one match of a
 * ladder at a time, and may not play the same opponent again within ten days. The seats are drawn
 * by lot. Each has 15 days and a day more with each turn, and at most ten days for one turn. A
 * challenger who wins takes the place of the other, and those between go down by one; otherwise
 * nobody moves. Whoever plays no match for 60 days goes down three places; vacations do not count,
 * nor does time in which the server stood still. A match that the operator makes void, or undoes,
 * after it was settled changes no place any more; nor does one in which somebody was replaced. A
 * block of the game itself does not count on its ladder, but a block between two players does.
 */
#ifndef POSTMOVE_LADDERS_LADDER_H
#define POSTMOVE_LADDERS_LADDER_H

#include "play/session.h"

enum {
    LADDER_ABOVE = 3,       /* places above one's own that one may challenge */
    LADDER_AGAIN_DAYS = 10, /* between two matches of the same players */
    LADDER_IDLE_DAYS = 60,  /* without a match, after which a player goes down */
    LADDER_IDLE_PLACES = 3, /* so many places */
};

/* The values {{game}}, its title, and {{word}}, its name. */
struct values *ladder_values(const struct game *game);

/* Reads the event that a match has just ended: if it was for a place, the places follow. Once for
 * each match. */
void ladder_follow(const struct session *session);

/* What the end of a match means on the ladder, for the player of a seat; NULL if it was for no
 * place. */
struct phrase *ladder_words(const struct session *session, int seat);

/* Moves players down who have played no match for LADDER_IDLE_DAYS, and tells them. Call it once a
 * day. */
void ladder_drop_idlers(struct run *run);

#endif
