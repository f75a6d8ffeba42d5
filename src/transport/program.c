#include "transport/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/sanitized.h"

char *program_path(const char *name)
{
    char *path = g_find_program_in_path(name);
    g_autofree char *usual = g_build_filename("/usr/sbin", name, NULL);
    return path != NULL ? path : g_find_program_in_path(usual);
}

/* A file without a name that holds the bytes; NULL: it is empty. Unlike a pipe it neither
 * fills up nor breaks if the program does not read. -1 with the error. */
static int make_file(GBytes *bytes, GError **error)
{
    size_t length = 0;
    const char *text = bytes != NULL ? g_bytes_get_data(bytes, &length) : NULL;
    g_auto(Descriptor) file = memfd_create("letter", MFD_CLOEXEC);
    if (file < 0 || !file_write(file, text, length) || lseek(file, 0, SEEK_SET) != 0) {
        file_fault("a file for a program's input or output", "cannot be made", error);
        return -1;
    }
    return descriptor_steal(&file);
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

/* True if the program has ended. It is not reaped, so that the number of its process group stays
 * valid. */
static bool has_ended(pid_t process)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process;
}

/* Waits until the program ends. False if the time is over first. */
static bool ends_within(pid_t process, int milliseconds)
{
    const gint64 began = g_get_monotonic_time(), until = began + (gint64)milliseconds * 1000;
    for (gint64 now = began; !has_ended(process); now = g_get_monotonic_time()) {
        if (now >= until) {
            return false;
        }
        /* Sleeps an eighth of the time passed: a quick program is noticed at once, a slow one
         * costs few wake-ups. */
        g_usleep((gulong)CLAMP((now - began) / 8, 200, 50000));
    }
    return true;
}

/* Starts the program; false with the error. */
static bool begin(char *const *argv, int input, int output, pid_t *process, GError **error)
{
    /* If SIGCHLD is ignored, the system reaps the program and we cannot learn how it ended. */
    signal(SIGCHLD, SIG_DFL);
    const int number = start(argv, input, output, process);
    if (number != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: cannot be started: %s",
                    argv[0], g_strerror(number));
    }
    return number == 0;
}

/* Reaps a program that has ended or was killed because it was `late`. False with the error unless
 * it ended with 0. */
static bool reap(pid_t process, const char *name, bool late, GError **error)
{
    int status = -1;
    TEMP_FAILURE_RETRY(waitpid(process, &status, 0));
    if (late) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: did not end in time and was killed", name);
    } else if (WIFSIGNALED(status)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: was ended by signal %d", name,
                    WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: ended with exit code %d",
                    name, WEXITSTATUS(status));
    }
    return !late && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The first `most` bytes of a file. Free with g_bytes_unref. */
static GBytes *beginning(int file, size_t most)
{
    g_autofree char *printed = g_malloc(most);
    ssize_t length = TEMP_FAILURE_RETRY(pread(file, printed, most, 0));
    return g_bytes_new(printed, length > 0 ? (gsize)length : 0);
}

/* Runs it with the input, and with `output` as its own; -1: /dev/null. */
static bool run(char *const *argv, GBytes *input, int output, int milliseconds, GError **error)
{
    pid_t process;
    g_auto(Descriptor) file = make_file(input, error);
    if (file < 0 || !begin(argv, file, output, &process, error)) {
        return false;
    }
    bool late = !ends_within(process, milliseconds);
    if (late) {
        kill(-process, SIGTERM);
        ends_within(process, PROGRAM_GRACE_MILLISECONDS);
        kill(-process, SIGKILL);
    }
    return reap(process, argv[0], late, error);
}

bool program_run(char *const *argv, GBytes *input, int milliseconds, GError **error)
{
    return run(argv, input, -1, milliseconds, error);
}

GBytes *program_read(char *const *argv, size_t most, int milliseconds, GError **error)
{
    g_auto(Descriptor) output = make_file(NULL, error);
    return output >= 0 && run(argv, NULL, output, milliseconds, error) ? beginning(output, most)
                                                                       : NULL;
}

/* ---- several at once ---- */

/* A program that is asked, while it runs. */
struct running {
    struct asked_program *asked; /* NULL: nothing runs in this place */
    pid_t process;
    int output;   /* a file */
    gint64 until; /* monotonic time; it is killed then */
};

/* Limits each process of a program, which has just begun: what it uses until then counts, too. */
static void limit(pid_t process, int milliseconds)
{
    const struct {
        __rlimit_resource_t resource;
        rlim_t most;
    } limits[] = { { RLIMIT_DATA, (rlim_t)PROGRAM_MEMORY_MOST << 20 },
                   { RLIMIT_FSIZE, (rlim_t)PROGRAM_FILE_MOST << 20 },
                   { RLIMIT_CPU, (rlim_t)milliseconds / 1000 + 1 },
                   { RLIMIT_CORE, 0 } };
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        struct rlimit now;
        if (SANITIZED && limits[i].resource == RLIMIT_DATA) {
            continue;
        }
        if (prlimit(process, limits[i].resource, NULL, &now) == 0) {
            now.rlim_max = MIN(now.rlim_max, limits[i].most);
            now.rlim_cur = MIN(now.rlim_cur, now.rlim_max);
            prlimit(process, limits[i].resource, &now, NULL);
        }
    }
}

/* Starts a program in a free place. If it cannot be started, sets its error and leaves the place
 * free. */
static void ask(struct running *place, struct asked_program *asked)
{
    g_auto(Descriptor) input = make_file(asked->input, &asked->error);
    g_auto(Descriptor) output = input >= 0 ? make_file(NULL, &asked->error) : -1;
    if (output >= 0 && begin(asked->argv, input, output, &place->process, &asked->error)) {
        limit(place->process, asked->milliseconds);
        place->asked = asked;
        place->output = descriptor_steal(&output); /* `finish` closes it */
        place->until = g_get_monotonic_time() + (gint64)asked->milliseconds * 1000;
    }
}

/* Ends a program with all that it has started, and frees its place. */
static void finish(struct running *place, bool late, bool stopped, size_t most)
{
    struct asked_program *asked = place->asked;
    kill(-place->process, SIGKILL);
    if (reap(place->process, asked->argv[0], late, stopped ? NULL : &asked->error)) {
        asked->printed = beginning(place->output, most);
    }
    close(place->output);
    place->asked = NULL;
}

void program_ask(struct asked_program *programs, size_t count, size_t at_once, size_t most,
                 bool (*stop)(void))
{
    const size_t places = MIN(at_once, count);
    g_autofree struct running *running = g_new0(struct running, MAX(places, 1));
    size_t next = 0, busy = 0;
    gulong sleep = 0; /* microseconds */
    while (busy > 0 || next < count) {
        const bool stopped = stop != NULL && stop();
        next = stopped ? count : next;
        bool moved = false;
        for (size_t i = 0; i < places; i++) {
            struct running *place = &running[i];
            const bool ended = place->asked != NULL && has_ended(place->process);
            const bool late = place->asked != NULL && !ended &&
                              (stopped || g_get_monotonic_time() >= place->until);
            if (ended || late) {
                finish(place, late, stopped && late, most);
                busy--;
                moved = true;
            }
            if (place->asked == NULL && next < count) {
                ask(place, &programs[next++]);
                busy += place->asked != NULL ? 1 : 0;
                moved = true;
            }
        }
        sleep = moved ? 200 : MIN(sleep * 2, 10000);
        g_usleep(sleep);
    }
}
