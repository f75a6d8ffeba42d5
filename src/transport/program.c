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

/* A file of no name that holds the bytes; -1 with errno. Unlike a pipe it
 * neither fills up nor breaks when the program does not read. */
static int input_file(GBytes *input)
{
    int file = memfd_create("letter", MFD_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    size_t length;
    const char *bytes = g_bytes_get_data(input, &length);
    if (!disk_write(file, bytes, length) || lseek(file, 0, SEEK_SET) != 0) {
        int number = errno;
        close(file);
        errno = number;
        return -1;
    }
    return file;
}

/* Starts the program; gives an errno value, 0 for success. */
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
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);

    int number = posix_spawnp(process, argv[0], &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return number;
}

/* Waits until the program ends, but leaves it unreaped, so that its process
 * group still bears its number. False if the time is over first. */
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
        /* Sleeps an eighth of what has passed: a quick program is noticed at
         * once, a slow one costs few wake-ups. */
        g_usleep((gulong)CLAMP((now - began) / 8, 200, 50000));
    }
}

/* Waits for the end and reaps it; a program that is late is killed, *late set. */
static int status_of(pid_t process, int milliseconds, bool *late)
{
    *late = !ends_within(process, milliseconds);
    if (*late) {
        kill(-process, SIGTERM);
        ends_within(process, PROGRAM_GRACE_MILLISECONDS);
        kill(-process, SIGKILL);
    }
    int status = -1;
    TEMP_FAILURE_RETRY(waitpid(process, &status, 0));
    return status;
}

static bool judge(const char *program, int status, bool late, GError **error)
{
    if (late) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: did not end in time and was killed", program);
    } else if (WIFSIGNALED(status)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: was ended by signal %d",
                    program, WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: ended with exit code %d",
                    program, WEXITSTATUS(status));
    } else {
        return true;
    }
    return false;
}

static bool no_file(const char *purpose, GError **error)
{
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                "cannot make a file for a program's %s: %s", purpose, g_strerror(errno));
    return false;
}

/* Runs it with `input` and `output` as its own. */
static bool run(char *const *argv, int input, int output, int milliseconds, GError **error)
{
    /* A caller that ignores SIGCHLD would have the system reap the program and
     * forget how it ended. */
    signal(SIGCHLD, SIG_DFL);
    pid_t process;
    int number = start(argv, input, output, &process);
    if (number != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: cannot be started: %s",
                    argv[0], g_strerror(number));
        return false;
    }
    bool late;
    int status = status_of(process, milliseconds, &late);
    return judge(argv[0], status, late, error);
}

bool program_run(char *const *argv, GBytes *input, int milliseconds, GError **error)
{
    int file = input_file(input);
    if (file < 0) {
        return no_file("input", error);
    }
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool done =
        nothing >= 0 ? run(argv, file, nothing, milliseconds, error) : no_file("output", error);
    close(file);
    if (nothing >= 0) {
        close(nothing);
    }
    return done;
}

/* The first `most` bytes of a file, from its beginning. */
static GBytes *bytes_of(int file, size_t most)
{
    g_autofree char *bytes = g_malloc(most);
    ssize_t length = TEMP_FAILURE_RETRY(pread(file, bytes, most, 0));
    return g_bytes_new(bytes, length > 0 ? (gsize)length : 0);
}

GBytes *program_read(char *const *argv, size_t most, int milliseconds, GError **error)
{
    int output = memfd_create("output", MFD_CLOEXEC);
    if (output < 0) {
        no_file("output", error);
        return NULL;
    }
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool done =
        nothing >= 0 ? run(argv, nothing, output, milliseconds, error) : no_file("input", error);
    GBytes *bytes = done ? bytes_of(output, most) : NULL;
    close(output);
    if (nothing >= 0) {
        close(nothing);
    }
    return bytes;
}
