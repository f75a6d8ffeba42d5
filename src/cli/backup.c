/* backup: a copy of the whole database in one file, while mail flows. */
#include "store/backup.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "cli/mark.h"
#include "cli/workspace.h"

/* True if a backup can have that name: what is there, if anything, is a file that may be
 * replaced. */
static bool may_take(const char *file, const struct config *config, bool yes, GError **error)
{
    g_autofree char *kept = g_strconcat(file, ": is there already", NULL);
    return workspace_may_copy_to(config, file, error) &&
           cli_confirm(yes || access(file, F_OK) != 0, kept, error,
                       "%s is there already. Replace it?", file);
}

static bool backup(struct act *act)
{
    const struct config *config = act->server->config;
    const char *file = act->words[0];
    GError **error = &act->error;
    struct backup_facts facts = { 0 };
    if (!may_take(file, config, act_has(act, "yes"), error)) {
        return false;
    }
    /* Two backups that write to one file would each take the other's draft for their own. */
    g_autofree char *path = g_strconcat(file, ".tmp-lock", NULL);
    g_autoptr(Lock) lock = lock_take_brief(path, "backup", error);
    if (lock == NULL) {
        return false;
    }
    if (!backup_make(config->database, file, &facts, error)) {
        workspace_explain(config, error);
        return false;
    }
    g_autofree char *whole = g_canonicalize_filename(file, NULL);
    if (!mark_write(config->database, BESIDE_SAVED, clock_now(),
                    strchr(whole, '\n') == NULL ? whole : "")) {
        log_line("%s%s cannot be written: the backup is made, but `postmove stats` and `postmove "
                 "doctor` do not know of it; doctor says whose that file is",
                 config->database, BESIDE_SAVED);
    }
    g_autofree char *newest = clock_for_people(facts.newest);
    printf("%s: %" G_GINT64_FORMAT " boards, as of %s%s\n", file, facts.boards, newest,
           facts.testing ? ", for tests only" : "");
    return true;
}

const struct part cli_backup[] = { { NULL, 1, 1, "yes", .wordless = true, .run = backup }, { 0 } };
