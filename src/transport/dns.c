#include "transport/dns.h"

#include <arpa/nameser.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"

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

/* Asks, writes the answer to `pipe`, and ends the process; after so many microseconds the timer
 * ends it. Its exit code is the enum dns_end that tells the parent whether a name server answered.
 */
static void answer_parent(const char *name, enum dns_type type, gint64 left, int pipe,
                          struct dns_answer *answer)
{
    const struct itimerval timer = { .it_value = { left / G_USEC_PER_SEC, left % G_USEC_PER_SEC } };
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_REAL, &timer, NULL);
    enum dns_end end = ask_servers(name, type, answer);
    _exit(file_write(pipe, (const char *)answer->bytes, answer->length) ? (int)end : DNS_SILENT);
}

/* ---- the parent ---- */

enum dns_end dns_ask(const char *name, enum dns_type type, gint64 until, struct dns_answer *answer)
{
    const gint64 left = until - g_get_monotonic_time();
    int ends[2], status = 0;
    answer->length = 0;
    if (left <= 0 || pipe2(ends, O_CLOEXEC) != 0) {
        return DNS_SILENT;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        answer_parent(name, type, left, ends[1], answer);
    }
    close(ends[1]);
    ssize_t more = 1;
    while (more > 0 && answer->length < DNS_ANSWER_MAX) {
        more = TEMP_FAILURE_RETRY(
            read(ends[0], answer->bytes + answer->length, DNS_ANSWER_MAX - answer->length));
        answer->length += (size_t)MAX(more, 0);
    }
    close(ends[0]);
    bool ended =
        child > 0 && TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) == child && WIFEXITED(status);
    enum dns_end end = ended ? (enum dns_end)WEXITSTATUS(status) : DNS_SILENT;
    answer->length = end == DNS_ANSWERED ? answer->length : 0;
    return end;
}
