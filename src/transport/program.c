#include "transport/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "transport/disk.h"

/* A file without a name that holds the bytes; NULL: it is empty. Unlike a pipe it neither
 * fills up nor breaks if the program does not read. -1 with the error. */
static int make_file(GBytes *bytes, GError **error)
{
    size_t length = 0;
    const char *text = bytes != NULL ? g_bytes_get_data(bytes, &length) : NULL;
    int file = memfd_create("letter", MFD_CLOEXEC);
    if (file >= 0 && disk_write(file, text, length) && lseek(file, 0, SEEK_SET) == 0) {
        return file;
    }
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                "cannot make a file for a program's input or output: %s", g_strerror(errno));
    if (file >= 0) {
        close(file);
    }
    return -1;
}

/* Sets one of the program's standard files to one of ours, or to /dev/null if that is -1. */
static void give_file(posix_spawn_file_actions_t *actions, int number, int ours)
{
    if (ours >= 0) {
        posix_spawn_file_actions_adddup2(actions, ours, number);
    } else {
        posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0);
    }
}

/* Starts the program. Returns an errno value, 0 for success. */
static int start(char *const *argv, int input, int output, pid_t *process)
{
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    give_file(&actions, STDIN_FILENO, input);
    give_file(&actions, STDOUT_FILENO, output);
    give_file(&actions, STDERR_FILENO, -1);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);

    int number = posix_spawnp(process, argv[0], &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return number;
}

/* Waits until the program ends, but does not reap it, so that the number of its process group
 * stays valid. False if the time is over first. */
static bool ends_within(pid_t process, int milliseconds)
{
    gint64 began = g_get_monotonic_time(), until = began + (gint64)milliseconds * 1000;
    for (;;) {
        siginfo_t info = { 0 };
        if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == process) {
            return true;
        }
        gint64 now = g_get_monotonic_time();
        if (now >= until) {
            return false;
        }
        /* Sleeps an eighth of the time passed: a quick program is noticed at once, a slow one
         * costs few wake-ups. */
        g_usleep((gulong)CLAMP((now - began) / 8, 200, 50000));
    }
}

/* Runs it with `input` and `output` as its own; -1: /dev/null. */
static bool run(char *const *argv, int input, int output, int milliseconds, GError **error)
{
    /* If SIGCHLD is ignored, the system reaps the program and we cannot learn how it ended. */
    signal(SIGCHLD, SIG_DFL);
    pid_t process;
    int number = start(argv, input, output, &process);
    if (number != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: cannot be started: %s",
                    argv[0], g_strerror(number));
        return false;
    }
    bool late = !ends_within(process, milliseconds);
    if (late) {
        kill(-process, SIGTERM);
        ends_within(process, PROGRAM_GRACE_MILLISECONDS);
        kill(-process, SIGKILL);
    }
    int status = -1;
    TEMP_FAILURE_RETRY(waitpid(process, &status, 0));
    if (late) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: did not end in time and was killed", argv[0]);
    } else if (WIFSIGNALED(status)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: was ended by signal %d",
                    argv[0], WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: ended with exit code %d",
                    argv[0], WEXITSTATUS(status));
    } else {
        return true;
    }
    return false;
}

bool program_run(char *const *argv, GBytes *input, int milliseconds, GError **error)
{
    int file = make_file(input, error);
    if (file < 0) {
        return false;
    }
    bool done = run(argv, file, -1, milliseconds, error);
    close(file);
    return done;
}

GBytes *program_read(char *const *argv, size_t most, int milliseconds, GError **error)
{
    int file = make_file(NULL, error);
    if (file < 0) {
        return NULL;
    }
    GBytes *bytes = NULL;
    if (run(argv, -1, file, milliseconds, error)) {
        g_autofree char *printed = g_malloc(most);
        ssize_t length = TEMP_FAILURE_RETRY(pread(file, printed, most, 0));
        bytes = g_bytes_new(printed, length > 0 ? (gsize)length : 0);
    }
    close(file);
    return bytes;
}
