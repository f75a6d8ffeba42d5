/*
 * workspace.h: the database, opened as the house rules want it.
 *
 * A workspace that writes (DB_WRITE) holds the writers' lock for its life; one
 * that reads, or works on a copy, sees the moment it was opened, whatever is
 * written meanwhile. A database made for tests has its clock and chance set from
 * POSTMOVE_TIME and POSTMOVE_SEED here, and nowhere else are those read.
 */
#ifndef POSTMOVE_WORKSPACE_H
#define POSTMOVE_WORKSPACE_H

#include "base/config.h"
#include "base/files.h"
#include "base/lock.h"
#include "cli/cli.h"
#include "letters/run.h"
#include "store/db.h"
#include "transport/spool.h"

enum { WORKSPACE_WAIT_SECONDS = 30 };

/* What a server's configuration file says, and the words it names. */
struct server {
    struct config *config;
    struct words *words;
};

/* Reads both, as --config, $POSTMOVE_CONF or the default path say. Clear it in either case. */
bool server_open(struct server *server, const struct invocation *invocation, GError **error);
void server_clear(struct server *server);

typedef struct server Server;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Server, server_clear)

struct workspace {
    struct lock *lock; /* NULL: it writes nothing to the file */
    struct db *db;
    struct run run; /* at work on that database */
};

/* `command` names us to others who wait for the lock; `words` is NULL where no
 * letter is written. */
bool workspace_open(struct workspace *workspace, const struct config *config,
                    const struct words *words, enum db_mode mode, const char *command,
                    GError **error);
void workspace_close(struct workspace *workspace);

typedef struct workspace Workspace;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Workspace, workspace_close)

/* The same on a database at another path, whose lock, if it writes, the caller
 * sees to; `workspace` is all zero. */
bool workspace_on(struct workspace *workspace, const char *path, const struct config *config,
                  const struct words *words, enum db_mode mode, GError **error);

/* Draws chance anew from the state of the database, if it is for tests: before
 * each mail, so that a run begun again does the same. */
void workspace_reseed(const struct workspace *workspace);

/* Carries out a mail of that name, before or after the spool had it, and puts the answers into
 * the outbox, in the transaction at hand. */
void workspace_serve(struct workspace *workspace, const char *name, const struct spool_mail *mail,
                     struct message *message);

/* Makes an empty database. A database that is missing is not a new one: a disk may not be
 * mounted, or somebody has moved the file, and with an empty database in its place all players
 * would be answered as strangers. So if mail waits, or a file of another database lies beside the
 * name, POSTMOVE_ERROR_NO with what was found, except with `anew`. */
bool workspace_create(const struct config *config, bool testing, bool anew, GError **error);

/* Call it with the error that opening the database has failed with. If the database is missing,
 * replaces `*error` by one that says so, what lies there and what to do. Else changes nothing. */
void workspace_explain(const struct config *config, GError **error);

/* The lock that keeps runs ("run"), senders ("send") or fetching ("fetch")
 * single. NULL with *busy and without an error if another is at work, which does our work. */
struct lock *workspace_single(const struct config *config, const char *kind, bool *busy,
                              GError **error);

/* All four locks at once, for a command that puts another database in the place of ours;
 * waits for each as long as a writer does. They are held until the array is freed. */
GPtrArray *workspace_lock_all(const struct config *config, const char *command, GError **error);

/*
 * One act of the operator: a transaction of its own and a line in the journal.
 *
 *     struct act act;
 *     bool done = act_begin(&act, server, "match undo") &&
 *                 operator_undo(act.run, number, turns, &act.error);
 *     return act_end(&act, act_commit(&act, done, "12 2"));
 */
struct act {
    struct workspace workspace;
    struct run *run;     /* at work on the database */
    const char *command; /* as the journal has it */
    GError *error;       /* why it failed */

    /* Where it is a part of a subcommand (cli/part.h): */
    char **words; /* behind the part's own, ended by NULL */
    void *options;
    gint64 number; /* the first word, if it must be one */
    char *about;   /* for the journal; NULL: all the words */
    char *said;    /* for stdout, once it is committed; NULL: nothing */
};

/* Opens the database for writing and begins a transaction. Whatever it gives, act_commit and
 * act_end follow. */
bool act_begin(struct act *act, const struct server *server, const char *command);

/* If it is done so far, writes the command and `about` into the journal and commits; else rolls
 * back and gives false. `about` are names and numbers, never an address or a password. The lock
 * is still held after it: what is done to files is done now. Killed between, the journal tells
 * of it and the files are as they were; what is done again is done then. */
bool act_commit(struct act *act, bool done, const char *about);

/* The same for an act that only looks: nothing is written, nor is it noted, and no act_commit
 * follows. `words` is NULL where none are needed. */
bool act_look(struct act *act, const struct config *config, const struct words *words);

/* Closes the database and gives the exit code; says on stderr why it is not done, or that the
 * database could not be read to the end. */
int act_end(struct act *act, bool done);

/* Writes into the journal who did what, in the transaction at hand. */
void workspace_journal(const struct workspace *workspace, const char *act, const char *text);

/* Whether nothing is to be done now. The first to find it so says it on stderr,
 * and whoever does to a person at a terminal. Within a transaction. */
bool held_now(struct db *db);

#endif
