/*
 * workspace.h: the database, opened with its lock and a run.
 *
 * A workspace that writes (DB_WRITE) holds the writers' lock until it is closed; one that
 * reads, or works on a copy, sees the database as it was when it was opened, whatever is
 * written meanwhile. If the database was made for tests, its clock and chance are set here
 * from POSTMOVE_TIME and POSTMOVE_SEED; nothing else reads those.
 */
#ifndef POSTMOVE_WORKSPACE_H
#define POSTMOVE_WORKSPACE_H

#include "base/config.h"
#include "base/files.h"
#include "cli/cli.h"
#include "letters/run.h"
#include "mail/child.h"
#include "store/db.h"
#include "transport/spool.h"

enum {
    WORKSPACE_WAIT_SECONDS = 30,
    WORKSPACE_SHARE = 400, /* milliseconds: a process with much to do keeps the writers' lock for so
                              long if another one waits for it */
};

/* What a server's configuration file says, and the words it names. */
struct server {
    const char *path; /* of that file; NULL: not known */
    struct config *config;
    struct words *words;
};

/* Frees what it holds. */
void server_clear(struct server *server);

typedef struct spool_mail SpoolMail;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SpoolMail, spool_mail_clear)

typedef struct server Server;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Server, server_clear)

/* True if a file is there and was written today (UTC), by the system's clock. */
bool workspace_wrote_today(const char *path);

/* False with the error if a copy of the database would take the place of the configuration, the
 * database or a file that goes with it, or would lie in the spool or in the log for a standby. */
bool workspace_may_copy_to(const struct config *config, const char *file, GError **error);

/* Sets the time from the environment, for a database made for tests. */
void workspace_set_time(bool testing);

struct workspace {
    struct lock *lock; /* the writers' lock; NULL if the workspace does not write to the file */
    struct db *db;
    struct run run;      /* for what works on that database */
    const char *command; /* our name for those who wait */
    bool held;           /* the operator has held the server since: nothing more may be done */
    gint64 until;        /* when our share of the lock is over; microseconds, monotonic */
};

/* Opens it. `command` names us to others who wait for the lock; `words` is NULL if no letter
 * is written. Call workspace_close in either case. */
bool workspace_open(struct workspace *workspace, const struct config *config,
                    const struct words *words, enum db_mode mode, const char *command,
                    GError **error);
void workspace_close(struct workspace *workspace);

typedef struct workspace Workspace;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Workspace, workspace_close)

/* The same on a database at another path. It takes no lock: if it writes, the caller must hold
 * one. `workspace` must be all zero. */
bool workspace_on(struct workspace *workspace, const char *path, const struct config *config,
                  const struct words *words, enum db_mode mode, GError **error);

/* Call it between two transactions of one long piece of work. If another process waits for the
 * writers' lock and our share of it is over, closes the workspace, lets that process in, and opens
 * the workspace again with the same moment in `run.now`, and sets `held`. If nobody waits, we have
 * another share. If it fails, only workspace_close may follow. */
bool workspace_give_way(struct workspace *workspace, GError **error);

/* Calls `portion`, each time in a transaction that should end at `until` (microseconds, monotonic),
 * until it returns true, or `held` is set, or we are asked to stop. */
bool workspace_in_portions(struct workspace *workspace,
                           bool (*portion)(struct run *run, gint64 until, gpointer data),
                           gpointer data, GError **error);

/* If the database is for tests, seeds chance from the state of the database. Called before
 * each mail, so that a run that is begun again does the same. */
void workspace_reseed(const struct workspace *workspace);

/* Lets the child parse a mail. NULL with the error if it could not be given to one, and without if
 * the mail cannot be parsed. Free with message_free. */
struct message *workspace_parse(struct child *child, const struct spool_mail *mail, GError **error);

/* Carries out a mail of that name, which may be in the spool or not, and puts the answers into
 * the outbox, in the transaction at hand. */
void workspace_serve(struct workspace *workspace, const char *name, const struct spool_mail *mail,
                     struct message *message);

/* Makes an empty database. A missing database is not a new one: a disk may not be mounted, or
 * somebody has moved the file, and with an empty database in its place all players would be
 * answered as strangers. So if mail waits, or a file of another database lies beside it, fails
 * with POSTMOVE_ERROR_NO and lists what was found, unless `anew`. */
bool workspace_create(const struct config *config, bool testing, bool anew, GError **error);

/* Call it with the error of opening the database or the spool. If the database is missing, and no
 * restore is half done, replaces `*error` by one that says so, what lies there and what to do. Else
 * changes nothing. */
void workspace_explain(const struct config *config, GError **error);

/* Takes the lock that lets one process at a time run ("run"), send ("send"), fetch ("fetch"), ask
 * the house player ("house") or the other programs that play ("bots"). If another process holds it,
 * which then does our work, returns NULL with *busy set and no error. Any other failure is NULL
 * with the error. */
struct lock *workspace_single(const struct config *config, const char *kind, bool *busy,
                              GError **error);

/* Waits, at most `seconds`, until no process has the lock of that kind; one that sends lets go of
 * it after the letters that are under way. NULL if none has it then; else which does, "PID
 * COMMAND". Free with g_free. */
char *workspace_await(const struct config *config, const char *kind, int seconds);

/* Takes all locks, for a command that puts another database in the place of ours; waits
 * for each as long as a writer does. They are held until the array is freed. */
GPtrArray *workspace_lock_all(const struct config *config, const char *command, GError **error);

/* Writes a line into the journal, in the transaction at hand. `text` has names and numbers, never
 * an address or a password. */
void workspace_journal(const struct workspace *workspace, const char *act, const char *text);

/* True if the operator holds the server, so that nothing is to be done now. Reports that on
 * stderr once for each hold, and always if stderr is a terminal. Call within a transaction. */
bool held_now(struct db *db);

#endif
