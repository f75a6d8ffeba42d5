/*
 * lock.h: advisory locks between processes of this server, by flock(2).
 *
 * A process that waits for a lock looks for it every LOCK_LOOK microseconds. Its holder can see
 * that it waits, and let it in: the process that waits has a read lock of fcntl(2) on the first
 * byte of the lock file, which has nothing to do with the lock itself.
 *
 * A lock file holds one line, "PID COMMAND", which names the present holder. The file stays,
 * except with lock_take_brief. A lock ends with its holder, even if that is killed.
 */
#ifndef POSTMOVE_LOCK_H
#define POSTMOVE_LOCK_H

#include <glib.h>
#include <stdbool.h>

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
