#include "base/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool plain_file_is_not(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool plain_file_contents(const char *path, char **text, gsize *length, GError **error)
{
    if (plain_file_is_not(path)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: this is no plain file", path);
        return false;
    }
    return g_file_get_contents(path, text, length, error);
}

void plain_file_prepare(const char *path, const char *like)
{
    struct stat owned;
    if (geteuid() != 0 || stat(like, &owned) != 0 || owned.st_uid == 0) {
        return;
    }
    /* One that is there may be another name of a file elsewhere, which is not to be given away. */
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        return;
    }
    if (fchown(file, owned.st_uid, owned.st_gid) != 0) {
        g_debug("%s: cannot be given to the owner of %s", path, like);
    }
    close(file);
}
