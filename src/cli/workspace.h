/*
 * session.h: the database, opened as the house rules want it.
 *
 * A session that writes (DB_WRITE) holds the writers' lock for its life; one
 * that reads, or works on a copy, sees the moment it was opened, whatever is
 * written meanwhile. A database made for tests has its clock and chance set from
 * POSTMOVE_TIME and POSTMOVE_SEED here, and nowhere else are those read.
 */
#ifndef POSTMOVE_WORKSPACE_H
#define POSTMOVE_WORKSPACE_H

#include "base/beside.h"
#include "base/config.h"
#include "base/lock.h"
#include "cli/cli.h"
#include "letters/run.h"
#include "store/db.h"

enum { WORKSPACE_WAIT_SECONDS = 30 };

/* What a server's configuration file says, and the words it names. */
struct server {
    struct config *config;
    struct words *words;
};

/* Reads both, as --config, $POSTMOVE_CONF or the default path say. */
bool server_open(struct server *server, const struct invocation *invocation, GError **error);
void server_clear(struct server *server);

typedef struct server Server;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Server, server_clear)

struct workspace {
    struct lock *lock; /* NULL: a session that writes nothing to the file */
    struct db *db;
    struct run run; /* at work on that database */
};

/* `command` names us to others who wait for the lock; `words` is NULL where no
 * letter is written. */
bool workspace_open(struct workspace *workspace, const struct config *config,
                    const struct words *words, enum db_mode mode, const char *command,
                    GError **error);
void workspace_close(struct workspace *workspace);

/* The same on a database at another path, whose lock, if it writes, the caller
 * sees to; `session` is empty. */
bool workspace_on(struct workspace *workspace, const char *path, const struct config *config,
                  const struct words *words, enum db_mode mode, GError **error);

/* Draws chance anew from the state of the database, if it is for tests: before
 * each mail, so that a run begun again does the same. */
void workspace_reseed(const struct workspace *workspace);

/* Makes the database; with `anew` even if another one was there (cli/missing.h). */
bool workspace_create(const struct config *config, bool testing, bool anew, GError **error);

/* The lock that keeps runs ("run"), senders ("send") or fetching ("fetch")
 * single; NULL with *busy when another is at work. */
struct lock *workspace_single(const struct config *config, const char *kind, bool *busy,
                              GError **error);

/* All four locks at once, for who puts another database in the place of ours;
 * waits for each as long as a writer does. */
struct workspace_locks {
    struct lock *lock[BESIDE_LOCKS];
};
bool workspace_lock_all(struct workspace_locks *locks, const struct config *config,
                        const char *command, GError **error);
void workspace_locks_free(struct workspace_locks *locks);

typedef struct workspace_locks WorkspaceLocks;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(WorkspaceLocks, workspace_locks_free)

/*
 * Runs one act of the operator in a transaction of its own, and writes it into
 * the journal there: `command`, and the words of `about` as they are when the act
 * is done, which may have added to them. They are names and numbers, never an
 * address or a password. True if `act` gave true and the commit went well.
 */
typedef bool workspace_act(struct run *run, void *data, GError **error);
bool workspace_transact(const struct server *server, const char *command, const GString *about,
                        workspace_act *act, void *data, GError **error);

/* The same, and `then` once that is on disk, with the lock still held: what is done to files.
 * Killed between, the journal tells of it and the files are as they were; what is done
 * again is done then. */
bool workspace_transact_then(const struct server *server, const char *command, const GString *about,
                             workspace_act *act, workspace_act *then, void *data, GError **error);

/* The same for an act that only looks: nothing is written, nor is it noted. False, too, if
 * the database could not be read to the end of it. */
bool workspace_read(const struct config *config, const struct words *words, const char *command,
                    workspace_act *act, void *data, GError **error);

/* Writes into the journal who did what, in the transaction at hand. */
void workspace_journal(const struct workspace *workspace, const char *act, const char *text);

#endif
