/*
 * standby_keep.h: what a server does in the folder of its log for those who keep a copy from it
 * (store/standby.h).
 */
#ifndef POSTMOVE_STANDBY_KEEP_H
#define POSTMOVE_STANDBY_KEEP_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/*
 * What the server does for the log in `folder` after a run: makes a copy of the whole database
 * there if the newest is older than `keep` seconds, or of another log; then removes what is not
 * needed to go back to any moment of the last `keep` seconds, and nothing that may be another
 * server's. The caller sees to it that nobody
 * else does this for the folder. Other programs may write to the database meanwhile.
 */
bool standby_keep_base(const char *database, const char *folder, gint64 keep, GError **error);

/* What there is in the folder of a log. */
struct standby_facts {
    gint64 last;   /* the last commit in the database's log; -1: it has none there */
    gint64 behind; /* how many later ones the database has */
    gint64 base;   /* when the newest copy of the whole database was made; 0: there is none */
};

/* Compares the folder with a database. False with the error if the folder cannot be read. */
bool standby_look(struct db *db, const char *folder, struct standby_facts *facts, GError **error);

/* Reads all files of the database's log in the folder: true if every copy and every commit is as it
 * was written. POSTMOVE_ERROR_NO with the first fault, POSTMOVE_ERROR_LATER if a file cannot be
 * read. */
bool standby_is_sound(struct db *db, const char *folder, GError **error);

#endif
