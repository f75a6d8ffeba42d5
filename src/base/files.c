#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"

static const struct {
    const char *ending;
    unsigned kind;
} files[] = {
    { "", BESIDE_DATABASE },
    { "-wal", BESIDE_LOG },
    { BESIDE_JOURNAL, BESIDE_LOG },
    { BESIDE_SHM, BESIDE_SHARED },
    { BESIDE_LOCK_FETCH, BESIDE_LOCK },
    { BESIDE_LOCK_RUN, BESIDE_LOCK },
    { BESIDE_LOCK_SEND, BESIDE_LOCK },
    { BESIDE_LOCK_HOUSE, BESIDE_LOCK },
    { BESIDE_LOCK_BOTS, BESIDE_LOCK },
    { BESIDE_LOCK_WRITE, BESIDE_LOCK },
    { BESIDE_RAN, BESIDE_MARK },
    { BESIDE_SAVED, BESIDE_MARK },
    { BESIDE_PUSHED, BESIDE_MARK },
    { BESIDE_TOLD, BESIDE_MARK },
    { BESIDE_SENT, BESIDE_NOTE },
    { BESIDE_COMMITS, BESIDE_NOTE },
    { BESIDE_NEW, BESIDE_DRAFT },
    { BESIDE_RESTORED, BESIDE_DRAFT },
    { BESIDE_STANDBY, BESIDE_DRAFT },
};

const char **beside_endings(unsigned kinds)
{
    const char **endings = g_new0(const char *, G_N_ELEMENTS(files) + 1);
    size_t count = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        if ((files[i].kind & kinds) != 0) {
            endings[count++] = files[i].ending;
        }
    }
    return endings;
}

GPtrArray *beside_paths(const char *database, unsigned kinds)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    g_autofree const char **endings = beside_endings(kinds);
    for (const char **ending = endings; *ending != NULL; ending++) {
        g_ptr_array_add(paths, g_strconcat(database, *ending, NULL));
    }
    return paths;
}

/* The kind of a file with exactly that ending. */
static unsigned kind_of(const char *ending)
{
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        if (strcmp(files[i].ending, ending) == 0) {
            return files[i].kind;
        }
    }
    return 0;
}

unsigned beside_kind(const char *ending)
{
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        if (files[i].kind == BESIDE_DRAFT && g_str_has_prefix(ending, files[i].ending) &&
            (kind_of(ending + strlen(files[i].ending)) & (BESIDE_LOG | BESIDE_SHARED)) != 0) {
            return BESIDE_DRAFT;
        }
    }
    return kind_of(ending);
}

/* ---- plain file ---- */

bool plain_file_is_not(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool file_is_same(const char *one, const char *other)
{
    struct stat first, second;
    return strcmp(one, other) == 0 ||
           (stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
            first.st_ino == second.st_ino);
}

bool plain_file_contents(const char *path, char **text, gsize *length, GError **error)
{
    if (plain_file_is_not(path)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: this is no plain file", path);
        return false;
    }
    return g_file_get_contents(path, text, length, error);
}

void plain_file_prepare(const char *path, const char *like)
{
    struct stat owned;
    if (geteuid() != 0 || stat(like, &owned) != 0 || owned.st_uid == 0) {
        return;
    }
    /* If the name is there, it may be a link to another file, whose owner must not change. */
    g_auto(Descriptor) file =
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0 && fchown(file, owned.st_uid, owned.st_gid) != 0) {
        g_debug("%s: cannot be given to the owner of %s", path, like);
    }
}

/* ---- writing files that stay ---- */

bool file_fault(const char *path, const char *what, GError **error)
{
    int code = errno;
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s: %s", path, what,
                g_strerror(code));
    return false;
}

bool file_write(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = TEMP_FAILURE_RETRY(write(fd, bytes, length));
        if (count <= 0) {
            errno = count == 0 ? ENOSPC : errno;
            return false;
        }
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

bool file_put(const char *unfinished, const char *path, const char *head, GBytes *bytes,
              GError **error)
{
    gsize length;
    const char *rest = g_bytes_get_data(bytes, &length);
    const int file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    /* The precise time. The system's own file times have steps of some milliseconds, in which
     * several mails are written; they are played in the order of these times. */
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const struct timespec times[2] = { now, now };
    bool written = file >= 0 && file_write(file, head, strlen(head)) &&
                   file_write(file, rest, length) && futimens(file, times) == 0 && fsync(file) == 0;
    if (!written) {
        file_fault(unfinished, "cannot be written", error);
    }
    if (file >= 0 && close(file) != 0 && written) {
        written = file_fault(unfinished, "cannot be written", error);
    }
    const bool named =
        written && (rename(unfinished, path) == 0 || file_fault(path, "cannot be named so", error));
    if (!named) {
        unlink(unfinished);
    }
    return named;
}

bool file_sync_folder(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_auto(Descriptor) fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return (fd >= 0 && fsync(fd) == 0) || file_fault(folder, "cannot be synced", error);
}

bool file_give(const char *path, const char *like, GError **error)
{
    struct stat owner;
    return geteuid() != 0 || stat(like, &owner) != 0 ||
           lchown(path, owner.st_uid, owner.st_gid) == 0 ||
           file_fault(path, "cannot be given to the server's user", error);
}

/* ---- standard files ---- */

void standard_files_begin(void)
{
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
        if (fcntl(number, F_GETFD) < 0) {
            /* Open for the wrong direction, so that each use of it fails. It gets the lowest number
             * that is free, which is this one. */
            open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int standard_files_end(int code)
{
    const bool failed_before = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !failed_before) {
        return code;
    }
    log_line("standard output could not be written%s%s", errno != 0 ? ": " : "",
             errno != 0 ? g_strerror(errno) : "");
    return code != 0 ? code : POSTMOVE_ERROR_LATER;
}

/* ---- advisory locks ---- */

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
    g_auto(Descriptor) fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        file_fault(path, "cannot open the lock", error);
        return NULL;
    }
    gint64 until = g_get_monotonic_time() + (gint64)seconds * G_USEC_PER_SEC;
    bool waits = false;
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            file_fault(path, "cannot lock", error);
            return NULL;
        }
        if (g_get_monotonic_time() >= until) {
            g_autofree char *who = holder(fd);
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                        "%s: held by %s; try again when it has finished", path, who);
            if (busy != NULL) {
                *busy = true;
            }
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
    *lock = (struct lock){ .fd = descriptor_steal(&fd) };
    return lock;
}

struct lock *lock_take_brief(const char *path, const char *command, GError **error)
{
    g_autoptr(Lock) lock = lock_take(path, command, 0, NULL, error);
    if (lock == NULL) {
        return NULL;
    }
    /* Another process removed the file after we had opened it: a third may lock a new one. */
    struct stat open_file, named;
    if (fstat(lock->fd, &open_file) != 0 || lstat(path, &named) != 0 ||
        open_file.st_dev != named.st_dev || open_file.st_ino != named.st_ino) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: was held by another process until now; try again", path);
        return NULL;
    }
    lock->brief = g_strdup(path);
    return g_steal_pointer(&lock);
}

char *lock_holder(const char *path)
{
    g_auto(Descriptor) fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const bool held = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    char *who = held ? signature(fd) : NULL;
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
