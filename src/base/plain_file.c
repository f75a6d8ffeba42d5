#include "base/plain_file.h"

#include <sys/stat.h>

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
