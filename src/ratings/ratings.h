/*
 * ratings.h: how strong players are in each game, by the matches that count.
 *
 * The table `ratings` has a row for each seat of a match that counts: what the match made of its
 * player's rating. A rating is that of the player's last row. The rows of a game follow from its
 * matches, in the order in which they ended (those of the same second by their numbers), and from
 * nothing else: if a match ends that is not the last in that order, or stops counting, all rows
 * from there on are computed again.
 *
 * A match counts if it is finished with a result, rated, and has at least two turns a seat; if no
 * program plays in it, and no player of it was forgotten. Each pair of seats is a result by their
 * places, which weighs 1 / (seats - 1). Seats that win together are rated as one player, with the
 * mean of their ratings: each then moves by the same number of points.
 *
 * All numbers are stored as whole ones, rounded after each match, so that any C library computes
 * the same. A reader of a board finds the ratings of its players there (struct board_rating).
 */
#ifndef POSTMOVE_RATINGS_RATINGS_H
#define POSTMOVE_RATINGS_RATINGS_H

#include "ratings/glicko.h"
#include "store/boards.h"

/* Call it when the match of a board has just ended, or has been reopened. `before`: when the stored
 * match had ended; 0: it had not. Computes what changes, and sets the ratings of the seats of
 * `board`. */
void ratings_follow(struct db *db, struct board *board, gint64 before);

/* Forgets a player (player_forget), and computes the ratings of those they played again. */
void ratings_forget(struct db *db, gint64 player, gint64 now);

/* The rating of a player in a game, by their last match that counts, without `hidden`; `matches` is
 * 0 without one. */
struct board_rating ratings_of(struct db *db, gint64 player, const char *game);

/* What the last matches of a player that count made of their rating in a game, the last one first;
 * struct board_rating. Free with g_array_unref. */
GArray *ratings_last(struct db *db, gint64 player, const char *game, int limit);

/* Computes all ratings of a game, and calls `differs` for each row that is not as stored: with the
 * board and the player's id, and both ratings (in thousandths; -1: there is no such row). */
typedef void ratings_differ(void *data, gint64 board, gint64 player, gint64 stored,
                            gint64 computed);
void ratings_check(struct db *db, const char *game, ratings_differ *differs, void *data);

#endif
