#include "transport/spool.h"

#include <dirent.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "transport/disk.h"
#include "transport/spool_folder.h"

enum {
    NAME_BYTES_MAX = 200,
    TOLD_BYTES_MAX = 120, /* of the old name in a name made here */
    HASH_LETTERS = 32,    /* of a SHA-256, as hexadecimal */
};

/* ---- names ---- */

static bool is_letter_of_name(char c)
{
    return g_ascii_isalnum(c) || c == '.' || c == '_' || c == '-';
}

bool spool_name_valid(const char *name)
{
    size_t length = 0;
    bool number = true;
    for (; name[length] != '\0'; length++) {
        if (length == NAME_BYTES_MAX || !is_letter_of_name(name[length])) {
            return false;
        }
        number = number && g_ascii_isdigit(name[length]);
    }
    return length >= 1 && name[0] != '.' && !number;
}

char *spool_misnamed(const char *file)
{
    GString *name = g_string_new(SPOOL_MISNAMED_PREFIX);
    const size_t most = strlen(SPOOL_MISNAMED_PREFIX) + TOLD_BYTES_MAX;
    for (const char *c = file; *c != '\0' && name->len < most; c++) {
        if (is_letter_of_name(*c)) {
            g_string_append_c(name, *c);
        } else {
            g_string_append_printf(name, "_%02x", (unsigned)(unsigned char)*c);
        }
    }
    if (name->len >= most) {
        g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, file, -1);
        g_string_append_printf(name, ".%.*s", HASH_LETTERS, hash);
    }
    return g_string_free(name, FALSE);
}

/* ---- folders ---- */

static GPtrArray *names_read(DIR *directory)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            g_ptr_array_add(names, g_strdup(entry->d_name));
        }
    }
    return errno == 0 ? g_steal_pointer(&names) : NULL;
}

GPtrArray *spool_names_in(const char *spool, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(spool, folder, NULL);
    DIR *directory = opendir(path);
    if (directory == NULL) {
        disk_fault(path,
                   errno == ENOENT ? "list the folder (" SPOOL_MISSING ")" : "list the folder",
                   error);
        return NULL;
    }
    GPtrArray *names = names_read(directory);
    if (names == NULL) {
        disk_fault(path, "list the folder", error);
    }
    closedir(directory);
    return names;
}

/* Whether a file was last written so long ago that it has no writer any more. */
static bool is_old(const struct stat *status)
{
    return status->st_mtime < clock_now() - (gint64)SPOOL_RUBBISH_HOURS * CLOCK_HOUR;
}

bool spool_is_hidden(const char *spool, const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(spool, folder, name, NULL);
    struct stat status;
    return name[0] == '.' && lstat(path, &status) == 0 && !is_old(&status);
}

/* ---- making and tidying ---- */

bool spool_make(const char *spool, GError **error)
{
    static const char *const folders[] = { "tmp", "new", "work", "failed" };
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(spool, folders[i], NULL);
        if (g_mkdir_with_parents(path, 0700) != 0) {
            return disk_fault(path, "make the folder", error);
        }
    }
    g_autofree char *failed = g_build_filename(spool, "failed", NULL);
    if (g_chmod(failed, 0700) != 0) {
        return disk_fault(failed, "change the mode", error);
    }
    g_autofree char *parent = g_path_get_dirname(spool);
    return disk_sync_folder(spool, error) && disk_sync_folder(parent, error);
}

/* Removes what writers that died left in tmp/. */
static bool tidy_unfinished(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) names = spool_names_in(spool, "tmp", error);
    for (guint i = 0; names != NULL && i < names->len; i++) {
        g_autofree char *path = g_build_filename(spool, "tmp", names->pdata[i], NULL);
        struct stat status;
        /* One that is gone was finished by its writer. */
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && is_old(&status) &&
            g_unlink(path) != 0 && errno != ENOENT) {
            log_line("%s: cannot remove: %s", path, g_strerror(errno));
        }
    }
    return names != NULL;
}

/* What somebody else put into failed/ gets a name by which the operator can speak of it. */
static bool tidy_failed(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) names = spool_names_in(spool, "failed", error);
    for (guint i = 0; names != NULL && i < names->len; i++) {
        const char *name = names->pdata[i];
        if (spool_name_valid(name) || spool_is_hidden(spool, "failed", name)) {
            continue;
        }
        struct spool_entry entry = {
            .name = spool_misnamed(name),
            .file = g_build_filename("failed", name, NULL),
            .fault = SPOOL_MISNAMED,
        };
        g_autoptr(GError) fault = NULL;
        if (!spool_give_up(spool, &entry, &fault)) {
            log_line("%s", fault->message);
        }
        g_free(entry.name);
        g_free(entry.file);
    }
    return names != NULL;
}

bool spool_tidy(const char *spool, GError **error)
{
    return tidy_unfinished(spool, error) && tidy_failed(spool, error);
}
