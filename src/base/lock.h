/*
 * lock.h: advisory locks between processes of this server, by flock(2).
 *
 * A lock file holds one line, "PID COMMAND", of who has the lock now. It is not
 * removed, but for those of lock_take_brief. A lock goes with its holder, however that
 * one ends.
 */
#ifndef POSTMOVE_LOCK_H
#define POSTMOVE_LOCK_H

#include <glib.h>
#include <stdbool.h>

struct lock;

/*
 * Takes the lock on the file `path`, made if missing (0600), waiting at most
 * `seconds` (0: not at all). `command` names us to others. NULL with
 * POSTMOVE_ERROR_LATER naming the holder if it stays taken, or with the
 * system's error; *busy (may be NULL) says whether it was the former.
 */
struct lock *lock_take(const char *path, const char *command, int seconds, bool *busy,
                       GError **error);

/* The same without waiting, for work on a file outside the server's folders: lock_free
 * removes the lock file, too. */
struct lock *lock_take_brief(const char *path, const char *command, GError **error);

/*
 * Who holds the lock on the file `path` now, as "PID COMMAND" ("?" if it does
 * not say so); the caller's. NULL: nobody, or there is no such file, or it may
 * not be read. Looks only: makes no file, and has the lock, shared, for no
 * longer than it takes to ask. Who wants it in that very moment, and does not
 * wait, finds it taken.
 */
char *lock_holder(const char *path);

/* Gives the lock up; NULL is nothing. */
void lock_free(struct lock *lock);

typedef struct lock Lock;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lock, lock_free)

#endif
