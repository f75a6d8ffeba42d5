#include "transport/reach.h"

#include <errno.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "base/error.h"
#include "base/files.h"

/* Connects to one address. Returns an errno value, 0 for success. */
static int knock(const struct addrinfo *at, int milliseconds)
{
    const struct timeval patience = { milliseconds / 1000,
                                      (suseconds_t)(milliseconds % 1000) * 1000 };
    g_auto(Descriptor) end = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
    const bool reached =
        end >= 0 && setsockopt(end, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
        connect(end, at->ai_addr, at->ai_addrlen) == 0;
    return reached ? 0 : errno == EINPROGRESS ? ETIMEDOUT : errno;
}

bool reach_port(const char *host, const char *port, int milliseconds, GError **error)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
    struct addrinfo *found = NULL;
    const int fault = getaddrinfo(host, port, &hints, &found);
    int result = fault == 0 ? ENOENT : 0;
    for (const struct addrinfo *at = found; at != NULL && result != 0; at = at->ai_next) {
        result = knock(at, milliseconds);
    }
    if (fault == 0) {
        freeaddrinfo(found);
    }
    if (fault != 0 || result != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s",
                    fault != 0 ? gai_strerror(fault) : g_strerror(result));
    }
    return fault == 0 && result == 0;
}
