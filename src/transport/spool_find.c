/* Mail of the spool by its name: found, or taken away. */
#include "transport/spool.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "transport/disk.h"

static bool is_there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* The file in new/ or work/ that will have this name in failed/; NULL: there is none. */
static char *where_misnamed(const char *spool, const char *name)
{
    if (!g_str_has_prefix(name, SPOOL_MISNAMED_PREFIX)) {
        return NULL;
    }
    g_autoptr(GPtrArray) entries = spool_list(spool, NULL);
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        if (strcmp(entry->name, name) == 0) {
            return g_build_filename(spool, entry->file, NULL);
        }
    }
    return NULL;
}

char *spool_where(const char *spool, const char *name)
{
    static const struct {
        const char *folder, *ending;
    } places[] = {
        { "failed", "" }, { "new", "" }, { "work", ".1" }, { "work", ".2" }, { "work", ".3" },
    };
    _Static_assert(G_N_ELEMENTS(places) == 2 + SPOOL_ATTEMPTS, "a place for each attempt");
    if (!spool_name_valid(name)) {
        return NULL;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path =
            g_strdup_printf("%s/%s/%s%s", spool, places[i].folder, name, places[i].ending);
        if (is_there(path)) {
            return g_steal_pointer(&path);
        }
    }
    return where_misnamed(spool, name);
}

bool spool_has(const char *spool, const char *name)
{
    g_autofree char *path = spool_where(spool, name);
    return path != NULL;
}

/* The file that can be dropped, the caller's; NULL with the error. */
static char *find_to_drop(const char *spool, const char *name, GError **error)
{
    g_autofree char *path = spool_where(spool, name);
    g_autofree char *work = g_build_filename(spool, "work", "", NULL);
    if (path == NULL || g_str_has_prefix(path, work)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    path == NULL ? "%s: no mail named %s waits or failed"
                                 : "%s: the mail %s is being processed, or was when a run was cut "
                                   "short; the next run goes on with it",
                    spool, name);
        return NULL;
    }
    return g_steal_pointer(&path);
}

bool spool_may_drop(const char *spool, const char *name, GError **error)
{
    g_autofree char *path = find_to_drop(spool, name, error);
    return path != NULL;
}

bool spool_drop(const char *spool, const char *name, GError **error)
{
    g_autofree char *path = find_to_drop(spool, name, error);
    if (path == NULL) {
        return false;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    /* An empty folder, too. */
    return (g_remove(path) == 0 || disk_fault(path, "remove", error)) &&
           disk_sync_folder(folder, error);
}
