/*
 * files.h: the files that lie beside a database and belong to it, reading a file that somebody has
 * named, writing files that stay, the standard streams, and locks between processes.
 *
 * The name of a file beside the database is the database's with an ending. Other files there are
 * not ours, except the databases that restores have put aside and those that backups are making.
 */
#ifndef POSTMOVE_FILES_H
#define POSTMOVE_FILES_H

#include <glib.h>
#include <stdbool.h>
#include <unistd.h>

/* An open file, closed at the end of its block: g_auto(Descriptor) file = open(...). */
typedef int Descriptor;
G_DEFINE_AUTO_CLEANUP_FREE_FUNC(Descriptor, close, -1)

/* Gives such a file away: it stays open. */
static inline int descriptor_steal(Descriptor *file)
{
    const int stolen = *file;
    *file = -1;
    return stolen;
}

/* What a file is for. */
enum beside {
    BESIDE_DATABASE = 1, /* the file itself: no ending */
    BESIDE_LOG = 2,      /* what is committed, or begun, and not in the file yet: the file is not
                            whole without it */
    BESIDE_SHARED = 4,   /* what readers and writers share; made anew */
    BESIDE_LOCK = 8,     /* in the order in which one process may take several */
    BESIDE_MARK = 16,    /* what was done last, for the operator; made anew */
    BESIDE_NOTE = 32,    /* what must be known of the database beyond it */
    BESIDE_DRAFT = 64,   /* a database that has no name yet */
    BESIDE_ALL = 127,
};

#define BESIDE_LOCK_FETCH ".fetch.lock"
#define BESIDE_LOCK_RUN ".run.lock"
#define BESIDE_LOCK_SEND ".send.lock"
#define BESIDE_LOCK_HOUSE ".house.lock"
#define BESIDE_LOCK_BOTS ".bots.lock"
#define BESIDE_LOCK_WRITE ".lock"
#define BESIDE_RAN ".ran"
#define BESIDE_SAVED ".saved"
#define BESIDE_PUSHED ".pushed"
#define BESIDE_TOLD ".told"
#define BESIDE_SENT ".sent"
#define BESIDE_COMMITS ".commits"
#define BESIDE_NEW ".new"
#define BESIDE_RESTORED ".restored"
#define BESIDE_STANDBY ".standby"
#define BESIDE_JOURNAL "-journal"
#define BESIDE_SHM "-shm"

/* How many locks there are. */
enum { BESIDE_LOCKS = 6 };

/* The endings of the files of these kinds, in the order of the table; ended by NULL. Free with
 * g_free. */
const char **beside_endings(unsigned kinds);

/* The paths of such files of a database, whether they are there or not; char *. Free with
 * g_ptr_array_unref. */
GPtrArray *beside_paths(const char *database, unsigned kinds);

/* The kind of the file with that ending, or 0 if postmove makes no such file. The logs of a draft
 * are of the draft's kind. */
unsigned beside_kind(const char *ending);

/* ---- reading a file that somebody has named ---- */

/* True if there is something of that name that is neither a file nor a folder, such as a FIFO or a
 * device. To open it could block for ever. */
bool plain_file_is_not(const char *path);

/* True if two paths lead to the same file or folder, perhaps through links. */
bool file_is_same(const char *one, const char *other);

/* Like g_file_get_contents, but refuses FIFOs and devices with G_FILE_ERROR_INVAL. */
bool plain_file_contents(const char *path, char **text, gsize *length, GError **error);

/* If root calls it and there is no file `path`, makes one (0600) that belongs to the owner of the
 * file or folder `like`, so that the server's user can go on where root's command ended. Does
 * nothing if another user calls it, if there is no `like`, or if the file exists. Reports no
 * failure: the next one to open the file gets the same error. */
void plain_file_prepare(const char *path, const char *like);

/* ---- writing files that stay; errors are POSTMOVE_ERROR_LATER ---- */

/* False with "PATH: WHAT: " and the system's error (errno). */
bool file_fault(const char *path, const char *what, GError **error);

/* Writes all of these bytes; false with errno if not. */
bool file_write(int fd, const char *bytes, size_t length);

/* Writes a head and bytes to a file `unfinished` (0600), in the place of what a dead writer has
 * left there, syncs it, and renames it to `path`. The name is on disk after file_sync_folder. */
bool file_put(const char *unfinished, const char *path, const char *head, GBytes *bytes,
              GError **error);

/* Syncs the folder of a file. */
bool file_sync_folder(const char *path, GError **error);

/* Gives what root has made to the owner of another file or folder; does nothing for others. */
bool file_give(const char *path, const char *like, GError **error);

/*
 * ---- standard input, output and error, when the program begins and when it ends ----
 *
 * Whoever starts the program may have closed some of them. Then the next file that the program
 * opens gets the number of one of them, and what is printed is written into that file. What is
 * printed may also find a full disk, or nobody who reads it, and half a list looks like a whole
 * one.
 */

/* Opens each of the three that is closed, so that no other file gets its number; reading from it or
 * writing to it still fails. Call it before any other file is opened. */
void standard_files_begin(void);

/* Writes what was printed and is still in memory. If not all of standard output could be written,
 * logs that. Gives the exit code: `code`, or POSTMOVE_ERROR_LATER if that is 0 and output is
 * missing. */
int standard_files_end(int code);

/*
 * ---- advisory locks between processes of this server, by flock(2) ----
 *
 * A process that waits for a lock looks for it every LOCK_LOOK microseconds. Its holder can see
 * that it waits, and let it in: the process that waits has a read lock of fcntl(2) on the first
 * byte of the lock file, which has nothing to do with the lock itself.
 *
 * A lock file holds one line, "PID COMMAND", which names the present holder. The file stays,
 * except with lock_take_brief. A lock ends with its holder, even if that is killed.
 */

enum { LOCK_LOOK = 20000 };

struct lock;

/*
 * Takes the lock on the file `path`, made if missing (0600), waiting at most `seconds` (0: not
 * at all). `command` names us to others. NULL with POSTMOVE_ERROR_LATER and the holder's name
 * if another process keeps it, or with the system's error; *busy (may be NULL) is true in the
 * first case.
 */
struct lock *lock_take(const char *path, const char *command, int seconds, bool *busy,
                       GError **error);

/* The same without waiting, for work on a file outside the server's folders: lock_free also
 * removes the lock file. */
struct lock *lock_take_brief(const char *path, const char *command, GError **error);

/*
 * Who holds the lock on the file `path` now, as "PID COMMAND" ("?" if the file does not say
 * so). Free with g_free. NULL: nobody, or there is no such file, or it may not be read. Makes
 * no file. Holds the lock, shared, while it asks: a process that tries to take it at that
 * moment without waiting finds it taken.
 */
char *lock_holder(const char *path);

/* True if another process waits for the lock that we hold. */
bool lock_is_awaited(const struct lock *lock);

/* Releases the lock. Does nothing for NULL. */
void lock_free(struct lock *lock);

typedef struct lock Lock;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lock, lock_free)

#endif
