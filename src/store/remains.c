#include "store/remains.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "store/handle.h"

enum {
    MOST_FILES = 1000, /* looked at in one folder */
    HEADER_ID = 68,    /* where the header of a database has its application_id */
};

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

GPtrArray *remains_beside(const char *database)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *base = g_path_get_basename(database);
    g_autofree char *path = g_path_get_dirname(database);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        if (g_str_has_prefix(name, base) && tells(name + strlen(base))) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    g_ptr_array_sort(names, by_name);
    return names;
}

struct found {
    char *path;
    gint64 changed;
};

static void found_free(struct found *found)
{
    g_free(found->path);
    g_free(found);
}

static int newest_first(gconstpointer one, gconstpointer other)
{
    const struct found *a = *(struct found *const *)one, *b = *(struct found *const *)other;
    return a->changed != b->changed ? (a->changed < b->changed) - (a->changed > b->changed)
                                    : strcmp(a->path, b->path);
}

/* True if the file begins like a database of ours. *changed is when it was changed. */
static bool begins_like_ours(const char *path, gint64 *changed)
{
    unsigned char header[HEADER_ID + 4] = { 0 };
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool read = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                pread(fd, header, sizeof(header), 0) == (ssize_t)sizeof(header);
    if (fd >= 0) {
        close(fd);
    }
    if (!read) {
        return false;
    }
    const unsigned char *id = header + HEADER_ID;
    *changed = status.st_mtime;
    return memcmp(header, "SQLite format 3", strlen("SQLite format 3") + 1) == 0 &&
           (id[0] << 24 | id[1] << 16 | id[2] << 8 | id[3]) == DB_APPLICATION_ID;
}

static void look_in(const char *path, GPtrArray *all)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    int count = 0;
    for (const char *name;
         folder != NULL && count < MOST_FILES && (name = g_dir_read_name(folder)) != NULL;
         count++) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        gint64 changed;
        if (begins_like_ours(file, &changed)) {
            struct found *found = g_new(struct found, 1);
            *found = (struct found){ g_steal_pointer(&file), changed };
            g_ptr_array_add(all, found);
        }
    }
}

GPtrArray *remains_databases(const char *database)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)found_free);
    g_autofree char *beside = g_path_get_dirname(database);
    g_autofree char *backups = g_build_filename(beside, "backups", NULL);
    look_in(beside, all);
    look_in(backups, all);
    g_ptr_array_sort(all, newest_first);
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < all->len; i++) {
        g_ptr_array_add(paths, g_strdup(((struct found *)all->pdata[i])->path));
    }
    return paths;
}
