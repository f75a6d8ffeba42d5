/* Mail is put into the spool, as postmove-receive does it: written in tmp/,
 * synced, renamed to new/. */
#include "transport/spool.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/plain_file.h"
#include "transport/disk.h"
#include "transport/spool_folder.h"

static void add_line(GString *header, const char *key, const char *value)
{
    if (value != NULL) {
        g_string_append_printf(header, "%s %s\n", key, value);
    }
}

static char *header_of(const struct spool_mail *mail)
{
    GString *header = g_string_new("postmove-spool 1\n");
    add_line(header, "sender", mail->sender);
    add_line(header, "recipient", mail->recipient);
    add_line(header, "mailbox", mail->mailbox);
    g_string_append_printf(header, "received %" G_GINT64_FORMAT "\ntruncated %d\n\n",
                           mail->received, mail->truncated);
    return g_string_free(header, FALSE);
}

/* Gives the file the precise time. The system itself counts in steps of some milliseconds,
 * in which several mails are written; they are played in the order of these times. */
static bool stamp(int file)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const struct timespec times[2] = { now, now };
    return futimens(file, times) == 0;
}

static bool write_mail(int file, const struct spool_mail *mail)
{
    g_autofree char *header = header_of(mail);
    gsize length;
    const char *bytes = g_bytes_get_data(mail->bytes, &length);
    return disk_write(file, header, strlen(header)) && disk_write(file, bytes, length) &&
           stamp(file) && fsync(file) == 0;
}

/* What a writer that died left under that name is begun anew. */
static bool write_file(const char *path, const struct spool_mail *mail, GError **error)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        return disk_fault(
            path, errno == ENOENT ? "make the file (" SPOOL_MISSING ")" : "make the file", error);
    }
    bool written = write_mail(file, mail) || disk_fault(path, "bring the mail to disk", error);
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
