#include "transport/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/error.h"

bool disk_fault(const char *path, const char *verb, GError **error)
{
    int number = errno;
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: cannot %s: %s", path, verb,
                g_strerror(number));
    return false;
}

bool disk_write(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = TEMP_FAILURE_RETRY(write(file, bytes, length));
        if (count <= 0) {
            errno = count == 0 ? ENOSPC : errno;
            return false;
        }
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

bool disk_sync_folder(const char *path, GError **error)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return disk_fault(path, "open", error);
    }
    bool synced = fsync(folder) == 0 || disk_fault(path, "bring to disk", error);
    close(folder);
    return synced;
}
