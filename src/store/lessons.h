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

/* Records that they are sent that lesson now. Returns the id of the player's tutorial of this
 * game, which a token can name. */
gint64 lesson_set(struct db *db, gint64 player, const char *game, int lesson);

/* The game of the tutorial with that id, which a token named; NULL if no tutorial has it, or it
 * is another player's. Free with g_free. */
char *lesson_game(struct db *db, gint64 id, gint64 player);

/* The game of the tutorial that the player began last; NULL: they began none. Free with
 * g_free. */
char *lesson_last_game(struct db *db, gint64 player);

#endif
