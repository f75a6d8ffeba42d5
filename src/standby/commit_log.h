/*
 * commit_log.h: a log of all commits, from which a standby on another machine is kept up to date.
 *
 * With `standby = FOLDER` in the configuration each commit is written to a file there, and synced,
 * before the database commits it. Nothing in the folder is ever changed, only added to, and any
 * program may carry it elsewhere at any moment. standby/copy.h makes a copy from it.
 *
 *   EPOCH.NUMBER.log          the commits behind number NUMBER, until the next such file begins
 *                             (standby/log_record.h)
 *   EPOCH.NUMBER.TIME.base    a copy of the whole database, made at TIME, with its first NUMBER
 *                             commits
 *
 * The number of a commit is the one that the database counts (instance.commits). EPOCH names a log
 * and its server. The database keeps the name in the table commit_log, and a restore leaves it out,
 * so that a database never goes on in a log that is not its own. Then a new log begins, and the
 * standby begins anew from its first copy. Later logs have later names.
 *
 * When a writer opens the database, the last commit in the log is
 *
 *   the database's          all is well; the beginning of another behind it is cut off
 *   the one after that      we were killed between the two: it is cut off, and the database is as
 *                           if we were killed before it
 *   a later one             the database has lost commits, and nobody may write to it; also if the
 *                           log says that the one after that was completed
 *   an earlier one          somebody has written without the log, or it is damaged or gone: a new
 *                           log begins
 *
 * If another server keeps its log in the folder, nobody may write to the database: each server
 * needs a folder of its own.
 *
 * If the log cannot be written, nothing is committed. If the database cannot commit, the next
 * record takes the place of that one; or it is as if we were killed. Until something stands behind
 * a record, no standby uses it (standby/copy.h).
 */
#ifndef POSTMOVE_COMMIT_LOG_H
#define POSTMOVE_COMMIT_LOG_H

#include <glib.h>
#include <stdbool.h>

#include "store/db.h"

/* Begins to write the commits of the database `path`, which is open to write (DB_WRITE), to the log
 * in a folder, which is made if missing (0700); does what the table above says. False with the
 * error; POSTMOVE_ERROR_LATER if the database has lost commits. */
bool commit_log_open(struct db *db, const char *path, const char *folder, GError **error);

/* The log that a database keeps, or that it is a copy from; NULL: none. Free with g_free. */
char *commit_log_epoch(struct db *db);

/* In a transaction on a copy that is to become a database that people play on: its commits go to no
 * log, until a new one begins. */
void commit_log_leave(struct db *copy);

#endif
