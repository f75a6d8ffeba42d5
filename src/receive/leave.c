#include "receive/leave.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A signal handler is given nothing, so what it removes is kept here. */
static int unfinished_folder;
static const char *volatile unfinished;

static _Noreturn void clean_up_and_leave(void)
{
    if (unfinished != NULL) {
        unlinkat(unfinished_folder, unfinished, 0);
    }
    _exit(LEAVE_LATER);
}

static void on_signal(int number)
{
    (void)number;
    clean_up_and_leave();
}

void leave_guard(void)
{
    static const int deadly[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP,   SIGABRT, SIGBUS,
                                  SIGFPE,  SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE,   SIGALRM, SIGTERM,
                                  SIGXCPU, SIGIO,   SIGPWR,  SIGSYS,  SIGVTALRM, SIGPROF };
    /* A stack that overflowed has no room for its own handler. */
    static char stack_of_handler[16 * 1024];
    stack_t stack = { .ss_sp = stack_of_handler, .ss_size = sizeof(stack_of_handler) };
    sigaltstack(&stack, NULL);

    struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof(deadly) / sizeof(deadly[0]); i++) {
        sigaction(deadly[i], &action, NULL);
    }
    /* A limit on file size then fails the write, which says so in words. */
    signal(SIGXFSZ, SIG_IGN);

    /* A caller may have left signals blocked; a blocked crash kills at once. */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

void leave_removes(int folder, const char *path)
{
    unfinished_folder = folder;
    unfinished = path;
}

void leave_undisturbed(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}

_Noreturn void leave_later(const char *status, const char *what, int error)
{
    char line[1024];
    int length = error == 0
                     ? snprintf(line, sizeof(line), "%s %s\n", status, what)
                     : snprintf(line, sizeof(line), "%s %s: %s\n", status, what, strerror(error));
    if (length >= (int)sizeof(line)) {
        length = (int)sizeof(line) - 1;
        line[length - 1] = '\n';
    }
    /* Nobody may be listening, and the exit code says it all the same. */
    ssize_t written = write(STDERR_FILENO, line, (size_t)length);
    (void)written;
    clean_up_and_leave();
}
