/*
 * keep.h: what a server does in the folder of its log (standby/commit_log.h) for those who keep a
 * copy from it (standby/copy.h).
 */
#ifndef POSTMOVE_KEEP_H
#define POSTMOVE_KEEP_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/*
 * What the server does for the log in `folder` after a run: makes a copy of the whole database
 * there if the newest is older than `keep` seconds, or of another log, or with `look` if no standby
 * could begin from it (standby_look); then removes what is not needed to go back to any moment of
 * the last `keep` seconds, and nothing of another server. The caller sees to it that nobody else
 * does this for the folder. Other programs may write to the database meanwhile.
 */
bool standby_keep_base(const char *database, const char *folder, gint64 keep, bool look,
                       GError **error);

/* What there is in the folder of a log. */
struct standby_facts {
    bool behind; /* the log lacks the last commits of the database */
    bool base;   /* there is a copy of the whole database */
};

/* Reads what a standby needs that begins now: the newest copy of the whole database, and all
 * commits of the log behind it. False with POSTMOVE_ERROR_NO and a fault if one of them is missing,
 * but for the last ones, or is not as it was written; with POSTMOVE_ERROR_LATER if the folder or a
 * file cannot be read. */
bool standby_look(struct db *db, const char *folder, struct standby_facts *facts, GError **error);

#endif
