#include "cli/mark.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"

bool mark_write(const char *database, const char *kind, gint64 time, const char *about)
{
    g_autofree char *path = g_strconcat(database, kind, NULL);
    g_autofree char *line =
        g_strdup_printf("%" G_GINT64_FORMAT "%s%s\n", time, about[0] != '\0' ? " " : "", about);
    const size_t length = strlen(line);
    plain_file_prepare(path, database);
    /* The file is neither emptied before nor renamed into its place: one short write costs
     * hardly anything in a run that has nothing to do. */
    int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    bool written = file >= 0 && pwrite(file, line, length, 0) == (ssize_t)length &&
                   ftruncate(file, (off_t)length) == 0;
    if (file >= 0) {
        close(file);
    }
    return written;
}

struct mark mark_read(const char *database, const char *kind)
{
    struct mark mark = { .unread = true };
    g_autofree char *path = g_strconcat(database, kind, NULL);
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    if (!plain_file_contents(path, &text, NULL, &error)) {
        mark.unread = !g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        return mark;
    }
    text[strcspn(text, "\n")] = '\0';
    g_auto(GStrv) words = g_strsplit(text, " ", 2);
    guint64 time;
    if (words[0] != NULL && g_ascii_string_to_unsigned(words[0], 10, 0, G_MAXINT64, &time, NULL)) {
        mark.unread = false;
        mark.time = (gint64)time;
        mark.about = g_utf8_make_valid(words[1] != NULL ? words[1] : "", -1);
    }
    return mark;
}

gint64 mark_time(const char *database, const char *kind)
{
    const struct mark mark = mark_read(database, kind);
    g_free(mark.about);
    return mark.time;
}

bool mark_is_of_today(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_mtime / CLOCK_DAY == time(NULL) / CLOCK_DAY;
}

bool mark_tells(const char *database, const char *text)
{
    enum { SILENCE_SECONDS = 3600 };
    const gint64 now = g_get_real_time() / G_USEC_PER_SEC;
    g_autofree char *line = g_strndup(text, strcspn(text, "\n"));
    const struct mark told = mark_read(database, BESIDE_TOLD);
    g_autofree char *before = told.about;
    const bool again =
        g_strcmp0(before, line) == 0 && now >= told.time && now < told.time + SILENCE_SECONDS;
    if (!again) {
        mark_write(database, BESIDE_TOLD, now, line);
    }
    return !again;
}
