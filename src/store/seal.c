#include "store/seal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "store/handle.h"

#define SEAL_BEGINS "postmove-seal "

enum {
    SHA256_DIGITS = 64,
    SEAL_BYTES = sizeof(SEAL_BEGINS) - 1 + SHA256_DIGITS + 1,
};

/* Makes the seal of the first `length` bytes of an open file. NULL if they cannot be read. Free
 * with g_free. */
static char *seal_of(int fd, off_t length)
{
    enum { AT_ONCE = 1 << 16 };
    g_autofree guchar *bytes = g_malloc(AT_ONCE);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (off_t at = 0; at < length;) {
        const ssize_t got = pread(fd, bytes, (size_t)MIN(length - at, AT_ONCE), at);
        if (got <= 0) {
            return NULL;
        }
        g_checksum_update(sum, bytes, got);
        at += got;
    }
    return g_strconcat(SEAL_BEGINS, g_checksum_get_string(sum), "\n", NULL);
}

bool seal_put(const char *path, GError **error)
{
    struct stat status;
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    g_autofree char *seal = fd >= 0 && fstat(fd, &status) == 0 ? seal_of(fd, status.st_size) : NULL;
    const bool put = seal != NULL && pwrite(fd, seal, SEAL_BYTES, status.st_size) == SEAL_BYTES;
    if (!put) {
        file_fault(path, "cannot be sealed", error);
    }
    if (fd >= 0) {
        close(fd);
    }
    return put;
}

/* How long a page of a database is, as its head says; if there is no sense in that, as short as one
 * can be. */
static off_t page_of(int fd)
{
    enum { AT_PAGE = 16, PAGE_LEAST = 512 };
    guint8 head[AT_PAGE + 2];
    const bool read = pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head);
    const off_t said = read ? head[AT_PAGE] << 8 | head[AT_PAGE + 1] : 0;
    const off_t page = said == 1 ? 1 << 16 : said;
    return page >= PAGE_LEAST && (page & (page - 1)) == 0 ? page : PAGE_LEAST;
}

/* Opens a file that may have a seal, and sets *end to where that begins; -1: it has none. Whatever
 * is behind the last whole page is a seal, perhaps a damaged one, or a page that was cut: SQLite
 * itself notices only when whole pages are missing. Returns the descriptor, or -1 if the file
 * cannot be opened. */
static int open_sealed(const char *path, int flags, off_t *end)
{
    struct stat status;
    const int fd = open(path, flags | O_CLOEXEC);
    const off_t rest = fd >= 0 && fstat(fd, &status) == 0 ? status.st_size % page_of(fd) : 0;
    *end = rest != 0 ? status.st_size - rest : -1;
    return fd;
}

/* True if the file begins as every database of SQLite does. */
static bool is_database(int fd)
{
    static const char begins[] = "SQLite format 3";
    char head[sizeof(begins)];
    return pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
           memcmp(head, begins, sizeof(begins)) == 0;
}

bool seal_holds(const char *path, bool needed, GError **error)
{
    char last[SEAL_BYTES + 1];
    off_t end;
    const int fd = open_sealed(path, O_RDONLY, &end);
    g_autofree char *seal = end >= 0 ? seal_of(fd, end) : NULL;
    const ssize_t length = seal != NULL ? pread(fd, last, sizeof(last), end) : 0;
    const bool holds =
        (end < 0 && !needed) || (length == SEAL_BYTES && memcmp(last, seal, SEAL_BYTES) == 0);
    if (end >= 0 && seal == NULL) {
        file_fault(path, "cannot be read", error);
    } else if (!holds && length != SEAL_BYTES && !is_database(fd)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: this is no backup, or its beginning is damaged: another one is needed",
                    path);
    } else if (!holds) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: it is damaged, and another one is needed: %s", path,
                    length == SEAL_BYTES ? "its bytes are not those that were written"
                                         : "it does not end with a whole seal");
    }
    if (fd >= 0) {
        close(fd);
    }
    return holds;
}

bool seal_cut(const char *path, GError **error)
{
    off_t end;
    if (!seal_holds(path, false, error)) {
        return false;
    }
    const int fd = open_sealed(path, O_RDWR, &end);
    const bool cut = end < 0 || ftruncate(fd, end) == 0 || file_fault(path, "cannot be cut", error);
    if (fd >= 0) {
        close(fd);
    }
    return cut;
}
