/* Mail of the spool by its name: found, or taken away. */
#include "post/spool.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "base/error.h"
#include "post/disk.h"

static bool is_there(const char *path)
{
    return g_access(path, F_OK) == 0;
}

char *spool_where(const char *spool, const char *name)
{
    static const struct {
        const char *folder, *ending;
    } places[] = {
        { "new", "" }, { "failed", "" }, { "work", ".1" }, { "work", ".2" }, { "work", ".3" },
    };
    _Static_assert(G_N_ELEMENTS(places) == 2 + SPOOL_ATTEMPTS, "a place for each attempt");
    for (size_t i = 0; spool_name_valid(name) && i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path =
            g_strdup_printf("%s/%s/%s%s", spool, places[i].folder, name, places[i].ending);
        if (is_there(path)) {
            return g_steal_pointer(&path);
        }
    }
    return NULL;
}

bool spool_has(const char *spool, const char *name)
{
    g_autofree char *path = spool_where(spool, name);
    return path != NULL;
}

bool spool_drop(const char *spool, const char *name, GError **error)
{
    static const char *const folders[] = { "failed", "new" };
    for (size_t i = 0; spool_name_valid(name) && i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(spool, folders[i], name, NULL);
        if (g_unlink(path) == 0) {
            return true;
        }
        if (errno != ENOENT) {
            return disk_fault(path, "remove", error);
        }
    }
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: no mail named %s waits or failed",
                spool, name);
    return false;
}
