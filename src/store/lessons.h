/*
 * lessons.h: where a player is in the tutorial of a game.
 */
#ifndef POSTMOVE_LESSONS_H
#define POSTMOVE_LESSONS_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* The number, from 1, of the lesson they were sent last; 0: none yet. */
int lesson_of(struct db *db, gint64 player, const char *game);

/* He is sent that lesson now. Gives what a token calls the player's tutorial of this
 * game. */
gint64 lesson_set(struct db *db, gint64 player, const char *game, int lesson);

/* The game of a tutorial that a token names; NULL: there is none, or it is another
 * player's. The caller's. */
char *lesson_game(struct db *db, gint64 id, gint64 player);

/* The last of a player's tutorials that has begun; NULL: none has. Free with g_free. */
char *lesson_last_game(struct db *db, gint64 player);

#endif
