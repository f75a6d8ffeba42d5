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

/* Draws chance anew from the state of the database, if it is for tests: before
 * each mail, so that a run begun again does the same. */
void session_reseed(const struct session *session);

/* Makes the database. */
bool session_create(const struct config *config, bool testing, GError **error);

/* The lock that keeps runs ("run"), senders ("send") or fetching ("fetch")
 * single; NULL with *busy when another is at work. */
struct lock *session_single(const struct config *config, const char *kind, bool *busy,
                            GError **error);

/* Runs one act of the operator in a transaction of its own: true if `act`
 * gave true and the commit went well. */
typedef bool session_act(struct office *office, void *data, GError **error);
bool session_transact(const struct server *server, const char *command, session_act *act,
                      void *data, GError **error);

#endif
