/* setup: from some answers to a server that plays: files, database, and a letter that goes round.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "cli/checkup.h"
#include "cli/setup.h"
#include "cli/workspace.h"
#include "transport/postfix.h"

/* Prints words of the group [setup]. */
static void tell(const struct setup_plan *setup, const char *key, struct values *values)
{
    g_autofree char *text = words_say(setup->act->server->words, "setup", key, values);
    puts(text);
    fflush(stdout);
}

/* True if the lines of Postfix are ours to write. */
static bool writes_postfix(const struct setup_plan *setup)
{
    return g_strcmp0(setup->server, "postfix") == 0;
}

/* ---- what is shown ---- */

/* Lets diff(1) print what changes in the configuration. */
static bool show_configuration(const struct setup_plan *setup, GError **error)
{
    g_autofree char *draft = NULL;
    const int file = g_file_open_tmp("postmove-XXXXXX", &draft, error);
    if (file < 0) {
        return false;
    }
    const char *old = setup->old != NULL ? setup->path : "/dev/null";
    const char *argv[] = { "diff",      "-u", "--label", old,   "--label",
                           setup->path, "--", old,       draft, NULL };
    int status = 0;
    const bool ran = file_write(file, setup->text, strlen(setup->text)) &&
                     g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                                  NULL, &status, NULL);
    close(file);
    unlink(draft);
    /* It ends with 0 or 1: the two are the same, or they differ. */
    return (ran && WIFEXITED(status) && WEXITSTATUS(status) <= 1) ||
           cli_refuse(error, POSTMOVE_ERROR_LATER,
                      "%s: diff could not show what changes, so nothing is written", setup->path);
}

static void show_lines(const struct setup_edits *edits)
{
    printf("--- %s/main.cf, master.cf\n+++ %s/main.cf, master.cf\n%s", setup_postfix_folder(),
           setup_postfix_folder(), edits->shown->str);
}

/* Asks at the terminal whether the changes may be put in place; without one, and without --yes,
 * nobody agrees. Sets the exit code if not. */
static bool is_allowed(const struct setup_plan *setup, struct act *act)
{
    g_autofree char *question = words_say(setup->act->server->words, "setup", "ask-place", NULL);
    if (act_has(act, "yes") || cli_ask(question)) {
        return true;
    }
    act->code = isatty(STDIN_FILENO) ? POSTMOVE_ERROR_NO : 0;
    tell(setup, "nothing-written", NULL);
    return false;
}

/* ---- what is put in place ---- */

/* Writes the configuration whole or not at all, with the owner and the mode of the old one; without
 * an old one, all may read it. */
static bool write_configuration(const struct setup_plan *setup, GError **error)
{
    struct stat status;
    g_autofree char *folder = g_path_get_dirname(setup->path), *now = NULL;
    gsize length;
    const bool is_old = stat(setup->path, &status) == 0;
    if (is_old && !plain_file_contents(setup->path, &now, &length, error)) {
        return false;
    }
    if (g_strcmp0(now, setup->old) != 0) {
        return cli_refuse(
            error, POSTMOVE_ERROR_LATER,
            "%s: somebody else has changed it meanwhile, so it is not written; run setup again",
            setup->path);
    }
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        return file_fault(folder, "cannot make the folder", error);
    }
    if (!g_file_set_contents_full(setup->path, setup->text, -1,
                                  G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                  is_old ? (int)(status.st_mode & 0777) : 0644, error)) {
        g_prefix_error(error, "%s: cannot write: ", setup->path);
        return false;
    }
    if (is_old && (chown(setup->path, status.st_uid, status.st_gid) != 0 ||
                   chmod(setup->path, status.st_mode & 07777) != 0)) {
        return file_fault(setup->path, "cannot be given back to its owner", error);
    }
    tell(setup, "written", pairs("path", setup->path, NULL));
    return true;
}

static bool write_postfix(const struct setup_plan *setup, const struct config *config,
                          const char *user, GError **error)
{
    if (!setup_postfix_put(config, user, error)) {
        return false;
    }
    tell(setup, "lines-written", pairs("path", setup_postfix_folder(), NULL));
    return true;
}

static void reload(const struct setup_plan *setup)
{
    tell(setup, setup_postfix_reload() ? "reloaded" : "not-reloaded", NULL);
}

/* Makes the folder of the database, which belongs to the server's user. */
static bool make_folder(const struct setup_plan *setup, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(setup->config->database);
    return g_file_test(folder, G_FILE_TEST_IS_DIR) ||
           (g_mkdir_with_parents(folder, 0755) == 0 && chown(folder, setup->id, (gid_t)-1) == 0) ||
           file_fault(folder, "cannot make the folder", error);
}

/* Makes spool and database, if there is no database, and looks at all of it, as the server's user.
 */
static bool finish(const struct setup_plan *setup, struct act *act, bool missing, bool mail)
{
    const char *init[] = { "init", NULL }, *doctor[] = { "doctor", mail ? "--mail" : NULL, NULL };
    if (!checkup_become(setup->id, &act->error)) {
        return false;
    }
    act->code = missing ? parts_run(cli_init, setup->path, 1, (char **)init) : 0;
    if (act->code == 0) {
        act->code = parts_run(cli_doctor, setup->path, mail ? 2 : 1, (char **)doctor);
    }
    return act->code == 0;
}

/* ---- all of it ---- */

static bool set_up(struct setup_plan *setup, struct act *act)
{
    GError **error = &act->error;
    g_auto(SetupEdits) edits = { 0 };
    umask(022); /* the server's user must be able to read what root makes here */
    if (!setup_answer(setup, error) ||
        (writes_postfix(setup) && !setup_postfix_find(setup->config, setup->user, &edits, error))) {
        return false;
    }
    const struct config *config = setup->config;
    const bool changed = g_strcmp0(setup->old, setup->text) != 0;
    const bool lines_changed = setup_edits_any(&edits);
    const bool missing = !g_file_test(config->database, G_FILE_TEST_EXISTS);
    if (changed && !show_configuration(setup, error)) {
        return false;
    }
    if (lines_changed) {
        show_lines(&edits);
    }
    if (missing) {
        tell(setup, "to-make", pairs("database", config->database, "spool", config->spool, NULL));
    }
    if (!changed && !lines_changed) {
        tell(setup, "nothing-changes", NULL);
    }
    const bool any = changed || lines_changed || missing;
    if ((any && !is_allowed(setup, act)) || (changed && !write_configuration(setup, error)) ||
        (lines_changed && !write_postfix(setup, config, setup->user, error)) ||
        !make_folder(setup, error)) {
        return false;
    }
    if (writes_postfix(setup) && geteuid() == 0) {
        reload(setup); /* also if nothing has changed: an earlier setup may have been killed */
    }
    const bool by_hand = setup->server != NULL && !writes_postfix(setup);
    if (by_hand) { /* no letter can go round yet */
        g_autofree char *key = g_strconcat("next-", setup->server, NULL);
        tell(setup, key, NULL);
    }
    return finish(setup, act, missing,
                  !act_has(act, "no-mail") && !by_hand && (any || act_has(act, "yes")));
}

/* Takes the lines of setup out of Postfix's files. */
static bool undo(struct setup_plan *setup, struct act *act)
{
    g_auto(SetupEdits) edits = { 0 };
    g_autoptr(Config) config = config_read(setup->path, &act->error);
    if (config == NULL ||
        (postfix_is_here() && !setup_postfix_find(config, NULL, &edits, &act->error))) {
        return false;
    }
    if (!setup_edits_any(&edits)) {
        tell(setup, "nothing-to-undo", NULL);
        return true;
    }
    show_lines(&edits);
    if (!is_allowed(setup, act) || !write_postfix(setup, config, NULL, &act->error)) {
        return false;
    }
    reload(setup);
    tell(setup, "undone", NULL);
    return true;
}

static bool setup(struct act *act)
{
    g_auto(SetupPlan) setup = { .act = act };
    bool others = false; /* an option that does not go with --undo */
    for (const struct act_option *option = act->options; option->name != NULL; option++) {
        others = others || option->text != NULL;
    }
    if (act_has(act, "undo") && (others || act_has(act, "no-mail"))) {
        return act_misused(act, "beside --undo goes only --yes");
    }
    char *real = realpath(act->server->path, NULL);
    setup.path = g_canonicalize_filename(real != NULL ? real : act->server->path, NULL);
    free(real); /* made by the C library */
    return (act_has(act, "undo") ? undo : set_up)(&setup, act);
}

const struct part cli_setup[] = {
    { NULL, 0, 0,
      "yes no-mail undo way-in= address= operator= user= secret= way-out= run-as= folder=",
      .bare = true, .run = setup },
    { 0 },
};
