/*
 * mark.h: when `run`, `backup` and `standby push` last finished, for the operator.
 *
 * A mark is a file of one line beside the database: DATABASE.ran says when `run` last came to
 * its end; DATABASE.saved when `backup` last did, and to which
 * file; DATABASE.pushed when the log was last carried to the standby; DATABASE.told when and why
 * `run` last failed, until it succeeds. Nothing of a player's is decided by a mark: it can be
 * removed, and is not part of a backup.
 */
#ifndef POSTMOVE_MARK_H
#define POSTMOVE_MARK_H

#include <glib.h>
#include <stdbool.h>

#include "base/files.h"

struct mark {
    bool unread; /* there is a mark, or there may be one, but it cannot be read */
    gint64 time; /* seconds since 1970; 0: there is no mark, or it is unread */
    char *about; /* what was done; "" or NULL: no more is known. Free with g_free */
};

/* Writes the mark `kind` of a database (0600), with `about` ("": nothing). It is not synced:
 * after a power cut the next run writes it anew. False if it could not be written; that is no
 * reason to fail, since the work itself is done. */
bool mark_write(const char *database, const char *kind, gint64 time, const char *about);

/* True if the operator is to be told a text now, which is then noted: it is another than the last
 * one, or that was told an hour ago. */
bool mark_tells(const char *database, const char *text);

/* True if a file is there and was written today (UTC), by the system's clock. */
bool mark_is_of_today(const char *path);

/* Reads the mark `kind` of a database. */
struct mark mark_read(const char *database, const char *kind);

/* When the mark was made; 0: there is none, or it is unread. */
gint64 mark_time(const char *database, const char *kind);

#endif
