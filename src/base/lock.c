#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

struct lock {
    int fd;
    char *brief; /* the path of a file that is removed with the lock; NULL: it stays */
};

/* "PID COMMAND" as the holder wrote it; NULL if it wrote nothing yet. */
static char *signature(int fd)
{
    char line[128];
    ssize_t length = pread(fd, line, sizeof(line) - 1, 0);
    if (length <= 0) {
        return NULL;
    }
    line[length] = '\0';
    return g_utf8_make_valid(g_strstrip(line), -1);
}

/* The same for the message. */
static char *holder(int fd)
{
    g_autofree char *signed_as = signature(fd);
    return signed_as != NULL ? g_strdup_printf("process %s", signed_as)
                             : g_strdup("another process");
}

static void sign(int fd, const char *command)
{
    g_autofree char *line = g_strdup_printf("%d %s\n", (int)getpid(), command);
    /* The holder's name only helps a person who waits: failing here does no harm. */
    if (ftruncate(fd, 0) != 0 || pwrite(fd, line, strlen(line), 0) < 0) {
        g_debug("cannot sign the lock: %s", g_strerror(errno));
    }
}

/* Tells the holder that we wait for the lock, or no longer do. If that fails, the holder lets
 * nobody in before its time, and we wait longer. */
static void mark_waiting(int fd, bool waiting)
{
    struct flock mark = { .l_type = waiting ? F_RDLCK : F_UNLCK, .l_whence = SEEK_SET, .l_len = 1 };
    if (fcntl(fd, F_OFD_SETLK, &mark) != 0) {
        g_debug("cannot mark the lock: %s", g_strerror(errno));
    }
}

struct lock *lock_take(const char *path, const char *command, int seconds, bool *busy,
                       GError **error)
{
    if (busy != NULL) {
        *busy = false;
    }
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: cannot open the lock: %s",
                    path, g_strerror(errno));
        return NULL;
    }
    gint64 until = g_get_monotonic_time() + (gint64)seconds * G_USEC_PER_SEC;
    bool waits = false;
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: cannot lock: %s", path,
                        g_strerror(errno));
            close(fd);
            return NULL;
        }
        if (g_get_monotonic_time() >= until) {
            g_autofree char *who = holder(fd);
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                        "%s: held by %s; try again when it has finished", path, who);
            if (busy != NULL) {
                *busy = true;
            }
            close(fd);
            return NULL;
        }
        if (!waits) {
            mark_waiting(fd, true);
            waits = true;
        }
        g_usleep(LOCK_LOOK);
    }
    if (waits) {
        mark_waiting(fd, false);
    }
    sign(fd, command);
    struct lock *lock = g_new(struct lock, 1);
    *lock = (struct lock){ .fd = fd };
    return lock;
}

/* True if the open file still has that name. */
static bool has_name(int fd, const char *path)
{
    struct stat open_file, named;
    return fstat(fd, &open_file) == 0 && lstat(path, &named) == 0 &&
           open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

struct lock *lock_take_brief(const char *path, const char *command, GError **error)
{
    g_autoptr(Lock) lock = lock_take(path, command, 0, NULL, error);
    if (lock == NULL) {
        return NULL;
    }
    /* Another process removed the file after we had opened it: a third may lock a new one. */
    if (!has_name(lock->fd, path)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: was held by another process until now; try again", path);
        return NULL;
    }
    lock->brief = g_strdup(path);
    return g_steal_pointer(&lock);
}

char *lock_holder(const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        return NULL;
    }
    bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    char *who = held ? signature(fd) : NULL;
    close(fd);
    return held && who == NULL ? g_strdup("?") : who;
}

bool lock_is_awaited(const struct lock *lock)
{
    struct flock mark = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
    return fcntl(lock->fd, F_OFD_GETLK, &mark) == 0 && mark.l_type != F_UNLCK;
}

void lock_free(struct lock *lock)
{
    if (lock != NULL) {
        if (lock->brief != NULL) {
            unlink(lock->brief);
        }
        close(lock->fd);
        g_free(lock->brief);
        g_free(lock);
    }
}
