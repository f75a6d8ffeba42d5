#include "store/remains.h"

#include <stdbool.h>
#include <string.h>

#include "base/files.h"

/* True if a file of that name shows that there was a database; `ending` is what follows the
 * database's name. */
static bool tells(const char *ending)
{
    unsigned kind = beside_kind(ending);
    bool begun = kind == BESIDE_DRAFT && g_str_has_prefix(ending, BESIDE_NEW);
    return (ending[0] == '.' || ending[0] == '-') && !begun &&
           (kind & (BESIDE_LOCK | BESIDE_SHARED)) == 0;
}

static int by_name(gconstpointer one, gconstpointer other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

char **remains_beside(const char *database)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *base = g_path_get_basename(database);
    g_autofree char *path = g_path_get_dirname(database);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        if (g_str_has_prefix(name, base) && tells(name + strlen(base))) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    g_ptr_array_sort(names, by_name);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_steal(names, NULL);
}
