#include "transport/spool.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "base/files.h"

enum { NAME_BYTES_MAX = 200 };

/* ---- names ---- */

bool spool_name_valid(const char *name)
{
    const size_t length = strlen(name);
    return length >= 1 && length <= NAME_BYTES_MAX && name[0] != '.' &&
           strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-") == length &&
           strspn(name, G_CSET_DIGITS) < length;
}

/* ---- folders ---- */

bool spool_make(const char *spool, GError **error)
{
    static const char *const folders[] = { "tmp", "new", "work", "failed" };
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(spool, folders[i], NULL);
        if (g_mkdir_with_parents(path, 0700) != 0) {
            return file_fault(path, "cannot make the folder", error);
        }
    }
    g_autofree char *failed = g_build_filename(spool, "failed", NULL);
    if (g_chmod(failed, 0700) != 0) {
        return file_fault(failed, "cannot change the mode", error);
    }
    return file_sync_folder(failed, error) && file_sync_folder(spool, error);
}

/* ---- putting in ---- */

static void add_line(GString *header, const char *key, const char *value)
{
    if (value != NULL) {
        g_string_append_printf(header, "%s %s\n", key, value);
    }
}

bool spool_put(const char *spool, const char *name, const struct spool_mail *mail, GError **error)
{
    g_assert(spool_name_valid(name));
    g_autofree char *unfinished = g_strdup_printf("%s/tmp/%s", spool, name);
    g_autofree char *finished = g_strdup_printf("%s/new/%s", spool, name);
    g_autoptr(GString) header = g_string_new("postmove-spool 1\n");
    add_line(header, "sender", mail->sender);
    add_line(header, "recipient", mail->recipient);
    add_line(header, "mailbox", mail->mailbox);
    g_string_append_printf(header, "received %" G_GINT64_FORMAT "\ntruncated %d\n\n",
                           mail->received, mail->truncated);
    plain_file_prepare(unfinished, spool);
    return file_put(unfinished, finished, header->str, mail->bytes, error);
}

bool spool_sync(const char *spool, GError **error)
{
    g_autofree char *inside = g_build_filename(spool, "new", ".", NULL);
    return file_sync_folder(inside, error);
}

/* ---- on its way through the folders ---- */

/* Moves the file of an entry, and sets the entry's `file`. */
static bool move(const char *spool, struct spool_entry *entry, const char *to, GError **error)
{
    g_autofree char *from_path = g_build_filename(spool, entry->file, NULL);
    g_autofree char *to_path = g_build_filename(spool, to, NULL);
    if (g_rename(from_path, to_path) != 0) {
        return file_fault(from_path, "cannot rename", error);
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
/* Whether a mail that could not be moved is gone, because somebody has dropped it: then there is no
 * error any more. If its folder is gone, too, so is the spool, and nobody has dropped the mail. */
static void note_dropped(const char *spool, struct spool_entry *entry, GError **error)
{
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    struct stat status;
    entry->dropped = lstat(path, &status) != 0 && errno == ENOENT && lstat(folder, &status) == 0;
    if (entry->dropped) {
        g_clear_error(error);
    }
}

bool spool_begin(const char *spool, struct spool_entry *entry, GError **error)
{
    g_assert(entry->attempt < SPOOL_ATTEMPTS);
    g_autofree char *to = g_strdup_printf("work/%s.%d", entry->name, entry->attempt + 1);
    if (!move(spool, entry, to, error)) {
        note_dropped(spool, entry, error);
        return false;
    }
    entry->attempt++;
    return true;
}

bool spool_done(const char *spool, const struct spool_entry *entry, GError **error)
{
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    return g_unlink(path) == 0 || file_fault(path, "cannot remove", error);
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

bool spool_give_up(const char *spool, struct spool_entry *entry, GError **error)
{
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    /* The folder keeps others out. A file of another owner keeps its rights. */
    g_autofree char *to = g_build_filename("failed", entry->name, NULL);
    const bool moved = (g_chmod(path, 0600) == 0 || errno == EPERM ||
                        file_fault(path, "cannot change the mode", error)) &&
                       move(spool, entry, to, error);
    if (!moved) {
        note_dropped(spool, entry, error);
    }
    return moved;
}

bool spool_may_retry(const char *spool, const char *name, GError **error)
{
    g_autofree char *from = g_build_filename(spool, "failed", name, NULL);
    struct stat status;
    if (!spool_name_valid(name) || lstat(from, &status) != 0 || !S_ISREG(status.st_mode)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s/failed: no mail named %s", spool,
                    name);
        return false;
    }
    return true;
}

bool spool_retry(const char *spool, const char *name, GError **error)
{
    g_autofree char *from = g_build_filename(spool, "failed", name, NULL);
    g_autofree char *to = g_build_filename(spool, "new", name, NULL);
    return spool_may_retry(spool, name, error) &&
           (g_rename(from, to) == 0 || file_fault(from, "cannot rename", error)) &&
           spool_sync(spool, error);
}
