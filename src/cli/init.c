/* init: a commented configuration, the spool and an empty database. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "cli/workspace.h"
#include "mail/address.h"
#include "transport/spool.h"

struct answers {
    char *address, *person;
    gboolean testing, anew;
};

/* What was asked for, or LOCAL and this machine's name. Free with g_free. */
static char *address_or_here(const char *asked, const char *local)
{
    return asked != NULL ? g_strdup(asked) : g_strconcat(local, "@", g_get_host_name(), NULL);
}

static bool write_configuration(const char *path, const struct answers *answers, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(whole);
    if (!g_utf8_validate(whole, -1, NULL)) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "%s: its folder's name is not UTF-8, as all of a configuration must be",
                          whole);
    }
    g_autofree char *address = address_or_here(answers->address, "turns");
    g_autofree char *person = address_or_here(answers->person, "postmaster");
    g_autofree char *text = configuration_text(address, person, folder, error);
    if (text == NULL) {
        return false;
    }
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        return cli_refuse(error, POSTMOVE_ERROR_LATER, "%s: cannot make the folder", folder);
    }
    return g_file_set_contents_full(
        path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644, error);
}

static bool set_up(const char *path, const struct answers *answers, GError **error)
{
    bool written = !g_file_test(path, G_FILE_TEST_EXISTS);
    if (written && !write_configuration(path, answers, error)) {
        return false;
    }
    g_autoptr(Config) config = config_read(path, error);
    /* If there is a database the spool is not made: a missing spool may be on a disk that is
     * not mounted, with mails that are to be played first. */
    if (config == NULL ||
        !(g_file_test(config->database, G_FILE_TEST_EXISTS) || spool_make(config->spool, error)) ||
        !workspace_create(config, answers->testing, answers->anew, error)) {
        return false;
    }
    printf("%s: %s\n%s: spool\n%s: database%s\n", path, written ? "written" : "kept", config->spool,
           config->database, answers->testing ? ", for tests only" : "");
    return true;
}

int cli_init(const struct invocation *invocation, int argc, char **argv)
{
    struct answers answers = { 0 };
    const GOptionEntry entries[] = {
        { "address", 0, 0, G_OPTION_ARG_STRING, &answers.address, NULL, NULL },
        { "operator", 0, 0, G_OPTION_ARG_STRING, &answers.person, NULL, NULL },
        { "testing", 0, 0, G_OPTION_ARG_NONE, &answers.testing, NULL, NULL },
        { "start-anew", 0, 0, G_OPTION_ARG_NONE, &answers.anew, NULL, NULL },
        { 0 },
    };
    int code = cli_options(entries, &argc, &argv, 0, 0);
    if (code == CLI_GO_ON) {
        const char *path = cli_config_path(invocation);
        const char *bad =
            answers.address != NULL && !address_valid(answers.address) ? answers.address
            : answers.person != NULL && !address_valid(answers.person) ? answers.person
                                                                       : NULL;
        g_autoptr(GError) error = NULL;
        code = bad != NULL                      ? cli_misused("init", "%s: not a mail address", bad)
               : set_up(path, &answers, &error) ? 0
                                                : cli_fail(error);
    }
    g_free(answers.address);
    g_free(answers.person);
    return code;
}
