/*
 * results.h: finished matches of a game, how its players stand, and who plays it.
 *
 * `reader` is the player who asks: they do not see other players' private matches. In
 * standings private matches count, since nothing there names a match.
 */
#ifndef POSTMOVE_RESULTS_H
#define POSTMOVE_RESULTS_H

#include <glib.h>

#include "store/boards.h"

/* How many matches of a game are finished, of one player or (0) of all. */
gint64 results_count(struct db *db, const char *game, gint64 player, gint64 reader);

/* Their numbers (gint64), the last to end first: at most `limit`, after leaving out the first
 * `skip`. Free with g_array_unref. */
GArray *results_numbers(struct db *db, const char *game, gint64 player, gint64 reader, int limit,
                        int skip);

/* Numbers (gint64) of all running matches, newest first; at most `limit`. Free with
 * g_array_unref. */
GArray *results_running(struct db *db, gint64 reader, int limit);

/* How many matches of a game are running. */
gint64 results_running_count(struct db *db, const char *game, gint64 reader);

/* Names (char *) of those who play a game at present, in order, at most `limit`. Free with
 * g_ptr_array_unref. */
GPtrArray *results_players(struct db *db, const char *game, gint64 reader, int limit);

struct standing {
    gint64 player;
    int won, lost, drawn;
    struct board_rating rating; /* all 0: hidden, or they have none */
};

/* All players who have finished a match of the game that counts (rated, not void), without
 * those who were forgotten; struct standing. The highest rating first, unless it is hidden from the
 * reader; behind those without one, the most won first, then the fewest lost, then
 * the most drawn, then the earliest player. Free with g_array_unref. */
GArray *results_standings(struct db *db, const char *game, gint64 reader);

/* One of them, with the rating; all 0 but the player if they have finished none. */
struct standing results_standing(struct db *db, const char *game, gint64 player);

#endif
