#include "cli/missing.h"

#include <errno.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/mark.h"
#include "store/remains.h"
#include "transport/spool.h"

/* How many files are named; a folder may hold any number. */
enum { NAMED_FILES = 5 };

static guint mails_waiting(const char *spool)
{
    static const char *const folders[] = { "new", "work", "failed" };
    guint mails = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(spool, folders[i], NULL);
        g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
        for (const char *mail; folder != NULL && (mail = g_dir_read_name(folder)) != NULL;) {
            mails += spool_name_valid(mail) ? 1 : 0;
        }
    }
    return mails;
}

static void add_files(GString *text, const char *before, const GPtrArray *files)
{
    for (guint i = 0; i < MIN(files->len, (guint)NAMED_FILES); i++) {
        g_string_append_printf(text, "%s%s", i == 0 ? before : ", ", (char *)files->pdata[i]);
    }
    if (files->len > NAMED_FILES) {
        g_string_append_printf(text, " and %u more", files->len - NAMED_FILES);
    }
}

/* Lists the signs of an older database: "; 3 mails wait in SPOOL; beside it lies
 * postmove.db-wal", or "" if there are none. Free with g_free. */
static char *what_is_there(const struct config *config)
{
    GString *text = g_string_new(NULL);
    guint mails = mails_waiting(config->spool);
    g_autoptr(GPtrArray) files = remains_beside(config->database);
    if (mails > 0) {
        g_string_append_printf(text, mails == 1 ? "; %u mail waits in %s" : "; %u mails wait in %s",
                               mails, config->spool);
    }
    add_files(text, "; beside it there is ", files);
    return g_string_free(text, FALSE);
}

/* The same, and what there may be a way back from. */
static void add_backups(GString *text, const struct config *config)
{
    g_autoptr(GPtrArray) backups = remains_databases(config->database);
    add_files(text, "; perhaps this can be restored: ", backups);
    struct mark saved = mark_read(config->database, BESIDE_SAVED);
    if (saved.about != NULL && *saved.about != '\0') {
        g_string_append_printf(text, "; the last backup was made to %s", saved.about);
    }
    g_free(saved.about);
}

void missing_explain(const struct config *config, GError **error)
{
    if (!g_error_matches(*error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO) ||
        access(config->database, F_OK) == 0 || errno != ENOENT) {
        return;
    }
    g_autofree char *there = what_is_there(config);
    g_autoptr(GString) text = g_string_new(config->database);
    g_string_append(text, ": there is no such database");
    if (*there == '\0') {
        g_string_append(text, "; on a new server `postmove init` makes one");
    } else {
        g_string_append(text, there);
        add_backups(text, config);
        g_string_append(text, "; this is no new server: mount its disk or put the file back, or "
                              "restore a backup with `postmove restore FILE`");
    }
    g_clear_error(error);
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, text->str);
}

bool missing_allows_new(const struct config *config, GError **error)
{
    g_autofree char *there = what_is_there(config);
    if (*there == '\0' || access(config->database, F_OK) == 0) {
        return true;
    }
    g_autoptr(GString) text = g_string_new(config->database);
    g_string_append_printf(text, ": no empty database is made%s", there);
    add_backups(text, config);
    g_string_append(text, "; mount its disk or put the file back, or restore a backup with "
                          "`postmove restore FILE`; --start-anew makes one that knows no player "
                          "and no match");
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, text->str);
    return false;
}
