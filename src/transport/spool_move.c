/* A mail on its way through the folders of the spool. */
#include <errno.h>
#include <glib/gstdio.h>

#include "base/error.h"
#include "transport/disk.h"
#include "transport/spool_folder.h"

/* Moves the file of an entry, which knows its new place from then on. */
static bool move(const char *spool, struct spool_entry *entry, const char *to, GError **error)
{
    g_autofree char *from_path = g_build_filename(spool, entry->file, NULL);
    g_autofree char *to_path = g_build_filename(spool, to, NULL);
    if (g_rename(from_path, to_path) != 0) {
        return disk_fault(from_path, "rename", error);
    }
    g_free(entry->file);
    entry->file = g_strdup(to);
    return true;
}

/*
 * Why nothing below is synced. Should a power cut undo
 *   new/ to work/:    the attempt is not counted, and it was not the mail's fault;
 *   work/ to failed/: the mail is given up once more, and the operator told twice;
 *   work/ to new/:    an attempt too many is counted, of three;
 *   the removal:      the mail is taken up again, and its name is found in the
 *                     database, whose commit was synced before the removal began.
 */
bool spool_take(const char *spool, struct spool_entry *entry, GError **error)
{
    g_assert(entry->attempt < SPOOL_ATTEMPTS);
    g_autofree char *to = g_strdup_printf("work/%s.%d", entry->name, entry->attempt + 1);
    if (!move(spool, entry, to, error)) {
        return false;
    }
    entry->attempt++;
    return true;
}

bool spool_done(const char *spool, const struct spool_entry *entry, GError **error)
{
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    return g_unlink(path) == 0 || disk_fault(path, "remove", error);
}

bool spool_return(const char *spool, struct spool_entry *entry, GError **error)
{
    if (entry->attempt == 0) {
        return true;
    }
    g_autofree char *to = g_build_filename("new", entry->name, NULL);
    if (!move(spool, entry, to, error)) {
        return false;
    }
    entry->attempt = 0;
    return true;
}

/* ---- failed/ ---- */

/* NAME, or NAME.2, NAME.3 ... if there is one of that name already. The same name twice
 * is the same mail, unless the name was made here. */
static char *place_in_failed(const char *spool, const char *name, bool made)
{
    char *file = g_build_filename("failed", name, NULL);
    for (int number = 2; made; number++) {
        g_autofree char *path = g_build_filename(spool, file, NULL);
        struct stat status;
        if (lstat(path, &status) != 0) {
            break;
        }
        g_free(file);
        file = g_strdup_printf("failed/%s.%d", name, number);
    }
    return file;
}

bool spool_give_up(const char *spool, struct spool_entry *entry, GError **error)
{
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    /* Others are kept out by the folder. A file of another owner keeps its rights. */
    if (entry->fault != SPOOL_NO_FILE && g_chmod(path, 0600) != 0 && errno != EPERM) {
        return disk_fault(path, "change the mode", error);
    }
    g_autofree char *to = place_in_failed(spool, entry->name, entry->fault != SPOOL_SOUND);
    if (!move(spool, entry, to, error)) {
        return false;
    }
    g_free(entry->name);
    entry->name = g_path_get_basename(to);
    return true;
}

bool spool_may_retry(const char *spool, const char *name, GError **error)
{
    g_autofree char *from = g_build_filename(spool, "failed", name, NULL);
    struct stat status;
    if (!spool_name_valid(name) || lstat(from, &status) != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s/failed: no mail named %s", spool,
                    name);
        return false;
    }
    if (!S_ISREG(status.st_mode)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: this is no plain file, so it cannot be a mail; it can only be dropped",
                    from);
        return false;
    }
    return true;
}

bool spool_retry(const char *spool, const char *name, GError **error)
{
    g_autofree char *from = g_build_filename(spool, "failed", name, NULL);
    g_autofree char *to = g_build_filename(spool, "new", name, NULL);
    return spool_may_retry(spool, name, error) &&
           (g_rename(from, to) == 0 || disk_fault(from, "rename", error)) &&
           spool_sync(spool, error);
}
