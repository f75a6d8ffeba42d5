/* The hook: a letter in a folder, a letter given to a program. */
#include "transport/hook.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "tests/unit/folder.h"
#include "transport/program.h"

static GBytes *letter(const char *text)
{
    return g_bytes_new(text, strlen(text));
}

/* One letter through a hook of its own. */
static enum delivery send_one(const struct config *config, gint64 id, const char *sender,
                              const char *recipient, GBytes *bytes, GError **error)
{
    g_autoptr(Hook) hook = hook_open(config, NULL);
    const struct delivery_letter letter = { id, sender, recipient, bytes };
    return hook_send(hook, &letter, NULL, error);
}

/* ---- folder ---- */

static void test_folder(void)
{
    g_autoptr(Folder) scratch = folder_new();
    g_autofree char *folder = g_build_filename(scratch, "a", "out", NULL);
    struct config config = { .hook_folder = folder };
    g_autoptr(GBytes) bytes = letter("Subject: hello\n\nboard\n");
    /* A letter may go out twice; and what a dead sender left is no obstacle. */
    for (int i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        g_assert_cmpint(send_one(&config, 42, "turns+b.42.abcd2345@example.org", "ann@example.net",
                                 bytes, &error),
                        ==, DELIVERY_DONE);
        g_assert_no_error(error);
        g_autofree char *text = folder_get(folder, "00000042.eml");
        g_assert_cmpstr(text, ==,
                        "Return-Path: <turns+b.42.abcd2345@example.org>\n"
                        "Delivered-To: ann@example.net\n"
                        "Subject: hello\n\nboard\n");
        g_assert_cmpint(folder_count(scratch, "a/out"), ==, 1);
        folder_put(folder, ".00000042.tmp",
                   "a longer text than the letter has, left by a sender "
                   "that was killed before it could rename its file, "
                   "padded so that a missing truncation would show");
    }
    g_autofree char *path = g_build_filename(folder, "00000042.eml", NULL);
    struct stat status;
    g_assert_cmpint(stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 07777, ==, 0600);
}

static void test_folder_null_sender(void)
{
    g_autoptr(Folder) folder = folder_new();
    struct config config = { .hook_folder = folder };
    g_autoptr(GBytes) bytes = letter("\n");
    g_assert_cmpint(send_one(&config, 123456789, "", "ann@example.net", bytes, NULL), ==,
                    DELIVERY_DONE);
    g_autofree char *text = folder_get(folder, "123456789.eml");
    g_assert_cmpstr(text, ==, "Return-Path: <>\nDelivered-To: ann@example.net\n\n");
}

static void test_folder_fails(void)
{
    g_autoptr(Folder) scratch = folder_new();
    folder_put(scratch, "file", "");
    g_autofree char *folder = g_build_filename(scratch, "file", NULL);
    struct config config = { .hook_folder = folder };
    g_autoptr(GBytes) bytes = letter("\n");
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(send_one(&config, 1, "", "ann@example.net", bytes, &error), ==, DELIVERY_LATER);
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_null(strstr(error->message, "ann@"));
}

static void test_envelope_refused(void)
{
    g_autoptr(Folder) folder = folder_new();
    struct config config = { .hook_folder = folder };
    g_autoptr(GBytes) bytes = letter("\n");
    static const char *const unfit[] = { "a@example.net\nX: y", "a@example.net\r",
                                         "a b@example.net",     "<a@example.net>",
                                         "-oX@example.net",     "\303\251@x.test",
                                         "a\t@example.net",     "a\177@example.net" };
    for (size_t i = 0; i < G_N_ELEMENTS(unfit); i++) {
        g_autoptr(GError) as_recipient = NULL, as_sender = NULL;
        g_assert_cmpint(send_one(&config, 7, "", unfit[i], bytes, &as_recipient), ==,
                        DELIVERY_REFUSED);
        g_assert_error(as_recipient, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
        g_assert_cmpint(send_one(&config, 7, unfit[i], "ann@example.net", bytes, &as_sender), ==,
                        DELIVERY_REFUSED);
        g_assert_error(as_sender, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
        g_assert_null(strstr(as_recipient->message, "example.net"));
    }
    g_assert_cmpint(send_one(&config, 7, "", "", bytes, NULL), ==, DELIVERY_REFUSED);
    g_assert_cmpint(folder_count(folder, ""), ==, 0);
}

/* ---- command ---- */

/* A program that writes its arguments and its input into the folder. */
static char *recorder(const char *folder)
{
    g_autofree char *script =
        g_strdup_printf("#!/bin/sh\n"
                        "for argument do echo \"[$argument]\"; done > '%s/arguments'\n"
                        "cat > '%s/input'\n"
                        "echo noise; echo noise >&2\n",
                        folder, folder);
    folder_put(folder, "recorder", script);
    char *path = g_build_filename(folder, "recorder", NULL);
    g_assert_cmpint(g_chmod(path, 0700), ==, 0);
    return path;
}

static void test_command(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *program = recorder(folder);
    char *argv[] = { program,
                     (char *)"-f{sender}",
                     (char *)"--",
                     (char *)"{recipient}",
                     (char *)"$HOME `id`; {sender}{recipient}",
                     NULL };
    struct config config = { .hook_argv = argv };
    g_autoptr(GString) text = g_string_new("Subject: long\n\n");
    for (int i = 0; i < 50000; i++) {
        g_string_append(text, "A line of a letter longer than any pipe.\n");
    }
    g_autoptr(GBytes) bytes = letter(text->str);
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(
        send_one(&config, 1, "{recipient}@example.org", "ann@example.net", bytes, &error), ==,
        DELIVERY_DONE);
    g_assert_no_error(error);
    g_autofree char *arguments = folder_get(folder, "arguments");
    g_assert_cmpstr(arguments, ==,
                    "[-f{recipient}@example.org]\n[--]\n[ann@example.net]\n"
                    "[$HOME `id`; {recipient}@example.organn@example.net]\n");
    g_autofree char *input = folder_get(folder, "input");
    g_assert_cmpstr(input, ==, text->str);
}

static bool run_shell(const char *script, int milliseconds, GError **error)
{
    g_autoptr(GBytes) bytes = letter("letter\n");
    char *argv[] = { (char *)"sh", (char *)"-c", (char *)script, NULL };
    return program_run(argv, bytes, milliseconds, error);
}

static void assert_fails(const char *script, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(run_shell(script, 10000, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, words));
}

static void test_command_fails(void)
{
    assert_fails("exit 1", "exit code 1");
    assert_fails("exit 75", "exit code 75");
    assert_fails("kill -SEGV $$", "signal 11");

    g_autoptr(GBytes) bytes = letter("");
    char *argv[] = { (char *)"/nonexistent/sendmail", (char *)"ann@example.net", NULL };
    g_autoptr(GError) error = NULL;
    g_assert_false(program_run(argv, bytes, 1000, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "/nonexistent/sendmail"));
    g_assert_null(strstr(error->message, "ann@"));
}

static void test_command_that_does_not_read(void)
{
    g_assert_true(run_shell("exit 0", 10000, NULL));
    g_assert_true(run_shell("exec 0<&-; exit 0", 10000, NULL));
}

/* True if the process of that number is alive; one that is dead but not yet reaped has state Z. */
static bool lives_now(pid_t process)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)process);
    g_autofree char *stat = NULL;
    return g_file_get_contents(path, &stat, NULL, NULL) && strstr(stat, ") Z ") == NULL;
}

/* True if the process whose number is in FOLDER/NAME is still alive after two seconds: on a busy
 * machine a killed process takes its time to die. */
static bool lives(const char *folder, const char *name)
{
    g_autofree char *text = folder_get(folder, name);
    g_assert_nonnull(text);
    pid_t process = (pid_t)g_ascii_strtoll(text, NULL, 10);
    gint64 until = g_get_monotonic_time() + 2 * G_USEC_PER_SEC;
    while (lives_now(process) && g_get_monotonic_time() < until) {
        g_usleep(10000);
    }
    return lives_now(process);
}

static void test_command_late(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *script = g_strdup_printf(
        "sleep 60 & echo $! > '%s/child'; echo $$ > '%s/self'; wait", folder, folder);
    g_autoptr(GError) error = NULL;
    gint64 began = g_get_monotonic_time();
    g_assert_false(run_shell(script, 1500, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "in time"));
    g_assert_cmpint(g_get_monotonic_time() - began, <, 20 * G_USEC_PER_SEC);
    g_assert_false(lives(folder, "self"));
    g_assert_false(lives(folder, "child"));
}

static void test_command_deaf(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *script =
        g_strdup_printf("trap '' TERM; echo $$ > '%s/self'; while :; do sleep 1; done", folder);
    g_autoptr(GError) error = NULL;
    g_assert_false(run_shell(script, 1500, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_false(lives(folder, "self"));
}

static void test_command_in_the_background(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *script = g_strdup_printf("sleep 5 & echo $! > '%s/child'; exit 0", folder);
    gint64 began = g_get_monotonic_time();
    g_assert_true(run_shell(script, 10000, NULL));
    g_assert_cmpint(g_get_monotonic_time() - began, <, 4 * G_USEC_PER_SEC);
    g_assert_true(lives(folder, "child"));
}

static void test_command_signals(void)
{
    /* Neither what the caller ignores nor what it blocks is handed on. */
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    assert_fails("exit 3", "exit code 3");
    assert_fails("kill -PIPE $$", "signal 13");
    signal(SIGPIPE, SIG_DFL);
}

static void test_command_descriptors(void)
{
    /* A descriptor without O_CLOEXEC, as a library might have left. */
    int descriptor = dup(STDERR_FILENO);
    g_assert_cmpint(descriptor, >, STDERR_FILENO);
    g_assert_true(run_shell("for d in /proc/self/fd/*; do n=${d##*/}; "
                            "[ $n -gt 2 ] && [ -e /proc/$$/fd/$n ] && exit 1; done; exit 0",
                            10000, NULL));
    close(descriptor);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hook/folder", test_folder);
    g_test_add_func("/hook/folder-null-sender", test_folder_null_sender);
    g_test_add_func("/hook/folder-fails", test_folder_fails);
    g_test_add_func("/hook/envelope-refused", test_envelope_refused);
    g_test_add_func("/hook/command", test_command);
    g_test_add_func("/hook/command-fails", test_command_fails);
    g_test_add_func("/hook/command-that-does-not-read", test_command_that_does_not_read);
    g_test_add_func("/hook/command-late", test_command_late);
    g_test_add_func("/hook/command-deaf", test_command_deaf);
    g_test_add_func("/hook/command-in-the-background", test_command_in_the_background);
    g_test_add_func("/hook/command-signals", test_command_signals);
    g_test_add_func("/hook/command-descriptors", test_command_descriptors);
    return g_test_run();
}
