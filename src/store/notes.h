/*
 * store/notes.h: a player's own notes about a match.
 */
#ifndef POSTMOVE_NOTES_H
#define POSTMOVE_NOTES_H

#include <glib.h>

#include "store/db.h"

struct player_note {
    gint64 player; /* whose it is */
    char *name;
    int turns; /* turns played when they wrote it */
    char *text;
    gint64 time;
};

/* Keeps a note, written when `turns` turns had been played. */
void player_note_add(struct db *db, gint64 board, gint64 player, int turns, const char *text,
                     gint64 time);

/* The notes (struct player_note) of a player (0: of all) about a board, oldest first. Free
 * with g_ptr_array_unref. */
GPtrArray *player_notes(struct db *db, gint64 board, gint64 player);

/* How many a player has about a board; and deletes them. */
int player_notes_count(struct db *db, gint64 board, gint64 player);
void player_notes_delete(struct db *db, gint64 board, gint64 player);

#endif
