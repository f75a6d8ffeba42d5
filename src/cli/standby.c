/* standby push|apply|promote: a copy of the database on another machine. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/mark.h"
#include "cli/restore.h"
#include "cli/steps.h"
#include "cli/workspace.h"
#include "letters/letters.h"
#include "standby/commit_log.h"
#include "standby/copy.h"
#include "standby/keep.h"
#include "store/journal.h"
#include "store/opening.h"
#include "transport/program.h"

/* For the program that carries the log. Behind a run it is short: until it ends, no other run
 * begins. */
enum { PUSH_SECONDS = 900, PUSH_SECONDS_IN_RUN = 60 };

#define LOCK "postmove.lock" /* in the folder of the log: one at a time sees to it */

/* ---- push ---- */

/* Runs the program, with the folder in the place of {log}. */
static bool carry(const struct config *config, int seconds, GError **error)
{
    g_autoptr(GStrvBuilder) arguments = g_strv_builder_new();
    for (char **argument = config->standby_push; *argument != NULL; argument++) {
        g_auto(GStrv) parts = g_strsplit(*argument, "{log}", -1);
        g_autofree char *filled = g_strjoinv(config->standby, parts);
        g_strv_builder_add(arguments, filled);
    }
    g_auto(GStrv) argv = g_strv_builder_end(arguments);
    if (!program_run(argv, NULL, seconds * 1000, error)) {
        return false;
    }
    mark_write(config->database, BESIDE_PUSHED, clock_now(), "");
    return true;
}

/* Sees to the folder, once a day and by hand looks through all of it, and carries it elsewhere. If
 * another process does so now, does nothing and sets *busy. */
static bool push(const struct config *config, int seconds, bool *busy, GError **error)
{
    g_autofree char *path = g_build_filename(config->standby, LOCK, NULL);
    const bool look = seconds != PUSH_SECONDS_IN_RUN || !mark_is_of_today(path);
    *busy = false;
    plain_file_prepare(path, config->database);
    g_autoptr(Lock) lock = lock_take(path, "standby push", 0, busy, error);
    if (lock == NULL) {
        return false;
    }
    /* The log is carried even if the disk has no room for another base. */
    const bool kept =
        standby_keep_base(config->database, config->standby, config->standby_keep, look, error);
    return (config->standby_push == NULL || carry(config, seconds, kept ? error : NULL)) && kept;
}

/* Tells the operator, once a day. */
static void tell_failed(const struct server *server, const char *why)
{
    g_autoptr(GError) error = NULL;
    g_auto(Workspace) workspace = { 0 };
    if (!workspace_open(&workspace, server->config, server->words, DB_WRITE, "standby", &error)) {
        log_line("%s", why);
        return;
    }
    db_begin(workspace.db);
    const bool news = alarm_write(&workspace.run, ALARM_STANDBY, NULL, pairs("why", why, NULL));
    if (!db_commit(workspace.db, &error) || news) {
        log_line("%s", why);
    }
}

void standby_after_run(const struct server *server)
{
    g_autoptr(GError) error = NULL;
    bool busy;
    if (!push(server->config, PUSH_SECONDS_IN_RUN, &busy, &error) && !busy) {
        tell_failed(server, error->message);
    }
}

static bool push_now(struct act *act)
{
    const struct config *config = act->server->config;
    bool busy;
    if (config->standby == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_USAGE, "%s: %s", config->path,
                          "[server] has no `standby`, so there is no log; see postmove.conf(5)");
    }
    { /* a log begins with the first command that may write */
        g_auto(Workspace) workspace = { 0 };
        if (!workspace_open(&workspace, config, NULL, DB_WRITE, "standby", &act->error)) {
            return false;
        }
    }
    return push(config, PUSH_SECONDS, &busy, &act->error);
}

/* ---- apply ---- */

/* Reads "2026-11-26 18:30", with or without seconds, of UTC. */
static bool read_time(const char *text, gint64 *seconds)
{
    const bool minutes = strlen(text) == strlen("2026-11-26 18:30");
    g_autofree char *whole = g_strconcat(text, minutes ? ":59Z" : "Z", NULL);
    g_autoptr(GDateTime) date = g_date_time_new_from_iso8601(whole, NULL);
    *seconds = date != NULL ? g_date_time_to_unix(date) : 0;
    return date != NULL;
}

static char *default_copy(const struct config *config)
{
    return g_strconcat(config->database, BESIDE_STANDBY, NULL);
}

/* Says that the copy was replaced by another. */
static void say_anew(const char *copy, const struct standby_reached *reached)
{
    if (reached->anew) {
        printf("%s: the server has begun another log, %s, so this copy was replaced by one from "
               "that log\n",
               copy, reached->epoch);
    }
}

static void print_reached(const char *copy, const struct standby_reached *reached)
{
    const gint64 minutes = MAX(clock_now() - reached->time, 0) / CLOCK_MINUTE;
    g_autofree char *time = clock_for_people(reached->time);
    say_anew(copy, reached);
    printf("%s: %s%" G_GINT64_FORMAT " changes made, now at change %" G_GINT64_FORMAT
           ", as of %s, %" G_GINT64_FORMAT " h %" G_GINT64_FORMAT " min ago\n",
           copy, reached->begun ? "begun; " : "", reached->made, reached->number, time,
           minutes / 60, minutes % 60);
}

/* Every run of the server makes a change. If the last one is more than a day old, says so, to cron
 * once an hour, and returns false. */
static bool is_recent(const struct config *config, const char *copy,
                      const struct standby_reached *reached)
{
    if (clock_now() - reached->time <= CLOCK_DAY) {
        return true;
    }
    g_autofree char *time = clock_for_people(reached->time);
    g_autofree char *text = g_strdup_printf(
        "%s: nothing has come since %s: the server stands still, or its log does not get here",
        copy, time);
    if (isatty(STDERR_FILENO) != 0 || mark_tells(config->database, text)) {
        log_line("%s", text);
    }
    return false;
}

static bool apply_log(const char *folder, const char *copy, const struct standby_aim *aim,
                      struct standby_reached *reached, GError **error)
{
    g_autofree char *path = g_strconcat(copy, ".tmp-lock", NULL);
    g_autoptr(Lock) lock = lock_take_brief(path, "standby", error);
    return lock != NULL && standby_apply(folder, copy, aim, reached, error);
}

/* False if a copy may not have that name. */
static bool may_take(const struct config *config, const char *file, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(file, NULL);
    g_autofree char *own = default_copy(config);
    return strcmp(whole, own) == 0 || workspace_may_copy_to(config, file, error);
}

/* False if this machine has a database already: it is a server, or was one and should not become
 * one again by mistake. */
static bool is_no_server(const struct config *config, GError **error)
{
    return access(config->database, F_OK) != 0 ||
           cli_refuse(
               error, POSTMOVE_ERROR_NO, "%s: %s", config->database,
               "is there, so this machine is a server, not a standby; move it away if it is an "
               "old one, or give the copy another place with --to FILE");
}

static bool apply(struct act *act)
{
    const struct config *config = act->server->config;
    g_auto(StandbyReached) reached = { 0 };
    struct standby_aim aim = { .until = G_MAXINT64 };
    if (act_text(act, "until") != NULL && !read_time(act_text(act, "until"), &aim.until)) {
        return act_misused(act, "--until %s: write a time of UTC, as in \"2026-11-26 18:30\"",
                           act_text(act, "until"));
    }
    if (act_text(act, "until") != NULL && act_text(act, "to") == NULL) {
        return act_misused(act, "--until needs --to FILE: a copy of its own");
    }
    g_autofree char *copy =
        act_text(act, "to") != NULL ? g_strdup(act_text(act, "to")) : default_copy(config);
    const bool done = (act_text(act, "to") != NULL || is_no_server(config, &act->error)) &&
                      may_take(config, copy, &act->error) &&
                      apply_log(act->words[0], copy, &aim, &reached, &act->error);
    workspace_set_time(reached.testing);
    if (reached.epoch != NULL && (done || reached.made > 0)) {
        print_reached(copy, &reached);
    }
    return done && (act_text(act, "to") != NULL || is_recent(config, copy, &reached));
}

/* ---- promote ---- */

/* False if the database there is the one that keeps this log. Sets *already if it was made from
 * this log, as when a promotion was cut short at its end. */
static bool is_another(const struct config *config, const struct standby_reached *reached,
                       bool *already, GError **error)
{
    g_autoptr(Db) db = db_open(config->database, DB_READ, NULL);
    if (db == NULL) {
        return true;
    }
    g_autofree char *own = commit_log_epoch(db);
    if (g_strcmp0(own, reached->epoch) == 0) {
        return cli_refuse(error, POSTMOVE_ERROR_NO, "%s: %s", config->database,
                          "is the database that keeps this log: this machine is the server");
    }
    g_autoptr(GPtrArray) acts = journal_list(db, 0);
    for (guint i = 0; i < acts->len; i++) {
        const struct journal_entry *row = acts->pdata[i];
        *already = *already || (strcmp(row->act, "standby promote") == 0 &&
                                g_str_has_prefix(row->text, reached->epoch));
    }
    return true;
}

/* Looks through the copy as `verify` does. */
static bool is_sound(const struct server *server, const char *copy, GError **error)
{
    g_auto(Workspace) workspace = { 0 };
    return workspace_on(&workspace, copy, server->config, server->words, DB_READ, error) &&
           (verify_database(&workspace.run, false) ||
            cli_refuse(
                error, POSTMOVE_ERROR_NO, "%s: %s", copy,
                "has faults and does not become the database; remove it, so that another is made "
                "from the log"));
}

/* Puts the copy in its place, with all locks held. */
static bool make_server(struct restoring *restoring, const char *folder, GError **error)
{
    const struct server *server = restoring->server;
    const struct standby_aim aim = { .until = G_MAXINT64, .last = true };
    g_auto(StandbyReached) reached = { 0 };
    if (!apply_log(folder, restoring->file, &aim, &reached, error)) {
        return false;
    }
    say_anew(restoring->file, &reached);
    g_autofree char *about =
        g_strdup_printf("%s, change %" G_GINT64_FORMAT, reached.epoch, reached.number);
    restoring->about = about;
    bool already = false;
    const bool may = is_another(server->config, &reached, &already, error);
    if (!may || (!already &&
                 (!restoring_check(restoring, error) || !is_sound(server, restoring->file, error) ||
                  !restoring_carry_out(restoring, error)))) {
        return false;
    }
    replacement_forget(restoring->file);
    g_autofree char *time = clock_for_people(reached.time);
    if (already) {
        printf("the database was made from this log already, and nothing was done now; what the "
               "old server has added since is not taken\n\n");
    } else {
        printf("it has everything up to change %" G_GINT64_FORMAT ", of %s\n\n", reached.number,
               time);
    }
    return true;
}

static bool promote(struct act *act)
{
    const struct config *config = act->server->config;
    g_autofree char *copy = default_copy(config);
    g_autofree char *folder = g_canonicalize_filename(act->words[0], NULL);
    struct restoring restoring = {
        .server = act->server,
        .file = copy,
        .act = "standby promote",
        .tell = !act_has(act, "no-tell"),
        .promotes = true,
        .yes = act_has(act, "yes"),
    };
    if (config->standby != NULL && file_is_same(folder, config->standby)) {
        return cli_refuse(
            &act->error, POSTMOVE_ERROR_NO, "%s: %s", act->words[0],
            "is the folder for this server's own log, too; give `standby` another one first, so "
            "that the old server cannot write over it");
    }
    g_autoptr(GPtrArray) locks = restoring_is_ours(config->database, &act->error)
                                     ? workspace_lock_all(config, "standby promote", &act->error)
                                     : NULL;
    return locks != NULL && make_server(&restoring, folder, &act->error) &&
           cli_page("standby-promoted") == 0;
}

const struct part cli_standby[] = {
    { "push", 0, 0, "", .run = push_now },
    { "apply", 1, 1, "to= until=", .run = apply },
    { "promote", 1, 1, "yes no-tell", .run = promote },
    { 0 },
};
