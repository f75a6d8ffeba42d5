/*
 * delivered.h: letters that were delivered, and may not be in the database as sent yet.
 *
 * Letters are sent without the writers' lock and recorded under it. In between the lock may be
 * busy for long, the disk may be full, or the sender may be killed; none of these may send a
 * letter twice. So each delivery is written to a file beside the database and is on disk
 * before the next letter is sent. The next sender reads that file first.
 *
 * The file has a slot for each letter of a batch: a line of text of fixed length. All slots
 * are on disk before anything is sent, so that a full disk cannot stop a delivery from being
 * written. An entry has a hash of its letter, since a database that was restored may have
 * another letter of the same number. The caller holds the "send" lock.
 */
#ifndef POSTMOVE_DELIVERED_H
#define POSTMOVE_DELIVERED_H

#include <glib.h>
#include <stdbool.h>

enum {
    DELIVERED_SLOTS = 500,
    DELIVERED_SLOT_BYTES = 512, /* the words of a mail server are cut to fit */
};

/* The open file. */
struct delivered;

struct delivered_entry {
    gint64 id;   /* the letter's number in the outbox */
    gint64 time; /* when it was delivered, seconds since 1970 */
    char *hash;  /* delivered_hash of the letter */
    char *word;  /* the answer of the server that took it; NULL: none */
};

/* Opens the file (mode 0600), makes it if it is missing, and reserves room for all entries on
 * disk. Fails with POSTMOVE_ERROR_LATER; then nothing should be sent. */
struct delivered *delivered_open(const char *path, GError **error);
void delivered_close(struct delivered *delivered);

typedef struct delivered Delivered;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Delivered, delivered_close)

/* A hash by which letters of the same number are told apart. Free with g_free. */
char *delivered_hash(const char *recipient, GBytes *bytes);

/* The entries in the file; struct delivered_entry. A line that is not an entry is skipped.
 * NULL with the error if the file cannot be read. */
GPtrArray *delivered_read(struct delivered *delivered, GError **error);

/* Adds an entry; at most DELIVERED_SLOTS after opening or delivered_clear. It outlives this
 * process, but a power cut only after delivered_sync. */
bool delivered_add(struct delivered *delivered, const struct delivered_entry *entry,
                   GError **error);

/* Brings the entries that were added to disk. */
bool delivered_sync(struct delivered *delivered, GError **error);

/* Empties the slots; call it once all entries are in the database. Not synced, since an entry
 * that comes back after a power cut belongs to a letter that is recorded as sent. */
bool delivered_clear(struct delivered *delivered, GError **error);

#endif
