/* restore: a backup takes the place of the database, which is put aside. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli.h"
#include "cli/session.h"
#include "office/operator.h"
#include "store/backup.h"
#include "store/health.h"

struct restoring {
    const struct server *server;
    const char *file;
    struct backup_facts facts; /* of that file */
    gboolean yes, tell;
};

static bool refuse(GError **error, const char *path, const char *why)
{
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: %s", path, why);
    return false;
}

/* ---- before ---- */

/* The file would be another's, and the server could not open it. Where there is
 * none, root goes by whose the folder is. */
static bool is_ours_to_replace(const char *database, GError **error)
{
    struct stat there;
    g_autofree char *folder = g_path_get_dirname(database);
    const char *asked = stat(database, &there) == 0                   ? database
                        : geteuid() == 0 && stat(folder, &there) == 0 ? folder
                                                                      : NULL;
    return asked == NULL || there.st_uid == geteuid() ||
           refuse(error, asked, "is another user's; do this as the user whose it is");
}

static bool is_another_file(const char *file, const char *database, GError **error)
{
    struct stat backup, ours;
    if (stat(file, &backup) != 0 || !S_ISREG(backup.st_mode)) {
        return refuse(error, file, "there is no such file");
    }
    return stat(database, &ours) != 0 || ours.st_dev != backup.st_dev ||
           ours.st_ino != backup.st_ino || refuse(error, file, "is the database itself");
}

/* A server that people play on must not become one for tests by mistake. */
static bool fits(const struct restoring *restoring, GError **error)
{
    g_autoptr(Db) now = db_open(restoring->server->config->database, DB_READ, NULL);
    return now == NULL || db_testing(now) == restoring->facts.testing ||
           refuse(error, restoring->file,
                  restoring->facts.testing
                      ? "is of a server for tests, and this one is not"
                      : "is of a server that people play on, and this one is for tests");
}

/* Without a database there is nothing to lose. */
static bool is_wanted(const struct restoring *restoring, GError **error)
{
    const char *database = restoring->server->config->database;
    g_autofree char *newest = clock_for_people(restoring->facts.newest);
    g_autofree char *question = g_strdup_printf(
        "Put %s, as of %s, in the place of the database? What was played since is lost.",
        restoring->file, newest);
    if (restoring->yes || access(database, F_OK) != 0 || cli_ask(question)) {
        return true;
    }
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE,
                "%s: was kept: --yes says you are sure", database);
    return false;
}

/* ---- the draft ---- */

/* Makes the draft what the database is to be. */
static bool finish_draft(const struct restoring *restoring, const char *draft, GError **error)
{
    const struct server *server = restoring->server;
    struct session session = { 0 };
    if (!session_on(&session, draft, server->config, server->words, DB_WRITE, error)) {
        return false;
    }
    db_begin(session.db);
    backup_skip_numbers(session.db, server->config->database);
    g_autofree char *name = g_path_get_basename(restoring->file);
    session_journal(&session, "restore", name);
    if (restoring->tell) {
        operator_tell_restored(&session.office, restoring->facts.newest);
    }
    bool done = db_commit(session.db, error);
    session_close(&session);
    return done;
}

/* "DATABASE.before-restore-20260102-030405", by the system's clock, with "-2"
 * and so on behind it if there is one; the caller's. */
static char *aside_name(const char *database)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *stamp = g_date_time_format(now, "%Y%m%d-%H%M%S");
    char *name = g_strconcat(database, ".before-restore-", stamp, NULL);
    for (int i = 2; access(name, F_OK) == 0; i++) {
        g_free(name);
        name = g_strdup_printf("%s.before-restore-%s-%d", database, stamp, i);
    }
    return name;
}

static bool replace(const struct restoring *restoring, GError **error)
{
    const char *database = restoring->server->config->database;
    g_auto(SessionLocks) locks = { 0 };
    if (!session_lock_all(&locks, restoring->server->config, "restore", error)) {
        return false;
    }
    bool kept = access(database, F_OK) == 0;
    g_autofree char *aside = aside_name(database);
    g_autofree char *draft = backup_draft(restoring->file, database, error);
    bool done = draft != NULL && finish_draft(restoring, draft, error) &&
                backup_place(draft, database, aside, error);
    if (draft != NULL && !done) {
        backup_forget_draft(draft);
    }
    if (done) {
        printf("%s: restored from %s\n", database, restoring->file);
    }
    if (done && kept) {
        printf("%s: the database before\n", aside);
    }
    return done;
}

static bool restore(struct restoring *restoring, GError **error)
{
    const char *database = restoring->server->config->database;
    return is_another_file(restoring->file, database, error) &&
           is_ours_to_replace(database, error) &&
           backup_check(restoring->file, &restoring->facts, error) && fits(restoring, error) &&
           is_wanted(restoring, error) && replace(restoring, error);
}

int cli_restore(const struct invocation *invocation, int argc, char **argv)
{
    struct restoring restoring = { 0 };
    const GOptionEntry entries[] = {
        { "yes", 0, 0, G_OPTION_ARG_NONE, &restoring.yes, NULL, NULL },
        { "tell", 0, 0, G_OPTION_ARG_NONE, &restoring.tell, NULL, NULL },
        { 0 },
    };
    int code = cli_options(entries, &argc, &argv, 1, 1);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(GError) error = NULL;
    g_auto(Server) server = { 0 };
    if (!server_open(&server, invocation, &error)) {
        return cli_fail(error);
    }
    restoring.server = &server;
    restoring.file = argv[1];
    return restore(&restoring, &error) ? 0 : cli_fail(error);
}
