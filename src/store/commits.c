#include "store/commits.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/log.h"
#include "base/plain_file.h"

enum { NUMBER_DIGITS = 19, HASH_BYTES = 8 };

static char *path_of(const char *database)
{
    return g_strconcat(database, BESIDE_COMMITS, NULL);
}

/* "0000000000000000042 0123456789abcdef\n" */
static void write_line(char line[COMMITS_LINE_BYTES + 1], gint64 number,
                       const unsigned char key[SECRET_KEY_BYTES])
{
    unsigned char hash[SECRET_HASH_BYTES];
    g_autofree char *text =
        g_strdup_printf("commits %0*" G_GINT64_FORMAT, (int)NUMBER_DIGITS, number);
    secret_hash(key, text, strlen(text), hash);
    int length = g_snprintf(line, COMMITS_LINE_BYTES + 1, "%s ", text + strlen("commits "));
    for (int i = 0; i < HASH_BYTES; i++) {
        length += g_snprintf(line + length, 3, "%02x", hash[i]);
    }
    g_strlcat(line, "\n", COMMITS_LINE_BYTES + 1);
}

void commits_read(const char *database, struct commits_line *line)
{
    *line = (struct commits_line){ .missing = true };
    g_autofree char *path = path_of(database);
    struct stat status;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        line->missing = errno == ENOENT;
        return;
    }
    ssize_t length = fstat(file, &status) == 0 && S_ISREG(status.st_mode)
                         ? pread(file, line->text, COMMITS_LINE_BYTES, 0)
                         : -1;
    close(file);
    line->missing = length == 0;
    line->text[MAX(length, 0)] = '\0';
}

gint64 commits_number(const struct commits_line *line, const unsigned char key[SECRET_KEY_BYTES])
{
    char again[COMMITS_LINE_BYTES + 1];
    gint64 number = g_ascii_strtoll(line->text, NULL, 10);
    if (line->missing || number < 0) {
        return -1;
    }
    write_line(again, number, key);
    return strcmp(again, line->text) == 0 ? number : -1;
}

int commits_open(const char *database)
{
    g_autofree char *path = path_of(database);
    plain_file_prepare(path, database);
    int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file < 0) {
        log_line("%s: cannot be opened: %s; should the database lose changes, nobody will notice",
                 path, g_strerror(errno));
    }
    return file;
}

void commits_write(int file, gint64 number, const unsigned char key[SECRET_KEY_BYTES])
{
    char line[COMMITS_LINE_BYTES + 1];
    write_line(line, number, key);
    if (file >= 0 && pwrite(file, line, COMMITS_LINE_BYTES, 0) != COMMITS_LINE_BYTES) {
        g_debug("the number of commits was not written: %s", g_strerror(errno));
    }
}

void commits_forget(const char *database)
{
    g_autofree char *path = path_of(database);
    unlink(path);
}

char *commits_words(gint64 lost, const char *database)
{
    return g_strdup_printf(
        "changes that were made to it last are missing, %" G_GINT64_FORMAT " in all: its log "
        "(%s-wal) was deleted, or an older copy was put in its place; put back what is missing, "
        "or restore a backup with `postmove restore FILE`; `postmove restore --as-it-is` goes on "
        "without them",
        lost, database);
}
