/*
 * workspace.h: the database, opened with its lock and a run, and subcommands as tables of parts,
 * most of which work there.
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
#include "cli/position.h"
#include "letters/run.h"
#include "mail/child.h"
#include "render/diagram.h"
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

/* False with the error if a copy of the database would take the place of the configuration, the
 * database or a file that goes with it, or would lie in the spool or in the log for a standby; or
 * if its name is not cli_replaceable. */
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
bool workspace_open(struct workspace *workspace, const struct config *config, struct words *words,
                    enum db_mode mode, const char *command, GError **error);
void workspace_close(struct workspace *workspace);

typedef struct workspace Workspace;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Workspace, workspace_close)

/* The same on a database at another path. It takes no lock: if it writes, the caller must hold
 * one. `workspace` must be all zero. */
bool workspace_on(struct workspace *workspace, const char *path, const struct config *config,
                  struct words *words, enum db_mode mode, GError **error);

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
 * the house player ("house") or the other programs that play ("bots"). If another process still
 * holds it after so many seconds, which then does our work, returns NULL with *busy set and no
 * error. Any other failure is NULL with the error. */
struct lock *workspace_single(const struct config *config, const char *kind, int seconds,
                              bool *busy, GError **error);

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

/*
 * ---- subcommands as tables: their parts, as in `mail list` and `match end`, and the options that
 * each takes ----
 *
 * All options are in one struct. An option that a part does not take is refused, so that nobody
 * believes that it had an effect; it stands behind the part's own word.
 */

struct act;

/* What was said of an option of the part: whether it was given, its text (NULL: not given), and
 * its number. */
bool act_has(const struct act *act, const char *option);
const char *act_text(const struct act *act, const char *option);

/* Sets *number, if the option was given. False with the error if it is not from `least` to `most`.
 */
bool act_number(struct act *act, const char *option, gint64 least, gint64 most, gint64 *number);

enum { OPTIONS_MOST = 12 };

/* One call of a part. */
struct act {
    const char *subcommand;
    const struct part *part;
    const struct server *server;
    char **words; /* those behind the part's own word, ended by NULL */
    struct act_option {
        char *name;
        gboolean on;
        char *text;
        gint64 number;
    } options[OPTIONS_MOST + 1]; /* what was said of them, for act_has and its like */
    gboolean help;               /* its page is asked for */
    gint64 number;               /* the first word, if it must be a number */
    char *password;              /* read from standard input, by a part; NULL: none was */
    GError *error;               /* why it failed; NULL: that was printed */
    struct match *match;         /* of the position that the words name */
    int code; /* the exit code if it failed without an error; POSTMOVE_ERROR_NO, if not set */

    /* For `look` and `act`: */
    struct workspace workspace;
    struct run *run; /* on that database; points into `workspace` */
    char *about;     /* for the journal: names and numbers, never an address or a password; NULL:
                        all the words */
    char *said;      /* for stdout, once it is committed; NULL: nothing */
};

/* False if it failed. */
typedef bool part_act(struct act *act);

/* A part has either `run`, which does all of its work; or `look`, which reads the database, in one
 * transaction; or `act`, which changes it: it is committed with a line in the journal, and rolled
 * back if it fails. `may` is called before that, without the database: it asks for confirmation, or
 * refuses the words. `then` is called after an act that was committed, when the database is closed:
 * only there are files changed. */
struct part {
    const char *name;    /* NULL: the subcommand has no parts, and this is all of it */
    int least, most;     /* words behind it; most -1: any number */
    const char *options; /* long names of those it takes, with blanks between; behind that of one
                            which takes a text stands "=", for a number "#", and behind that its
                            short name, if it has one, as in "json winner= sender=f"; "": none */
    bool numbered;       /* the first word must be a number: act->number */
    bool raw;            /* all that follows is words, also what begins with a dash */
    bool wordless;       /* it writes no letter: server->words is NULL */
    bool late;           /* it may need no words: cli_words_later */
    bool bare;           /* it needs no server: server->config is NULL */
    enum position_use position; /* what the position is for that the words name; it is bare, too */
    part_act *may, *run, *look, *act, *then;
};

/* The subcommands: each is the table of its parts, with an empty one at the end. */
extern const struct part cli_backup[], cli_bot[], cli_doctor[], cli_fetch[], cli_help[], cli_hold[],
    cli_init[], cli_journal[], cli_mail[], cli_match[], cli_moves[], cli_perft[], cli_play[],
    cli_player[], cli_playout[], cli_record[], cli_rekey[], cli_replay[], cli_restore[], cli_run[],
    cli_setup[], cli_show[], cli_standby[], cli_stats[], cli_think[], cli_verify[], cli_languages[];

/* Runs the part that the command line names; argv[0] is the subcommand, `config` the path of the
 * configuration. Returns its exit code, or that of an error in the words, the options or the
 * configuration. */
int parts_run(const struct part *parts, const char *config, int argc, char **argv);

/* Sets the error of a command line that makes no sense, and returns false. */
bool act_misused(struct act *act, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Sets the error to a sentence for the operator, POSTMOVE_ERROR_NO, and returns false. Takes
 * `values` (NULL: none). */
bool act_refuse(struct act *act, const char *key, struct values *values);

/* Sets *form to that of --board. False with the error if there is no such form. */
bool act_board_form(struct act *act, enum diagram_form *form);

/* The number of a board or letter, from 1; 0 if the word is not such a number. */
gint64 part_number(const char *word);

#endif
