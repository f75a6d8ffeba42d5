#include "transport/delivered.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/plain.h"

enum { FILE_BYTES = DELIVERED_SLOTS * DELIVERED_SLOT_BYTES };

struct delivered {
    char *path;
    int file;
    guint used;  /* slots that entries were added to */
    bool filled; /* a slot may have an entry */
};

/* ---- slots ---- */

static void entry_free(gpointer data)
{
    struct delivered_entry *entry = data;
    g_free(entry->hash);
    g_free(entry->word);
    g_free(entry);
}

/* The entry in a slot; NULL: it has none. */
static struct delivered_entry *entry_of(const char *slot)
{
    static const char form[] = "^([1-9][0-9]{0,17}) ([0-9]{1,18}) ([0-9a-f]{64}) (.*?)\\s*\\z";
    g_autofree char *line = g_strndup(slot, DELIVERED_SLOT_BYTES);
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(pattern_of(form), line, 0, &match)) {
        return NULL;
    }
    g_auto(GStrv) words = g_match_info_fetch_all(match);
    struct delivered_entry *entry = g_new(struct delivered_entry, 1);
    *entry = (struct delivered_entry){
        .id = g_ascii_strtoll(words[1], NULL, 10),
        .time = g_ascii_strtoll(words[2], NULL, 10),
        .hash = g_strdup(words[3]),
        .word = words[4] != NULL && *words[4] != '\0' ? g_utf8_make_valid(words[4], -1) : NULL,
    };
    return entry;
}

/* ---- the file ---- */

/* Writes bytes from the slot of that number on. */
static bool write_at(const struct delivered *delivered, guint slot, const char *bytes,
                     size_t length, GError **error)
{
    const off_t at = (off_t)slot * DELIVERED_SLOT_BYTES;
    const ssize_t count = TEMP_FAILURE_RETRY(pwrite(delivered->file, bytes, length, at));
    if (count >= 0 && (size_t)count < length) {
        errno = ENOSPC;
    }
    return (size_t)count == length || file_fault(delivered->path, "cannot write", error);
}

static bool empty_slots(const struct delivered *delivered, GError **error)
{
    g_autofree char *blanks = g_strnfill(FILE_BYTES, ' ');
    return write_at(delivered, 0, blanks, FILE_BYTES, error);
}

/* Makes the slots if one is missing, and brings them to disk, as well as the name of a new file. */
static bool make_room(const struct delivered *delivered, GError **error)
{
    struct stat status;
    if (fstat(delivered->file, &status) == 0 && status.st_size >= FILE_BYTES) {
        return true;
    }
    return empty_slots(delivered, error) &&
           (fsync(delivered->file) == 0 ||
            file_fault(delivered->path, "cannot bring to disk", error)) &&
           file_sync_folder(delivered->path, error);
}

struct delivered *delivered_open(const char *path, GError **error)
{
    int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file < 0) {
        file_fault(path, "cannot open", error);
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
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    gsize length;
    const guchar *letter = g_bytes_get_data(bytes, &length);
    /* The NUL separates recipient and letter. */
    g_checksum_update(sum, (const guchar *)recipient, (gssize)strlen(recipient) + 1);
    g_checksum_update(sum, letter, (gssize)length);
    return g_strdup(g_checksum_get_string(sum));
}

GPtrArray *delivered_read(struct delivered *delivered, GError **error)
{
    g_autofree char *slots = g_malloc0(FILE_BYTES);
    if (TEMP_FAILURE_RETRY(pread(delivered->file, slots, FILE_BYTES, 0)) < 0) {
        file_fault(delivered->path, "cannot read", error);
        return NULL;
    }
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    for (gsize at = 0; at < FILE_BYTES; at += DELIVERED_SLOT_BYTES) {
        struct delivered_entry *entry = slots[at] != ' ' ? entry_of(slots + at) : NULL;
        if (entry != NULL) {
            g_ptr_array_add(entries, entry);
        }
    }
    delivered->filled = entries->len > 0;
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
    delivered->filled = true;
    return write_at(delivered, delivered->used++, slot, sizeof(slot), error);
}

bool delivered_sync(struct delivered *delivered, GError **error)
{
    return fdatasync(delivered->file) == 0 || file_fault(delivered->path, "cannot write", error);
}

bool delivered_clear(struct delivered *delivered, GError **error)
{
    if (delivered->filled && !empty_slots(delivered, error)) {
        return false;
    }
    delivered->used = 0;
    delivered->filled = false;
    return true;
}
