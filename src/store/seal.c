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

enum { SHA256_DIGITS = 64, SEAL_BYTES = sizeof(SEAL_BEGINS) - 1 + SHA256_DIGITS + 1 };

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

/* Opens a file that may have a seal. Sets *end to the length of the file without the seal, or to -1
 * if the file is too short to hold one. Returns the descriptor, or -1 if the file cannot be opened.
 */
static int open_sealed(const char *path, int flags, off_t *end, char last[SEAL_BYTES])
{
    struct stat status;
    const int fd = open(path, flags | O_CLOEXEC);
    const bool may_have = fd >= 0 && fstat(fd, &status) == 0 && status.st_size > SEAL_BYTES;
    *end = may_have ? status.st_size - SEAL_BYTES : -1;
    if (may_have && (pread(fd, last, SEAL_BYTES, *end) != SEAL_BYTES ||
                     memcmp(last, SEAL_BEGINS, strlen(SEAL_BEGINS)) != 0)) {
        *end = -1;
    }
    return fd;
}

bool seal_holds(const char *path, GError **error)
{
    char last[SEAL_BYTES];
    off_t end;
    const int fd = open_sealed(path, O_RDONLY, &end, last);
    g_autofree char *seal = end >= 0 ? seal_of(fd, end) : NULL;
    const bool holds = end < 0 || (seal != NULL && memcmp(last, seal, SEAL_BYTES) == 0);
    if (end >= 0 && seal == NULL) {
        file_fault(path, "cannot be read", error);
    } else if (!holds) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: it is damaged, and another one is needed: its bytes are not those that "
                    "were written",
                    path);
    }
    if (fd >= 0) {
        close(fd);
    }
    return holds;
}

bool seal_cut(const char *path, GError **error)
{
    char last[SEAL_BYTES];
    off_t end;
    if (!seal_holds(path, error)) {
        return false;
    }
    const int fd = open_sealed(path, O_RDWR, &end, last);
    const bool cut = end < 0 || ftruncate(fd, end) == 0 || file_fault(path, "cannot be cut", error);
    if (fd >= 0) {
        close(fd);
    }
    return cut;
}
