/* Locks: one holder, named to those who wait, and free once the holder is gone. */
#include "base/files.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "tests/unit/folder.h"

static char *lock_path(const char *folder)
{
    return g_build_filename(folder, "lock", NULL);
}

/* A process that takes the lock, writes one byte to the pipe, and holds the
 * lock until it is killed or `milliseconds` are over. */
static pid_t start_holder(const char *path, int milliseconds)
{
    int ends[2];
    g_assert_cmpint(pipe(ends), ==, 0);
    pid_t process = fork();
    g_assert_cmpint(process, >=, 0);
    if (process == 0) {
        struct lock *lock = lock_take(path, "run", 0, NULL, NULL);
        if (lock == NULL || write(ends[1], "x", 1) != 1) {
            _exit(1);
        }
        g_usleep((gulong)milliseconds * 1000);
        _exit(0);
    }
    char byte;
    close(ends[1]);
    g_assert_cmpint(read(ends[0], &byte, 1), ==, 1);
    close(ends[0]);
    return process;
}

static void end_holder(pid_t process)
{
    kill(process, SIGKILL);
    g_assert_cmpint(waitpid(process, NULL, 0), ==, process);
}

static void test_take(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *path = lock_path(folder);
    bool busy = true;
    g_autoptr(GError) error = NULL;
    struct lock *lock = lock_take(path, "process", 0, &busy, &error);
    g_assert_no_error(error);
    g_assert_nonnull(lock);
    g_assert_false(busy);
    g_autofree char *text = folder_get(folder, "lock");
    g_autofree char *expected = g_strdup_printf("%d process\n", (int)getpid());
    g_assert_cmpstr(text, ==, expected);
    struct stat status;
    g_assert_cmpint(stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 07777, ==, 0600);

    lock_free(lock);
    g_assert_cmpint(stat(path, &status), ==, 0);
    lock = lock_take(path, "send", 0, NULL, NULL);
    g_assert_nonnull(lock);
    g_autofree char *shorter = folder_get(folder, "lock");
    g_autofree char *shorter_expected = g_strdup_printf("%d send\n", (int)getpid());
    g_assert_cmpstr(shorter, ==, shorter_expected);
    lock_free(lock);
    lock_free(NULL);
}

static void test_busy(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *path = lock_path(folder);
    pid_t holder = start_holder(path, 60000);
    bool busy = false;
    g_autoptr(GError) error = NULL;
    g_assert_null(lock_take(path, "send", 0, &busy, &error));
    g_assert_true(busy);
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_autofree char *name = g_strdup_printf("process %d run", (int)holder);
    g_assert_nonnull(strstr(error->message, name));
    end_holder(holder);
}

static void test_holder_killed(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *path = lock_path(folder);
    end_holder(start_holder(path, 60000));
    g_autoptr(Lock) lock = lock_take(path, "run", 0, NULL, NULL);
    g_assert_nonnull(lock);
}

static void test_wait(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *path = lock_path(folder);
    pid_t holder = start_holder(path, 300);
    g_autoptr(Lock) lock = lock_take(path, "verify", 20, NULL, NULL);
    g_assert_nonnull(lock);
    end_holder(holder);
}

static void test_wait_ends(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *path = lock_path(folder);
    pid_t holder = start_holder(path, 60000);
    gint64 began = g_get_monotonic_time();
    g_assert_null(lock_take(path, "verify", 1, NULL, NULL));
    gint64 waited = g_get_monotonic_time() - began;
    g_assert_cmpint(waited, >=, G_USEC_PER_SEC);
    g_assert_cmpint(waited, <, 20 * G_USEC_PER_SEC);
    end_holder(holder);
}

static void test_cannot_open(void)
{
    bool busy = true;
    g_autoptr(GError) error = NULL;
    g_assert_null(lock_take("/nonexistent/lock", "run", 0, &busy, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_false(busy);
}

/* The name in the file is another process's word: nothing in it reaches a
 * terminal as more than text. */
static void test_odd_name(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *path = lock_path(folder);
    pid_t holder = start_holder(path, 60000);
    int file = g_open(path, O_WRONLY | O_TRUNC, 0);
    g_assert_cmpint(write(file, "\377\n", 2), ==, 2);
    close(file);
    g_autoptr(GError) error = NULL;
    g_assert_null(lock_take(path, "run", 0, NULL, &error));
    g_assert_true(g_utf8_validate(error->message, -1, NULL));

    g_assert_cmpint(truncate(path, 0), ==, 0);
    g_clear_error(&error);
    g_assert_null(lock_take(path, "run", 0, NULL, &error));
    g_assert_nonnull(strstr(error->message, "another process"));
    end_holder(holder);
}

/* The holder sees that another process waits, until that has the lock or has given up. */
static void test_awaited(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autofree char *path = lock_path(folder);
    struct lock *lock = lock_take(path, "run", 0, NULL, NULL);
    g_assert_nonnull(lock);
    g_assert_false(lock_is_awaited(lock));
    pid_t waiting = fork();
    g_assert_cmpint(waiting, >=, 0);
    if (waiting == 0) {
        lock_free(lock); /* ours alone: the parent keeps the lock */
        lock = lock_take(path, "hold", 30, NULL, NULL);
        _exit(lock != NULL && !lock_is_awaited(lock) ? 0 : 1);
    }
    while (!lock_is_awaited(lock)) {
        g_usleep(1000);
    }
    lock_free(lock);
    int status;
    g_assert_cmpint(waitpid(waiting, &status, 0), ==, waiting);
    g_assert_cmpint(status, ==, 0);
    lock = lock_take(path, "run", 0, NULL, NULL);
    g_assert_nonnull(lock);
    g_assert_false(lock_is_awaited(lock));
    lock_free(lock);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lock/take", test_take);
    g_test_add_func("/lock/busy", test_busy);
    g_test_add_func("/lock/holder-killed", test_holder_killed);
    g_test_add_func("/lock/wait", test_wait);
    g_test_add_func("/lock/wait-ends", test_wait_ends);
    g_test_add_func("/lock/cannot-open", test_cannot_open);
    g_test_add_func("/lock/odd-name", test_odd_name);
    g_test_add_func("/lock/awaited", test_awaited);
    return g_test_run();
}
