/*
 * restore.h: puts a file in the place of the database, for `restore` and `standby promote`.
 */
#ifndef POSTMOVE_CLI_RESTORE_H
#define POSTMOVE_CLI_RESTORE_H

#include "cli/workspace.h"
#include "store/backup.h"

struct restoring {
    const struct server *server;
    const char *file;          /* becomes the database */
    const char *act, *about;   /* as the journal is to have it */
    struct backup_facts facts; /* of that file */
    gboolean yes;
    gboolean tell;     /* players in a match get a letter */
    bool promotes;     /* the file is the copy of a server that is lost */
    gboolean as_it_is; /* `file` is the database itself, which lacks commits */
};

/* False with the error if the new file would have another owner than the old database, so that the
 * server could not open it. To be asked before any lock is taken, whose file would be the same
 * user's. */
bool restoring_is_ours(const char *database, GError **error);

/* True if the file is sound, and of the same kind of server. Sets `facts`. */
bool restoring_check(struct restoring *restoring, GError **error);

/* Checks a database as `verify` does, and prints what it finds, perhaps as JSON; true if all is
 * well. */
bool verify_database(struct run *run, bool json);

/* Asks, unless `yes`, and replaces the database, which is put aside, and says so on stdout. If
 * there was none, makes the spool, too. The caller holds all locks. */
bool restoring_carry_out(const struct restoring *restoring, GError **error);

#endif
