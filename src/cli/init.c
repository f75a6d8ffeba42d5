/* init: a commented configuration, the spool and an empty database. */
#include <stdio.h>

#include "base/error.h"
#include "base/files.h"
#include "cli/setup.h"
#include "cli/workspace.h"
#include "mail/address.h"
#include "transport/spool.h"

/* What was asked for, or LOCAL and this machine's name. Free with g_free. */
static char *address_or_here(const char *asked, const char *local)
{
    return asked != NULL ? g_strdup(asked) : g_strconcat(local, "@", g_get_host_name(), NULL);
}

static bool write_configuration(struct act *act)
{
    const char *path = act->server->path;
    GError **error = &act->error;
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(whole);
    if (!g_utf8_validate(whole, -1, NULL)) {
        return cli_refuse(error, POSTMOVE_ERROR_USAGE,
                          "%s: its folder's name is not UTF-8, as all of a configuration must be",
                          whole);
    }
    g_autofree char *address = address_or_here(act_text(act, "address"), "turns");
    g_autofree char *person = address_or_here(act_text(act, "operator"), "postmaster");
    g_autofree char *text = configuration_text(address, person, folder, error);
    if (text == NULL) {
        return false;
    }
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        return file_fault(folder, "cannot make the folder", error);
    }
    return g_file_set_contents_full(
        path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644, error);
}

static bool init(struct act *act)
{
    const char *path = act->server->path;
    const char *const asked[] = { act_text(act, "address"), act_text(act, "operator") };
    for (size_t i = 0; i < G_N_ELEMENTS(asked); i++) {
        if (asked[i] != NULL && !address_valid(asked[i])) {
            return act_misused(act, "%s: not a mail address", asked[i]);
        }
    }
    const bool testing = act_has(act, "testing"), written = !g_file_test(path, G_FILE_TEST_EXISTS);
    if (written && !write_configuration(act)) {
        return false;
    }
    g_autoptr(Config) config = config_read(path, &act->error);
    /* If there is a database the spool is not made: a missing spool may be on a disk that is
     * not mounted, with mails that are to be played first. */
    if (config == NULL ||
        !(g_file_test(config->database, G_FILE_TEST_EXISTS) ||
          spool_make(config->spool, &act->error)) ||
        !workspace_create(config, testing, act_has(act, "start-anew"), &act->error)) {
        return false;
    }
    printf("%s: %s\n%s: spool\n%s: database%s\n", path, written ? "written" : "kept", config->spool,
           config->database, testing ? ", for tests only" : "");
    return true;
}

const struct part cli_init[] = {
    { NULL, 0, 0, "address= operator= testing start-anew", .bare = true, .wordless = true,
      .run = init },
    { 0 },
};
