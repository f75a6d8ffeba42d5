/* setup: from some answers to a server that plays: files, database, and a letter that goes round.
 */
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "cli/checkup.h"
#include "cli/setup.h"
#include "cli/workspace.h"
#include "transport/postfix.h"
#include "transport/spool.h"

enum { UNSET = G_MININT };

struct wishes {
    gboolean yes, no_mail, undo;
    int wait; /* seconds, for the doctor; UNSET: not given */
};

/* Prints words of the group [setup]. */
static void tell(const struct setup_plan *setup, const char *key, struct values *values)
{
    g_autofree char *text = setup_say(setup, key, values);
    puts(text);
    fflush(stdout);
}

/* ---- as the server's user ---- */

/* Becomes the server's user for good. */
static bool become(const struct setup_plan *setup)
{
    return geteuid() != 0 || setup->user == 0 ||
           (initgroups(setup->answers[SETUP_RUN_AS], setup->group) == 0 &&
            setgid(setup->group) == 0 && setuid(setup->user) == 0);
}

/* Makes spool and database if there is no database. */
static bool make_server(const struct setup_plan *setup, GError **error)
{
    g_autoptr(Config) config = config_read(setup->path, error);
    if (config == NULL || g_file_test(config->database, G_FILE_TEST_EXISTS)) {
        return config != NULL;
    }
    if (!spool_make(config->spool, error) || !workspace_create(config, false, false, error)) {
        return false;
    }
    tell(setup, "made", pairs("database", config->database, "spool", config->spool, NULL));
    return true;
}

static int look_over(const struct setup_plan *setup, const struct wishes *wishes)
{
    const struct invocation invocation = { setup->path };
    g_autofree char *wait = g_strdup_printf("%d", wishes->wait);
    const char *arguments[] = { "doctor", "--mail", "--wait", wait, NULL };
    const int count = wishes->no_mail ? 1 : wishes->wait == UNSET ? 2 : 4;
    arguments[count] = NULL;
    return cli_doctor(&invocation, count, (char **)arguments);
}

/* What is done as the server's user, in a child process. Returns its exit code. */
static int finish_as_user(const struct setup_plan *setup, const struct wishes *wishes)
{
    g_autoptr(GError) error = NULL;
    if (!become(setup)) {
        log_line("cannot become %s: %s", setup->answers[SETUP_RUN_AS], g_strerror(errno));
        return POSTMOVE_ERROR_LATER;
    }
    return make_server(setup, &error) ? look_over(setup, wishes) : cli_fail(error);
}

static int finish(const struct setup_plan *setup, const struct wishes *wishes)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int code = finish_as_user(setup, wishes);
        fflush(stdout);
        _exit(code);
    }
    int status = 0;
    const bool ended =
        child > 0 && TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) == child && WIFEXITED(status);
    return ended ? WEXITSTATUS(status) : POSTMOVE_ERROR_LATER;
}

/* ---- files ---- */

/* All changes of files that the answers make: struct setup_change. NULL with the error. */
static GPtrArray *changes_of(const struct setup_plan *setup, GError **error)
{
    g_autoptr(GPtrArray) changes =
        g_ptr_array_new_with_free_func((GDestroyNotify)setup_change_free);
    g_autofree char *text = setup_configuration(setup, error);
    g_autoptr(Config) config =
        text != NULL ? config_parse(setup->path, text, strlen(text), error) : NULL;
    struct setup_change *own =
        config != NULL ? setup_change_find(changes, setup->path, error) : NULL;
    if (own == NULL) {
        return NULL;
    }
    own->made = g_steal_pointer(&text);
    const bool made =
        !setup_writes_postfix(setup) ||
        setup_postfix_changes(config, setup->answers[SETUP_RUN_AS], false, changes, error);
    return made ? g_steal_pointer(&changes) : NULL;
}

/* Makes the folder of the database, which belongs to the server's user. */
static bool make_folder(const struct setup_plan *setup, GError **error)
{
    g_autoptr(Config) config = config_read(setup->path, error);
    g_autofree char *folder = config != NULL ? g_path_get_dirname(config->database) : NULL;
    if (folder == NULL || g_file_test(folder, G_FILE_TEST_IS_DIR)) {
        return config != NULL;
    }
    if (g_mkdir_with_parents(folder, 0755) != 0 || chown(folder, setup->user, setup->group) != 0) {
        return file_fault(folder, "cannot make the folder", error);
    }
    return true;
}

/* Takes the changes back that Postfix rejects. */
static void take_back(GPtrArray *changes, GError **error)
{
    g_autofree char *failed = setup_take_back(changes);
    g_autofree char *what = failed != NULL ? g_strconcat("Could not be put back: ", failed, NULL)
                                           : g_strdup("All files were put back");
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                "Postfix rejects its new files; it says why above or in its log. %s", what);
}

static void reload(const struct setup_plan *setup)
{
    tell(setup, setup_postfix_reload() ? "reloaded" : "not-reloaded", NULL);
}

/* Puts the changes in place and lets Postfix take its own; if it does not, takes all back. */
static bool put_in_place(const struct setup_plan *setup, GPtrArray *changes, GError **error)
{
    if (!setup_put(changes, error)) {
        return false;
    }
    for (guint i = 0; i < changes->len; i++) {
        const struct setup_change *change = changes->pdata[i];
        if (change->done) {
            tell(setup, "written", pairs("path", change->path, "kept", change->kept, NULL));
        }
    }
    if (!setup_writes_postfix(setup)) {
        return true;
    }
    if (!setup_postfix_check()) {
        take_back(changes, error);
        return false;
    }
    reload(setup);
    return true;
}

/* Asks at the terminal; without one, and without --yes, nobody agrees. */
static bool agrees(const struct setup_plan *setup, const struct wishes *wishes, const char *key)
{
    g_autofree char *question = setup_say(setup, key, NULL);
    return wishes->yes || cli_ask(question);
}

/* Asks whether the changes may be put in place. *code is the exit code if not. */
static bool is_allowed(const struct setup_plan *setup, const struct wishes *wishes, int *code)
{
    if (agrees(setup, wishes, "ask-place")) {
        return true;
    }
    *code = isatty(STDIN_FILENO) ? POSTMOVE_ERROR_NO : 0;
    tell(setup, "nothing-written", NULL);
    return false;
}

/* Says that a database will be made and a spool will be made: there is no database yet. */
static bool tell_missing(const struct setup_plan *setup, GError **error)
{
    g_autofree char *text = setup_configuration(setup, error);
    g_autoptr(Config) config =
        text != NULL ? config_parse(setup->path, text, strlen(text), error) : NULL;
    if (config == NULL || g_file_test(config->database, G_FILE_TEST_EXISTS)) {
        return false;
    }
    tell(setup, "to-make", pairs("database", config->database, "spool", config->spool, NULL));
    return true;
}

/* True if the operator has to add the lines to the files of the mail server, so that no letter can
 * go round yet. */
static bool by_hand(const struct setup_plan *setup)
{
    return setup->server != NULL && !setup_writes_postfix(setup);
}

static int set_up(struct setup_plan *setup, const struct wishes *wishes)
{
    g_autoptr(GError) error = NULL;
    umask(022); /* the server's user must be able to read what root makes here */
    if (!setup_answer_all(setup, &error)) {
        return cli_fail(error);
    }
    g_autoptr(GPtrArray) changes = changes_of(setup, &error);
    if (changes == NULL) {
        return cli_fail(error);
    }
    int code = 0;
    const bool changed = setup_show(changes, &error);
    const bool missing = error == NULL && tell_missing(setup, &error);
    if (error != NULL) {
        return cli_fail(error);
    }
    if (!changed) {
        tell(setup, "nothing-changes", NULL);
        if (setup_writes_postfix(setup) && geteuid() == 0) {
            reload(setup); /* if an earlier setup was killed, nobody has done so */
        }
    }
    if ((changed || missing) && !is_allowed(setup, wishes, &code)) {
        return code;
    }
    struct wishes agreed = *wishes;
    agreed.no_mail = agreed.no_mail || by_hand(setup);
    if (!changed && !missing && !agreed.no_mail) {
        agreed.no_mail = !agrees(setup, wishes, "ask-letter");
    }
    if (changed && !put_in_place(setup, changes, &error)) {
        return cli_fail(error);
    }
    if (!make_folder(setup, &error)) {
        return cli_fail(error);
    }
    if (by_hand(setup)) {
        g_autofree char *key = g_strconcat("next-", setup->server, NULL);
        tell(setup, key, NULL);
    }
    return finish(setup, &agreed);
}

/* ---- the way back ---- */

/* Takes the lines of setup out of Postfix's files. False with the error, or without one if there
 * are none. */
static bool undo_postfix(const struct setup_plan *setup, const struct config *config,
                         const struct wishes *wishes, GError **error)
{
    uid_t id;
    g_autofree char *owner = checkup_server_user(config, &id);
    const char *user = owner != NULL ? owner : "postmove";
    g_autoptr(GPtrArray) changes =
        g_ptr_array_new_with_free_func((GDestroyNotify)setup_change_free);
    if (!postfix_is_here() || !setup_postfix_changes(config, user, true, changes, error)) {
        return false;
    }
    if (!setup_show(changes, error)) {
        return false;
    }
    int code;
    if (!is_allowed(setup, wishes, &code)) {
        return true;
    }
    if (!put_in_place(setup, changes, error)) {
        return false;
    }
    setup_forget_kept(changes);
    tell(setup, "undone", NULL);
    return true;
}

static int undo(struct setup_plan *setup, const struct wishes *wishes)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = config_read(setup->path, &error);
    if (config == NULL) {
        return cli_fail(error);
    }
    setup->server = "postfix";
    if (!undo_postfix(setup, config, wishes, &error)) {
        if (error != NULL) {
            return cli_fail(error);
        }
        tell(setup, "nothing-to-undo", NULL);
    }
    return 0;
}

int cli_setup(const struct invocation *invocation, int argc, char **argv)
{
    g_auto(SetupPlan) setup = { 0 };
    struct wishes wishes = { .wait = UNSET };
    GOptionEntry options[SETUP_QUESTIONS + 5] = {
        { "yes", 0, 0, G_OPTION_ARG_NONE, &wishes.yes, NULL, NULL },
        { "no-mail", 0, 0, G_OPTION_ARG_NONE, &wishes.no_mail, NULL, NULL },
        { "undo", 0, 0, G_OPTION_ARG_NONE, &wishes.undo, NULL, NULL },
        { "wait", 0, 0, G_OPTION_ARG_INT, &wishes.wait, NULL, NULL },
    };
    for (int i = 0; i < SETUP_QUESTIONS; i++) {
        options[4 + i] = (GOptionEntry){ .long_name = setup_option(i),
                                         .arg = G_OPTION_ARG_STRING,
                                         .arg_data = &setup.given[i] };
    }
    int code = cli_options(options, &argc, &argv, 0, 0);
    g_autoptr(GError) error = NULL;
    if (code != CLI_GO_ON) {
        return code;
    }
    if (wishes.wait != UNSET &&
        (wishes.wait < 1 || wishes.wait > CHECKUP_WAIT_MOST || wishes.no_mail)) {
        return cli_misused("setup", "--wait takes 1 to %d seconds, and does not go with --no-mail",
                           CHECKUP_WAIT_MOST);
    }
    setup.words = cli_words(NULL, &error);
    const bool begun =
        setup.words != NULL && setup_begin(&setup, cli_config_path(invocation), &error);
    return !begun ? cli_fail(error) : wishes.undo ? undo(&setup, &wishes) : set_up(&setup, &wishes);
}
