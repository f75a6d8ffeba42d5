/*
 * journal.h: what the operator did, one entry for each act.
 *
 * An entry is written in the transaction of its act. It holds the names of players concerned,
 * and never an address or a password: it is kept for ever.
 */
#ifndef POSTMOVE_JOURNAL_H
#define POSTMOVE_JOURNAL_H

#include <glib.h>

#include "store/db.h"

struct journal_entry {
    gint64 time;
    char *user; /* of the system, who did it */
    char *act;  /* "match end" */
    char *text; /* "12 win ann"; "" */
};

/* Writes an entry. An act whose text holds names of players must be in the pattern of
 * journal_rename. */
void journal_add(struct db *db, const char *user, const char *act, const char *text, gint64 now);

/* The last `count` entries (0: all), the newest last; struct journal_entry. Free with
 * g_ptr_array_unref. */
GPtrArray *journal_list(struct db *db, gint64 count);

/* A player has another name: replaces the old one, whatever its case, where the text of an act
 * has a player's name, and nowhere else, since other words may look like it. With `forgotten`
 * it also replaces the names the player had before. */
void journal_rename(struct db *db, const char *name, const char *other, bool forgotten);

#endif
