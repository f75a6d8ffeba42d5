/*
 * journal.h: what the operator did, act by act.
 *
 * An entry is written in the transaction of its act. It holds the names it was
 * done to, and never an address or a password: it is kept for ever.
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

/* Writes one down. Where the text of an act has names is known by the table in journal.c,
 * to which an act with names belongs. */
void journal_add(struct db *db, const char *user, const char *act, const char *text, gint64 now);

/* The last `count` entries (0: all), the newest last; struct journal_entry. */
GPtrArray *journal_list(struct db *db, gint64 count);

/* A player has another name: it takes the place of the old one, whatever its case, where
 * the text of an act has a player's name, and nowhere else: other words may look like it.
 * With `forgotten` the names they had before go with it. */
void journal_rename(struct db *db, const char *name, const char *other, bool forgotten);

#endif
