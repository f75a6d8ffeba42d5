/* What waits in the spool, in the order in which it is played. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "transport/disk.h"
#include "transport/spool_folder.h"

static void entry_free(gpointer data)
{
    struct spool_entry *entry = data;
    g_free(entry->name);
    g_free(entry->file);
    g_free(entry);
}

/* ---- order ---- */

static int compare_numbers(gint64 first, gint64 second)
{
    return (first > second) - (first < second);
}

/* By arrival. Within a microsecond the name decides, numbers in it by their value, since
 * that is how an IMAP server counts its mails. */
static int compare_entries(gconstpointer a, gconstpointer b)
{
    const struct spool_entry *first = *(struct spool_entry *const *)a;
    const struct spool_entry *second = *(struct spool_entry *const *)b;
    int order = compare_numbers(first->received, second->received);
    if (order == 0) {
        order = compare_numbers(first->arrival, second->arrival);
    }
    return order != 0 ? order : strverscmp(first->name, second->name);
}

/* Microseconds since 1970 as the name tells them, which postmove-receive makes
 * ("SECONDS.MICROSECONDS_..."); 0: it is not of that form. */
static gint64 arrival_by_name(const char *name)
{
    enum { SECONDS_MOST = 12, DIGITS = 6 };
    static const char numerals[] = "0123456789";
    size_t seconds = strspn(name, numerals);
    if (seconds == 0 || seconds > SECONDS_MOST || name[seconds] != '.') {
        return 0;
    }
    const char *digits = name + seconds + 1;
    if (strspn(digits, numerals) != DIGITS || digits[DIGITS] != '_') {
        return 0;
    }
    gint64 second = MIN(g_ascii_strtoll(name, NULL, 10), SPOOL_LAST_SECOND);
    return second * G_USEC_PER_SEC + g_ascii_strtoll(digits, NULL, 10);
}

/* The same for when the file was written: fetched mails are written one by one in the
 * order in which they lie in their mailbox. */
static gint64 arrival_by_file(const struct stat *status)
{
    gint64 seconds = CLAMP((gint64)status->st_mtim.tv_sec, 0, SPOOL_LAST_SECOND);
    return seconds * G_USEC_PER_SEC + status->st_mtim.tv_nsec / 1000;
}

/* ---- one file ---- */

/* Splits the attempt off a name in work/; 0 if there is none. */
static int split_attempt(char *name)
{
    size_t length = strlen(name);
    if (length < 3 || name[length - 2] != '.') {
        return 0;
    }
    int attempt = g_ascii_digit_value(name[length - 1]);
    if (attempt < 1 || attempt > SPOOL_ATTEMPTS) {
        return 0;
    }
    name[length - 2] = '\0';
    return attempt;
}

/* The fault of a file that could not be read; SPOOL_SOUND if it is no fault of the
 * file's: the disk or the system failed us. */
static enum spool_fault fault_of_error(int number)
{
    switch (number) {
    case ELOOP:
        return SPOOL_NO_FILE;
    case EACCES:
    case EPERM:
        return SPOOL_CLOSED;
    default:
        return SPOOL_SOUND;
    }
}

/* When the mail in an entry's file arrived; of one whose header cannot be read as well as its
 * name or its file tell. */
static void tell_arrival(struct spool_entry *entry, const struct stat *status)
{
    gint64 by_name = arrival_by_name(entry->name), by_file = arrival_by_file(status);
    if (entry->fault == SPOOL_CLOSED) {
        entry->received = (by_name != 0 ? by_name : by_file) / G_USEC_PER_SEC;
    }
    entry->arrival =
        by_name / G_USEC_PER_SEC == entry->received && by_name != 0 ? by_name : by_file;
}

/* Looks at the file of an entry: when it arrived, and what is wrong with it. *gone: there
 * is none any more. */
static bool look_at(const char *spool, struct spool_entry *entry, bool *gone, GError **error)
{
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    struct stat status = { 0 };
    g_autoptr(GByteArray) bytes = spool_file_bytes(path, SPOOL_HEADER_MAX, &status);
    *gone = bytes == NULL && errno == ENOENT;
    if (bytes == NULL) {
        enum spool_fault fault = fault_of_error(errno);
        if (fault == SPOOL_SOUND && !*gone) {
            return disk_fault(path, "read", error);
        }
        entry->fault = fault;
        if (fault == SPOOL_CLOSED) {
            tell_arrival(entry, &status);
        }
        return true;
    }
    struct spool_mail mail;
    spool_parse((const char *)bytes->data, bytes->len, &mail);
    entry->received = mail.received;
    tell_arrival(entry, &status);
    if (!mail.well_formed) {
        entry->fault = SPOOL_MALFORMED;
    }
    spool_mail_clear(&mail);
    return true;
}

/* ---- a folder ---- */

/* An entry for a file of new/ or work/, not yet looked at. */
static struct spool_entry *entry_of(const char *folder, const char *file)
{
    struct spool_entry *entry = g_new0(struct spool_entry, 1);
    bool at_work = strcmp(folder, "work") == 0;
    entry->file = g_build_filename(folder, file, NULL);
    entry->name = g_strdup(file);
    entry->attempt = at_work ? split_attempt(entry->name) : 0;
    if ((at_work && entry->attempt == 0) || !spool_name_valid(entry->name)) {
        g_free(entry->name);
        entry->name = spool_misnamed(file);
        entry->fault = SPOOL_MISNAMED;
    }
    return entry;
}

static bool add_entries(const char *spool, const char *folder, GPtrArray *entries, GError **error)
{
    g_autoptr(GPtrArray) names = spool_names_in(spool, folder, error);
    bool done = names != NULL;
    for (guint i = 0; done && i < names->len; i++) {
        if (spool_is_hidden(spool, folder, names->pdata[i])) {
            continue;
        }
        struct spool_entry *entry = entry_of(folder, names->pdata[i]);
        bool misnamed = entry->fault == SPOOL_MISNAMED, gone = false;
        done = look_at(spool, entry, &gone, error);
        if (done && !gone) {
            entry->fault = misnamed ? SPOOL_MISNAMED : entry->fault;
            g_ptr_array_add(entries, entry);
        } else {
            entry_free(entry);
        }
    }
    return done;
}

GPtrArray *spool_list(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    if (!add_entries(spool, "work", entries, error) || !add_entries(spool, "new", entries, error)) {
        return NULL;
    }
    g_ptr_array_sort(entries, compare_entries);
    return g_steal_pointer(&entries);
}

bool spool_mail_waits(const char *spool, bool *waits, GError **error)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    bool listed = add_entries(spool, "new", entries, error);
    *waits = false;
    for (guint i = 0; i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        *waits = *waits || entry->fault == SPOOL_SOUND;
    }
    return listed;
}

/* ---- what failed ---- */

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **spool_failed(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) names = spool_names_in(spool, "failed", error);
    if (names == NULL) {
        return NULL;
    }
    g_ptr_array_sort(names, compare_names);
    g_autoptr(GStrvBuilder) valid = g_strv_builder_new();
    for (guint i = 0; i < names->len; i++) {
        if (spool_name_valid(names->pdata[i])) {
            g_strv_builder_add(valid, names->pdata[i]);
        }
    }
    return g_strv_builder_end(valid);
}

enum spool_fault spool_failed_fault(const char *spool, const char *name)
{
    struct spool_entry entry = {
        .name = (char *)name,
        .file = g_build_filename("failed", name, NULL),
    };
    bool gone;
    look_at(spool, &entry, &gone, NULL);
    g_free(entry.file);
    bool misnamed = g_str_has_prefix(name, SPOOL_MISNAMED_PREFIX);
    return entry.fault == SPOOL_SOUND && misnamed ? SPOOL_MISNAMED : entry.fault;
}

const char *spool_fault_words(enum spool_fault fault)
{
    static const char *const words[] = {
        [SPOOL_SOUND] = "nothing is wrong with its file",
        [SPOOL_MISNAMED] = "its file had a name that no mail has",
        [SPOOL_NO_FILE] = "it is not a plain file",
        [SPOOL_CLOSED] = "this user may not read it",
        [SPOOL_MALFORMED] = "its header is cut, missing or of another version",
    };
    return words[fault];
}
