/*
 * results.h: what became of matches: the finished ones of a game, how its players
 * stand, and who plays it.
 *
 * `reader` is the player who asks: others' private matches are not among what he
 * gets to see. In standings they count, since nothing there names a match.
 */
#ifndef POSTMOVE_RESULTS_H
#define POSTMOVE_RESULTS_H

#include <glib.h>

#include "store/db.h"

/* How many matches of a game are finished, of one player or (0) of all. */
gint64 results_count(struct db *db, const char *game, gint64 player, gint64 reader);

/* Their numbers (gint64), the last to end first, `skip` of them left out, at
 * most `limit`. The caller's. */
GArray *results_numbers(struct db *db, const char *game, gint64 player, gint64 reader, int limit,
                        int skip);

/* Numbers of the matches of all that are running, newest first; at most `limit`. The
 * caller's. */
GArray *results_running(struct db *db, gint64 reader, int limit);

/* How many matches of a game are running. */
gint64 results_running_count(struct db *db, const char *game, gint64 reader);

/* Names (char *) of those who play a game at present, in order, at most `limit`.
 * The caller's. */
GPtrArray *results_players(struct db *db, const char *game, gint64 reader, int limit);

struct standing {
    gint64 player;
    int won, lost, drawn;
};

/* All who have finished a match of the game that counts (rated, not void), but
 * for those who were forgotten; struct standing. The most won first, then the
 * fewest lost, then the most drawn, then who was a player first. The caller's. */
GArray *results_standings(struct db *db, const char *game);

#endif
