#include "transport/dns.h"

#include <arpa/nameser.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <resolv.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WAIT = 1,  /* seconds for the first answer of a name server */
    TRIES = 2, /* of each name server */
};

/* ---- the child: it asks ---- */

static enum dns_end ask_servers(const char *name, enum dns_type type, struct dns_answer *answer)
{
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) {
        return DNS_SILENT;
    }
    state.retrans = WAIT;
    state.retry = TRIES;
    state.options |= RES_USE_EDNS0; /* long answers come without a connection */
    int length = res_nquery(&state, name, ns_c_in, (int)type, answer->bytes, DNS_ANSWER_MAX);
    int why_not = state.res_h_errno;
    res_nclose(&state);
    answer->length = length > 0 ? MIN((size_t)length, DNS_ANSWER_MAX) : 0;
    return length > 0                                        ? DNS_ANSWERED
           : why_not == HOST_NOT_FOUND || why_not == NO_DATA ? DNS_NOTHING
                                                             : DNS_SILENT;
}

/* Asks, writes the answer to `pipe`, and ends the process. Its exit code is the enum dns_end that
 * tells the parent whether a name server answered. */
static void answer_parent(const char *name, enum dns_type type, int pipe, struct dns_answer *answer)
{
    enum dns_end end = ask_servers(name, type, answer);
    size_t written = 0;
    while (written < answer->length) {
        ssize_t more =
            TEMP_FAILURE_RETRY(write(pipe, answer->bytes + written, answer->length - written));
        if (more <= 0) {
            _exit(DNS_SILENT);
        }
        written += (size_t)more;
    }
    _exit((int)end);
}

/* ---- the parent: it waits no longer than it has to ---- */

/* Reads what the child writes, until it ends. False if time is up before. */
static bool gather(int pipe, gint64 until, struct dns_answer *answer)
{
    while (answer->length < DNS_ANSWER_MAX) {
        struct pollfd poll_for = { .fd = pipe, .events = POLLIN };
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        if (left <= 0 || TEMP_FAILURE_RETRY(poll(&poll_for, 1, (int)left)) <= 0) {
            return false;
        }
        ssize_t more = TEMP_FAILURE_RETRY(
            read(pipe, answer->bytes + answer->length, DNS_ANSWER_MAX - answer->length));
        if (more <= 0) {
            return more == 0;
        }
        answer->length += (size_t)more;
    }
    return true;
}

enum dns_end dns_ask(const char *name, enum dns_type type, gint64 until, struct dns_answer *answer)
{
    int ends[2], status = 0;
    answer->length = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return DNS_SILENT;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        answer_parent(name, type, ends[1], answer);
    }
    close(ends[1]);
    bool whole = child > 0 && gather(ends[0], until, answer);
    close(ends[0]);
    if (child > 0 && !whole) {
        kill(child, SIGKILL);
    }
    bool ended =
        child > 0 && TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) == child && WIFEXITED(status);
    enum dns_end end = whole && ended ? (enum dns_end)WEXITSTATUS(status) : DNS_SILENT;
    answer->length = end == DNS_ANSWERED ? answer->length : 0;
    return end;
}
