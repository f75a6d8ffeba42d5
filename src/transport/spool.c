#include "transport/spool_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "transport/disk.h"

enum {
    NAME_BYTES_MAX = 200,
    TOLD_BYTES_MAX = 120, /* bytes of the old name in a name made here */
    HASH_LETTERS = 32,    /* of a SHA-256, as hexadecimal */
};

/* What to do if a folder of the spool is missing: a new one would lack the mails that wait in
 * the old one. */
#define SPOOL_MISSING                                                                              \
    "mount its disk or put it back; on a new server \"postmove init\" makes it, on any other "     \
    "\"postmove doctor\" tells how"

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
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            g_ptr_array_add(names, g_strdup(entry->d_name));
        }
    }
    bool whole = errno == 0 || disk_fault(path, "list the folder", error);
    closedir(directory);
    return whole ? g_steal_pointer(&names) : NULL;
}

/* True if a file was last written so long ago that its writer must be gone. */
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

/* ---- putting in ---- */

static void add_line(GString *header, const char *key, const char *value)
{
    if (value != NULL) {
        g_string_append_printf(header, "%s %s\n", key, value);
    }
}

/* Writes the file anew; a dead writer may have left one under that name. */
static bool write_file(const char *path, const struct spool_mail *mail, GError **error)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        return disk_fault(
            path, errno == ENOENT ? "make the file (" SPOOL_MISSING ")" : "make the file", error);
    }
    g_autoptr(GString) header = g_string_new("postmove-spool 1\n");
    add_line(header, "sender", mail->sender);
    add_line(header, "recipient", mail->recipient);
    add_line(header, "mailbox", mail->mailbox);
    g_string_append_printf(header, "received %" G_GINT64_FORMAT "\ntruncated %d\n\n",
                           mail->received, mail->truncated);
    gsize length;
    const char *bytes = g_bytes_get_data(mail->bytes, &length);
    /* The precise time. The system's own file times have steps of some milliseconds, in which
     * several mails are written; they are played in the order of these times. */
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const struct timespec times[2] = { now, now };
    bool written = (disk_write(file, header->str, header->len) && disk_write(file, bytes, length) &&
                    futimens(file, times) == 0 && fsync(file) == 0) ||
                   disk_fault(path, "bring the mail to disk", error);
    if (close(file) != 0 && written) {
        written = disk_fault(path, "bring the mail to disk", error);
    }
    if (!written) {
        g_unlink(path);
    }
    return written;
}

bool spool_put(const char *spool, const char *name, const struct spool_mail *mail, GError **error)
{
    g_assert(spool_name_valid(name));
    g_autofree char *unfinished = g_strdup_printf("%s/tmp/%s", spool, name);
    g_autofree char *finished = g_strdup_printf("%s/new/%s", spool, name);
    plain_file_prepare(unfinished, spool);
    if (!write_file(unfinished, mail, error)) {
        return false;
    }
    if (g_rename(unfinished, finished) != 0) {
        disk_fault(finished, "move the mail there", error);
        g_unlink(unfinished);
        return false;
    }
    return true;
}

bool spool_sync(const char *spool, GError **error)
{
    g_autofree char *path = g_build_filename(spool, "new", NULL);
    return disk_sync_folder(path, error);
}

/* ---- on its way through the folders ---- */

/* True if a file is gone and its folder is there. If both are gone, so is the spool, and nobody has
 * dropped the mail. */
static bool is_gone(const char *spool, const char *file)
{
    g_autofree char *path = g_build_filename(spool, file, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    struct stat status;
    return lstat(path, &status) != 0 && errno == ENOENT && lstat(folder, &status) == 0;
}

/* Moves the file of an entry, and sets the entry's `file`. */
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
 * Why nothing below is synced. If a power cut undoes
 *
 *   new/ to work/:    the attempt is not counted, and it was not the mail's fault;
 *   work/ to failed/: the mail is given up once more, and the operator told twice;
 *   work/ to new/:    one attempt too many is counted, of three;
 *   the removal:      the mail is taken up again, and its name is found in the
 *                     database, whose commit was synced before the removal began.
 */
bool spool_take(const char *spool, struct spool_entry *entry, GError **error)
{
    g_assert(entry->attempt < SPOOL_ATTEMPTS);
    g_autofree char *to = g_strdup_printf("work/%s.%d", entry->name, entry->attempt + 1);
    if (!move(spool, entry, to, error)) {
        entry->dropped = is_gone(spool, entry->file);
        if (entry->dropped) {
            g_clear_error(error);
        }
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

/* NAME, or NAME.2, NAME.3 ... if there is one of that name already. Two files of one name are
 * the same mail, unless the name was made here. */
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
    /* The folder keeps others out. A file of another owner keeps its rights. */
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

/* ---- tidying ---- */

/* Removes what dead writers left in tmp/. */
static bool tidy_unfinished(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) names = spool_names_in(spool, "tmp", error);
    for (guint i = 0; names != NULL && i < names->len; i++) {
        g_autofree char *path = g_build_filename(spool, "tmp", names->pdata[i], NULL);
        struct stat status;
        /* If it is gone, its writer has finished it. */
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && is_old(&status) &&
            g_unlink(path) != 0 && errno != ENOENT) {
            log_line("%s: cannot remove: %s", path, g_strerror(errno));
        }
    }
    return names != NULL;
}

/* Gives files that somebody else put into failed/ names by which the operator can refer to
 * them. */
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
