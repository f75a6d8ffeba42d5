#include "transport/delivered.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/random.h"
#include "transport/disk.h"

enum { HASH_LETTERS = 2 * SECRET_HASH_BYTES }; /* as hexadecimal */

struct delivered {
    char *path;
    int file;
    guint used; /* slots that entries were added to */
};

/* ---- slots ---- */

static bool slot_write(const struct delivered *delivered, guint number,
                       const char slot[DELIVERED_SLOT_BYTES])
{
    ssize_t count = TEMP_FAILURE_RETRY(
        pwrite(delivered->file, slot, DELIVERED_SLOT_BYTES, (off_t)number * DELIVERED_SLOT_BYTES));
    if (count >= 0 && count < DELIVERED_SLOT_BYTES) {
        errno = ENOSPC;
    }
    return count == DELIVERED_SLOT_BYTES;
}

static bool number_of(const char *word, gint64 least, gint64 *number)
{
    guint64 value;
    bool good = word != NULL &&
                g_ascii_string_to_unsigned(word, 10, (guint64)least, G_MAXINT64, &value, NULL);
    *number = good ? (gint64)value : 0;
    return good;
}

static void entry_free(gpointer data)
{
    struct delivered_entry *entry = data;
    g_free(entry->hash);
    g_free(entry->word);
    g_free(entry);
}

/* The entry in a line; NULL: the line is not an entry. */
static struct delivered_entry *entry_of(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", 4);
    gint64 id, time;
    if (g_strv_length(words) != 4 || !number_of(words[0], 1, &id) ||
        !number_of(words[1], 0, &time) || strlen(words[2]) != HASH_LETTERS) {
        return NULL;
    }
    g_autofree char *word = g_utf8_make_valid(words[3], -1);
    g_strchomp(word);
    struct delivered_entry *entry = g_new(struct delivered_entry, 1);
    *entry = (struct delivered_entry){
        .id = id,
        .time = time,
        .hash = g_strdup(words[2]),
        .word = *word != '\0' ? g_steal_pointer(&word) : NULL,
    };
    return entry;
}

/* ---- the file ---- */

/* Empties the slots from `number` on: lines of blanks. */
static bool empty_slots(const struct delivered *delivered, guint number, GError **error)
{
    char slot[DELIVERED_SLOT_BYTES];
    memset(slot, ' ', sizeof(slot) - 1);
    slot[sizeof(slot) - 1] = '\n';
    for (; number < DELIVERED_SLOTS; number++) {
        if (!slot_write(delivered, number, slot)) {
            return disk_fault(delivered->path, "write", error);
        }
    }
    return true;
}

/* Makes the slots that are missing, and brings them to disk, as well as the name of a new
 * file. */
static bool make_room(const struct delivered *delivered, GError **error)
{
    struct stat status;
    if (fstat(delivered->file, &status) != 0) {
        return disk_fault(delivered->path, "look at the file", error);
    }
    guint there = (guint)MIN(status.st_size / DELIVERED_SLOT_BYTES, DELIVERED_SLOTS);
    if (there == DELIVERED_SLOTS) {
        return true;
    }
    g_autofree char *folder = g_path_get_dirname(delivered->path);
    return empty_slots(delivered, there, error) &&
           (fsync(delivered->file) == 0 || disk_fault(delivered->path, "bring to disk", error)) &&
           disk_sync_folder(folder, error);
}

struct delivered *delivered_open(const char *path, GError **error)
{
    struct stat status;
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode)) { /* a folder, a FIFO, a link */
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: this is no plain file, so no delivery can be noted in it and no letter is "
                    "sent; move it away",
                    path);
        return NULL;
    }
    int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file < 0) {
        disk_fault(path, "open", error);
        return NULL;
    }
    struct delivered *delivered = g_new(struct delivered, 1);
    *delivered = (struct delivered){ .path = g_strdup(path), .file = file };
    if (!make_room(delivered, error)) {
        g_clear_pointer(&delivered, delivered_close);
    }
    return delivered;
}

void delivered_close(struct delivered *delivered)
{
    if (delivered != NULL) {
        close(delivered->file);
        g_free(delivered->path);
        g_free(delivered);
    }
}

char *delivered_hash(const char *recipient, GBytes *bytes)
{
    static const unsigned char no_secret[SECRET_KEY_BYTES];
    unsigned char of_recipient[SECRET_HASH_BYTES], hash[SECRET_HASH_BYTES];
    gsize length;
    const void *letter = g_bytes_get_data(bytes, &length);
    secret_hash(no_secret, recipient, strlen(recipient), of_recipient);
    secret_hash(of_recipient, letter, length, hash);
    char *written = g_malloc(HASH_LETTERS + 1);
    for (int i = 0; i < SECRET_HASH_BYTES; i++) {
        g_snprintf(written + 2 * (ptrdiff_t)i, 3, "%02x", hash[i]);
    }
    return written;
}

GPtrArray *delivered_read(struct delivered *delivered, GError **error)
{
    enum { BYTES = DELIVERED_SLOTS * DELIVERED_SLOT_BYTES };
    g_autofree char *slots = g_malloc(BYTES);
    const ssize_t count = TEMP_FAILURE_RETRY(pread(delivered->file, slots, BYTES, 0));
    if (count < 0) {
        disk_fault(delivered->path, "read", error);
        return NULL;
    }
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    for (gsize at = 0; at < (gsize)count; at += DELIVERED_SLOT_BYTES) {
        const gsize length = MIN((gsize)count - at, DELIVERED_SLOT_BYTES);
        g_autofree char *line =
            slots[at] != ' ' ? g_strndup(slots + at, length) : NULL; /* most are empty */
        struct delivered_entry *entry = line != NULL ? entry_of(line) : NULL;
        if (entry != NULL) {
            g_ptr_array_add(entries, entry);
        }
    }
    return g_steal_pointer(&entries);
}

bool delivered_add(struct delivered *delivered, const struct delivered_entry *entry, GError **error)
{
    g_assert(delivered->used < DELIVERED_SLOTS);
    g_autofree char *line =
        g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s %s", entry->id, entry->time,
                        entry->hash, entry->word != NULL ? entry->word : "");
    /* Cut, or filled with blanks, and on one line. */
    char slot[DELIVERED_SLOT_BYTES];
    snprintf(slot, sizeof(slot), "%-*s", DELIVERED_SLOT_BYTES - 1, line);
    for (size_t i = 0; i < sizeof(slot) - 1; i++) {
        slot[i] = g_ascii_iscntrl(slot[i]) ? ' ' : slot[i];
    }
    slot[sizeof(slot) - 1] = '\n';
    return slot_write(delivered, delivered->used++, slot) ||
           disk_fault(delivered->path, "write", error);
}

bool delivered_sync(struct delivered *delivered, GError **error)
{
    return fdatasync(delivered->file) == 0 || disk_fault(delivered->path, "write", error);
}

bool delivered_clear(struct delivered *delivered, GError **error)
{
    g_autoptr(GPtrArray) entries = delivered_read(delivered, error);
    if (entries != NULL && entries->len > 0 && !empty_slots(delivered, 0, error)) {
        return false;
    }
    delivered->used = 0;
    return entries != NULL;
}
