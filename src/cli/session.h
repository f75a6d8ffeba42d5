/*
 * session.h: the database, opened as the house rules want it.
 *
 * A session that writes (DB_WRITE) holds the writers' lock for its life; one
 * that reads, or works on a copy, sees the moment it was opened, whatever is
 * written meanwhile. A database made for tests has its clock and chance set from
 * POSTMOVE_TIME and POSTMOVE_SEED here, and nowhere else are those read.
 */
#ifndef POSTMOVE_SESSION_H
#define POSTMOVE_SESSION_H

#include "base/beside.h"
#include "base/config.h"
#include "base/lock.h"
#include "cli/cli.h"
#include "office/office.h"
#include "store/db.h"

enum { SESSION_WAIT_SECONDS = 30 };

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

struct session {
    struct lock *lock; /* NULL: a session that writes nothing to the file */
    struct db *db;
    struct office office; /* at work on that database */
};

/* `command` names us to others who wait for the lock; `words` is NULL where no
 * letter is written. */
bool session_open(struct session *session, const struct config *config, const struct words *words,
                  enum db_mode mode, const char *command, GError **error);
void session_close(struct session *session);

/* The same on a database at another path, whose lock, if it writes, the caller
 * sees to; `session` is empty. */
bool session_on(struct session *session, const char *path, const struct config *config,
                const struct words *words, enum db_mode mode, GError **error);

/* Draws chance anew from the state of the database, if it is for tests: before
 * each mail, so that a run begun again does the same. */
void session_reseed(const struct session *session);

/* Makes the database; with `anew` even if another one was there (cli/missing.h). */
bool session_create(const struct config *config, bool testing, bool anew, GError **error);

/* The lock that keeps runs ("run"), senders ("send") or fetching ("fetch")
 * single; NULL with *busy when another is at work. */
struct lock *session_single(const struct config *config, const char *kind, bool *busy,
                            GError **error);

/* All four locks at once, for who puts another database in the place of ours;
 * waits for each as long as a writer does. */
struct session_locks {
    struct lock *lock[BESIDE_LOCKS];
};
bool session_lock_all(struct session_locks *locks, const struct config *config, const char *command,
                      GError **error);
void session_locks_free(struct session_locks *locks);

typedef struct session_locks SessionLocks;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SessionLocks, session_locks_free)

/*
 * Runs one act of the operator in a transaction of its own, and writes it into
 * the journal there: `command`, and the words of `about` as they are when the act
 * is done, which may have added to them. They are names and numbers, never an
 * address or a password. True if `act` gave true and the commit went well.
 */
typedef bool session_act(struct office *office, void *data, GError **error);
bool session_transact(const struct server *server, const char *command, const GString *about,
                      session_act *act, void *data, GError **error);

/* The same, and `then` once that is on disk, with the lock still held: what is done to files.
 * Killed between, the journal tells of it and the files are as they were; what is done
 * again is done then. */
bool session_transact_then(const struct server *server, const char *command, const GString *about,
                           session_act *act, session_act *then, void *data, GError **error);

/* The same for an act that only looks: nothing is written, nor is it noted. False, too, if
 * the database could not be read to the end of it. */
bool session_read(const struct config *config, const struct words *words, const char *command,
                  session_act *act, void *data, GError **error);

/* Writes into the journal who did what, in the transaction at hand. */
void session_journal(const struct session *session, const char *act, const char *text);

#endif
