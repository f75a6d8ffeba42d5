#include "transport/reach.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"

/* Connects to one address. Returns an errno value, 0 for success. */
static int knock(const struct addrinfo *at, int milliseconds)
{
    const int type = at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC;
    const int end = socket(at->ai_family, type, at->ai_protocol);
    if (end < 0) {
        return errno;
    }
    int result = connect(end, at->ai_addr, at->ai_addrlen) == 0 ? 0 : errno;
    struct pollfd poll_for = { .fd = end, .events = POLLOUT };
    if (result == EINPROGRESS) {
        socklen_t size = sizeof result;
        const long ready = TEMP_FAILURE_RETRY(poll(&poll_for, 1, milliseconds));
        result = ready == 0 ? ETIMEDOUT : errno;
        if (ready > 0 && getsockopt(end, SOL_SOCKET, SO_ERROR, &result, &size) != 0) {
            result = errno;
        }
    }
    close(end);
    return result;
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
