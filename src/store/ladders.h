/*
 * ladders.h: the ladder of each game: who stands where, and the matches that are played for a
 * place.
 *
 * The places of a game are 1, 2, 3 and so on: each has one player, and no place is empty.
 */
#ifndef POSTMOVE_LADDERS_H
#define POSTMOVE_LADDERS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

struct rung {
    gint64 player;
    int place;    /* 1 for the first; 0: they are not on the ladder */
    gint64 since; /* time from which it is counted how long they have played no match of it */
    gint64 board; /* the match they play for a place; 0: none */
};

/* All players of a ladder (struct rung), in the order of their places. Free with g_array_unref. */
GArray *ladder_rungs(struct db *db, const char *game);

/* One of them. */
struct rung ladder_rung(struct db *db, const char *game, gint64 player);

/* Adds a player in the last place. They must not be on that ladder. */
void ladder_join(struct db *db, const char *game, gint64 player, gint64 now);

/* Takes a player off a ladder (NULL: off all): those below go up. Does nothing if they are not on
 * it. */
void ladder_leave(struct db *db, const char *game, gint64 player);

/* Puts a player in another place; those between move up or down by one. A place beyond the last is
 * the last. Returns the place. */
int ladder_move(struct db *db, const char *game, gint64 player, int place);

/* From now on it is counted how long the player plays no match. */
void ladder_wake(struct db *db, const char *game, gint64 player, gint64 now);

/* ---- matches for a place, by the number of the board; the challenger is the board's ---- */

void ladder_match_add(struct db *db, gint64 board);

/* What came of it: the places of the challenger before and after it. */
struct ladder_match {
    int before, after; /* 0: it is not settled */
};

/* False if the board is no match for a place. */
bool ladder_match_read(struct db *db, gint64 board, struct ladder_match *match);
void ladder_match_settle(struct db *db, gint64 board, const struct ladder_match *match);

/* When the last such match of a game between two players ended; 0: they have finished none. */
gint64 ladder_met(struct db *db, const char *game, gint64 player, gint64 other);

/* ---- who plays no match ---- */

/* The players who have played no match of a ladder since a moment, and play none now. */
struct idler {
    const char *game; /* interned */
    gint64 player, since;
};

/* All of them (struct idler). Free with g_array_unref. */
GArray *ladder_idlers(struct db *db, gint64 since);

#endif
