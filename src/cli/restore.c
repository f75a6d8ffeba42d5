/* restore: puts a backup in the place of the database, which is put aside. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "cli/mail.h"
#include "cli/restore.h"
#include "cli/workspace.h"
#include "standby/commit_log.h"
#include "store/opening.h"
#include "transport/spool.h"

/* In the name of a database that was put aside, between the database's own name and the time
 * of the restore. */
#define ASIDE ".before-restore-"

/* ---- before ---- */

/* If there is no database, root goes by the owner of the folder. */
bool restoring_is_ours(const char *database, GError **error)
{
    struct stat there;
    g_autofree char *folder = g_path_get_dirname(database);
    const char *asked = stat(database, &there) == 0                   ? database
                        : geteuid() == 0 && stat(folder, &there) == 0 ? folder
                                                                      : NULL;
    return asked == NULL || there.st_uid == geteuid() ||
           cli_refuse(error, POSTMOVE_ERROR_NO, "%s: %s", asked,
                      "belongs to another user; run this as that user");
}

static bool is_another_file(const char *file, const char *database, GError **error)
{
    struct stat backup;
    if (stat(file, &backup) != 0 || !S_ISREG(backup.st_mode)) {
        return cli_refuse(error, POSTMOVE_ERROR_NO, "%s: %s", file, "there is no such file");
    }
    return !file_is_same(file, database) ||
           cli_refuse(error, POSTMOVE_ERROR_NO, "%s: %s", file, "is the database itself");
}

/* A server that people play on must not become one for tests by mistake. */
static bool fits(const struct restoring *restoring, GError **error)
{
    g_autoptr(Db) now = db_open(restoring->server->config->database, DB_READ, NULL);
    return now == NULL || db_testing(now) == restoring->facts.testing ||
           cli_refuse(error, POSTMOVE_ERROR_NO, "%s: %s", restoring->file,
                      restoring->facts.testing
                          ? "is of a server for tests, and this one is not"
                          : "is of a server that people play on, and this one is for tests");
}

bool restoring_check(struct restoring *restoring, GError **error)
{
    return backup_check(restoring->file, &restoring->facts, error) && fits(restoring, error);
}

/* Asks for confirmation, unless a backup is restored where there is no database to lose. */
static bool is_wanted(const struct restoring *restoring, GError **error)
{
    const char *database = restoring->server->config->database;
    g_autofree char *newest = clock_for_people(restoring->facts.newest);
    g_autofree char *kept = g_strconcat(database, ": nothing was done", NULL);
    return cli_confirm(
        restoring->yes || (!restoring->promotes && access(database, F_OK) != 0), kept, error,
        restoring->promotes
            ? "Make %s, as of %s, the database of this machine? The old server must not run any "
              "more."
        : restoring->as_it_is
            ? "Go on with %s as it is, as of %s? What is missing from it is lost."
            : "Put %s, as of %s, in the place of the database? What was played since is lost.",
        restoring->file, newest);
}

/* ---- the draft ---- */

/* Makes the draft what the database shall be. */
static bool finish_draft(const struct restoring *restoring, const char *draft, GError **error)
{
    const struct server *server = restoring->server;
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_on(&workspace, draft, server->config, server->words, DB_DRAFT, error)) {
        return false;
    }
    db_begin(workspace.db);
    backup_skip_numbers(workspace.db, server->config->database);
    commit_log_leave(workspace.db);
    workspace_journal(&workspace, restoring->act, restoring->about);
    if (restoring->tell) {
        match_tell_restored(&workspace.run, restoring->promotes, restoring->facts.newest);
    }
    return db_commit(workspace.db, error);
}

bool restoring_carry_out(const struct restoring *restoring, GError **error)
{
    const char *database = restoring->server->config->database;
    bool kept = access(database, F_OK) == 0;
    if (!is_wanted(restoring, error)) {
        return false;
    }
    /* "DATABASE.before-restore-20260102-030405-678901", by the system's clock. */
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *stamp = g_date_time_format(now, "%Y%m%d-%H%M%S-%f");
    g_autofree char *aside = g_strconcat(database, ASIDE, stamp, NULL);
    /* A new machine has no spool. If there is a database, a spool that is missing may be on a disk
     * that is not mounted. */
    const char *spool = restoring->server->config->spool;
    const bool no_spool = !kept && access(spool, F_OK) != 0;
    if (!kept && !spool_make(spool, error)) {
        return false;
    }
    g_autofree char *draft = backup_draft(restoring->file, database, error);
    bool finished = draft != NULL && finish_draft(restoring, draft, error);
    if (draft != NULL && !finished) {
        replacement_forget(draft);
    }
    bool done = finished && replacement_carry_out(database, aside, error);
    if (done) {
        printf("%s: restored from %s\n", database, restoring->file);
    }
    if (done && kept) {
        printf("%s: the database before\n", aside);
    }
    if (done && no_spool) {
        printf("%s: a new spool; if mail waits in an old one, put its files into new/ here\n",
               spool);
    }
    return done;
}

static bool restore(struct act *act)
{
    const struct server *server = act->server;
    const char *database = server->config->database;
    if ((act->words[0] != NULL) == act_has(act, "as-it-is")) {
        return act_misused(act, "%s",
                           act_has(act, "as-it-is") ? "--as-it-is takes no file" : "which file?");
    }
    const char *file = act->words[0] != NULL ? act->words[0] : database;
    g_autofree char *name = g_path_get_basename(file);
    struct restoring restoring = {
        .server = server,
        .file = file,
        .act = "restore",
        .about = name,
        .yes = act_has(act, "yes"),
        .tell = act_has(act, "tell"),
        .as_it_is = act_has(act, "as-it-is"),
    };
    if ((!restoring.as_it_is && !is_another_file(file, database, &act->error)) ||
        !restoring_is_ours(database, &act->error)) {
        return false;
    }
    g_autoptr(GPtrArray) locks = workspace_lock_all(server->config, "restore", &act->error);
    if (locks == NULL) {
        return false;
    }
    /* A database that a restore has put aside may have a log, which only a writer plays back. */
    if (strstr(name, ASIDE) != NULL) {
        replacement_fold(file, NULL);
    }
    return restoring_check(&restoring, &act->error) && restoring_carry_out(&restoring, &act->error);
}

const struct part cli_restore[] = { { NULL, 0, 1, "yes tell as-it-is", .run = restore }, { 0 } };
