/* Programs that are asked something: several at once, each with limits, and nothing of them stays.
 */
#include "transport/program.h"

#include <signal.h>
#include <string.h>

#include "base/sanitized.h"

enum { MOST = 100, WHILE = 20000 /* milliseconds */ };

static bool stops;

static bool stop(void)
{
    return stops;
}

/* The argument vector of a shell command. Free with g_strfreev. */
static char **shell(const char *command)
{
    const char *const argv[] = { "/bin/sh", "-c", command, NULL };
    return g_strdupv((char **)argv);
}

static struct asked_program asked(char *const *argv, int milliseconds)
{
    return (struct asked_program){ .argv = argv,
                                   .input = g_bytes_new_static("question", 8),
                                   .milliseconds = milliseconds };
}

/* What it printed, or the words of its error. Free with g_free. */
static char *outcome(struct asked_program *program)
{
    g_bytes_unref(program->input);
    if (program->printed != NULL) {
        gsize length;
        const char *bytes = g_bytes_get_data(program->printed, &length);
        char *text = g_strndup(length > 0 ? bytes : "", length);
        g_bytes_unref(program->printed);
        g_assert_no_error(program->error);
        return text;
    }
    char *words = program->error != NULL ? g_strdup(program->error->message) : g_strdup("stopped");
    g_clear_error(&program->error);
    return words;
}

static char *ask_one(const char *command, int milliseconds)
{
    g_auto(GStrv) argv = shell(command);
    struct asked_program program = asked(argv, milliseconds);
    program_ask(&program, 1, 1, MOST, NULL);
    return outcome(&program);
}

/* A program has begun before its limits are set. */
#define LIMITED "while [ \"$(ulimit -t)\" = unlimited ]; do :; done; sleep 0.1; "

static const struct {
    const char *command, *outcome;
} cases[] = {
    { "cat", "question" },
    { "true", "" },
    { "cat >/dev/null; echo one; echo two >&2", "one\n" },
    { "exit 3", "/bin/sh: ended with exit code 3" },
    { "echo move; exit 1", "/bin/sh: ended with exit code 1" },
    { "kill -KILL $$", "/bin/sh: was ended by signal 9" },
    { LIMITED "ulimit -d", SANITIZED ? "unlimited\n" : "1048576\n" },
    { LIMITED "ulimit -f", "32768\n" }, /* blocks of 512 bytes */
    { LIMITED "ulimit -c", "0\n" },
    { "ls /proc/self/fd | tr -d '\\n'", "0123" }, /* 3 is the folder */
};

static void test_outcomes(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *found = ask_one(cases[i].command, WHILE);
        g_assert_cmpstr(found, ==, cases[i].outcome);
    }
    g_autofree char *much = ask_one("head -c 5000 /dev/zero | tr '\\0' x", WHILE);
    g_assert_cmpuint(strlen(much), ==, MOST);
    g_autofree char *flood = ask_one("exec cat /dev/zero", WHILE);
    g_assert_nonnull(strstr(flood, "was ended by signal"));
    char *const missing[] = { (char *)"/nonexistent/program", NULL };
    struct asked_program program = asked(missing, WHILE);
    program_ask(&program, 1, 1, MOST, NULL);
    g_autofree char *absent = outcome(&program);
    g_assert_nonnull(strstr(absent, "cannot be started"));
}

static void test_late(void)
{
    const gint64 began = g_get_monotonic_time();
    g_autofree char *late = ask_one("sleep 100 & sleep 100", 200);
    g_assert_cmpstr(late, ==, "/bin/sh: did not end in time and was killed");
    g_assert_cmpint(g_get_monotonic_time() - began, <, (gint64)20 * G_USEC_PER_SEC);
}

/* What a program leaves running is killed with it. */
static void test_left_behind(void)
{
    g_autofree char *pid = ask_one("sleep 100 & echo $!", WHILE);
    const pid_t left = (pid_t)g_ascii_strtoll(pid, NULL, 10);
    g_assert_cmpint(left, >, 1);
    for (int i = 0; i < 1000 && kill(left, 0) == 0; i++) {
        /* A zombie that nobody has reaped yet is not running. */
        g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)left);
        g_autofree char *state = NULL;
        if (g_file_get_contents(path, &state, NULL, NULL) && strstr(state, ") Z ") != NULL) {
            return;
        }
        g_usleep(10000);
    }
    g_assert_cmpint(kill(left, 0), !=, 0);
}

/* The answers come to whoever was asked, also if there are more programs than places. */
static void test_several(void)
{
    enum { COUNT = 9 };
    struct asked_program programs[COUNT];
    char **argv[COUNT];
    for (int i = 0; i < COUNT; i++) {
        g_autofree char *command = g_strdup_printf("sleep 0.0%d; echo %d", COUNT - i, i);
        argv[i] = shell(command);
        programs[i] = asked(argv[i], WHILE);
    }
    program_ask(programs, COUNT, 2, MOST, NULL);
    for (int i = 0; i < COUNT; i++) {
        g_autofree char *found = outcome(&programs[i]);
        g_autofree char *wanted = g_strdup_printf("%d\n", i);
        g_assert_cmpstr(found, ==, wanted);
        g_strfreev(argv[i]);
    }
    program_ask(NULL, 0, 2, MOST, NULL);
}

/* If we are to stop, none is started, and none has failed. */
static void test_stopped(void)
{
    g_auto(GStrv) argv = shell("sleep 100");
    struct asked_program programs[2] = { asked(argv, WHILE), asked(argv, WHILE) };
    stops = true;
    program_ask(programs, 2, 2, MOST, stop);
    for (int i = 0; i < 2; i++) {
        g_autofree char *found = outcome(&programs[i]);
        g_assert_cmpstr(found, ==, "stopped");
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/program/outcomes", test_outcomes);
    g_test_add_func("/program/late", test_late);
    g_test_add_func("/program/left-behind", test_left_behind);
    g_test_add_func("/program/several", test_several);
    g_test_add_func("/program/stopped", test_stopped);
    return g_test_run();
}
