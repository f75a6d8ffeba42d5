/*
 * blocks.h: what a player has ruled out: to play with another, to be challenged
 * to a game, to have more than so many matches of a game at once.
 */
#ifndef POSTMOVE_BLOCKS_H
#define POSTMOVE_BLOCKS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* Blocks another, which may be so already; ends that, false if it was not so. */
void block_player(struct db *db, gint64 player, gint64 other);
bool unblock_player(struct db *db, gint64 player, gint64 other);

/* Whether `player` has blocked `other`; whether either has blocked the other. */
bool block_has_player(struct db *db, gint64 player, gint64 other);
bool block_between(struct db *db, gint64 player, gint64 other);

/* The same for challenges to a game, by its name. */
void block_game(struct db *db, gint64 player, const char *game);
bool unblock_game(struct db *db, gint64 player, const char *game);
bool block_has_game(struct db *db, gint64 player, const char *game);

/* The names of the players they have blocked, and of the games, sorted (char *);
 * the caller's. */
GPtrArray *block_players(struct db *db, gint64 player);
GPtrArray *block_games(struct db *db, gint64 player);

/* How many matches of a game they play at once, from 1; 0: they have set no limit,
 * and setting 0 takes it off. */
int game_limit(struct db *db, gint64 player, const char *game);
void game_limit_set(struct db *db, gint64 player, const char *game, int most);

#endif
