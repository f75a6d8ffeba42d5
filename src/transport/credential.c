#include "transport/credential.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "transport/program.h"

static bool refuse(GError **error, const char *source, const char *why)
{
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "secret: %s %s", source, why);
    return false;
}

/* True if nobody else can read the secret, or put another in its place. */
static bool is_ours_alone(const char *path, int file, GError **error)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        return refuse(error, path, "is no file");
    }
    if (status.st_uid != geteuid() && status.st_uid != 0) {
        return refuse(error, path,
                      "belongs to somebody else: chown it to the user the server runs as");
    }
    return (status.st_mode & 0077) == 0 ||
           refuse(error, path, "may be read or written by others: chmod 0600 it");
}

/* Reads at most one byte more than a secret may have, so that one that is too long is noticed. */
static GBytes *read_file(const char *path, GError **error)
{
    g_auto(Descriptor) file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0) {
        refuse(error, path, g_strerror(errno));
        return NULL;
    }
    if (!is_ours_alone(path, file, error)) {
        return NULL;
    }
    char text[CREDENTIAL_MAX + 1];
    ssize_t length = TEMP_FAILURE_RETRY(read(file, text, sizeof(text)));
    GBytes *bytes = g_bytes_new(text, length > 0 ? (gsize)length : 0);
    explicit_bzero(text, sizeof(text));
    return bytes;
}

char *credential_read(const struct service *service, GError **error)
{
    char **command = service->secret_command;
    const char *source = command != NULL ? command[0] : service->secret_file;
    g_autoptr(GBytes) bytes = command != NULL ? program_read(command, CREDENTIAL_MAX + 1,
                                                             CREDENTIAL_SECONDS * 1000, error)
                                              : read_file(source, error);
    if (bytes == NULL) {
        return NULL;
    }
    gsize length, end = 0;
    const char *text = g_bytes_get_data(bytes, &length);
    while (end < length && text[end] != '\n' && text[end] != '\r' && text[end] != '\0') {
        end++;
    }
    if (end == 0 || end > CREDENTIAL_MAX) {
        refuse(error, source, end == 0 ? "has nothing in its first line" : "is too long for one");
        return NULL;
    }
    return g_strndup(text, end);
}

char *credential_identity(const struct service *service)
{
    g_autofree char *source = NULL;
    struct stat status = { 0 };
    if (service->secret_command != NULL) {
        source = g_strjoinv(" ", service->secret_command);
    } else if (service->secret_file != NULL && stat(service->secret_file, &status) == 0) {
        source = g_strdup_printf("%s %" G_GINT64_FORMAT ".%09ld", service->secret_file,
                                 (gint64)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    }
    return g_strdup_printf("%s://%s:%d %s %s", service->scheme, service->host, service->port,
                           service->user != NULL ? service->user : "",
                           source != NULL ? source : "");
}
