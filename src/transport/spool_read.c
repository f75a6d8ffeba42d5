/* Reads the spool: one mail, the mails that wait in the order in which they are played, and
 * mail by its name. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/plain.h"
#include "transport/spool.h"

/* The last second of the year 9999: the latest time that a Date header can have. */
#define SPOOL_LAST_SECOND G_GINT64_CONSTANT(253402300799)

/* ---- folders ---- */

/* The names in a folder of the spool that do not begin with a dot; char *. NULL with the error if
 * not all of them can be read, since mail is taken in order. */
static GPtrArray *names_in(const char *spool, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(spool, folder, NULL);
    DIR *directory = opendir(path);
    if (directory == NULL) {
        file_fault(path,
                   errno == ENOENT ? "cannot list the folder (" SPOOL_MISSING ")"
                                   : "cannot list the folder",
                   error);
        return NULL;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] != '.') {
            g_ptr_array_add(names, g_strdup(entry->d_name));
        }
    }
    bool whole = errno == 0 || file_fault(path, "cannot list the folder", error);
    closedir(directory);
    return whole ? g_steal_pointer(&names) : NULL;
}

bool spool_tidy(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) names = names_in(spool, "tmp", error);
    const gint64 oldest = clock_now() - (gint64)SPOOL_RUBBISH_HOURS * CLOCK_HOUR;
    for (guint i = 0; names != NULL && i < names->len; i++) {
        g_autofree char *path = g_build_filename(spool, "tmp", names->pdata[i], NULL);
        struct stat status;
        /* If it is gone, its writer has finished it. */
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_mtime < oldest &&
            g_unlink(path) != 0 && errno != ENOENT) {
            log_line("%s: cannot remove: %s", path, g_strerror(errno));
        }
    }
    return names != NULL;
}

/* ---- the header ---- */

/* The text after `key` and one space, or NULL if the line begins otherwise. */
static const char *value_of(const char *line, const char *key)
{
    size_t length = strlen(key);
    return strncmp(line, key, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* The lines come in one order; those of the envelope and the mailbox may be missing. */
static bool parse_lines(char *const *lines, struct spool_mail *mail)
{
    const char *value;
    if (g_strcmp0(*lines++, "postmove-spool 1") != 0) {
        return false;
    }
    const struct {
        const char *key;
        char **place;
    } optional[] = {
        { "sender", &mail->sender },
        { "recipient", &mail->recipient },
        { "mailbox", &mail->mailbox },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(optional) && *lines != NULL; i++) {
        value = value_of(*lines, optional[i].key);
        if (value != NULL) {
            *optional[i].place = g_utf8_make_valid(value, -1);
            lines++;
        }
    }
    guint64 seconds;
    if (*lines == NULL || (value = value_of(*lines++, "received")) == NULL ||
        !g_ascii_string_to_unsigned(value, 10, 0, SPOOL_LAST_SECOND, &seconds, NULL)) {
        return false;
    }
    mail->received = (gint64)seconds;
    mail->truncated = g_strcmp0(*lines, "truncated 1") == 0;
    return (mail->truncated || g_strcmp0(*lines, "truncated 0") == 0) && lines[1] == NULL;
}

void spool_parse(const char *bytes, size_t length, struct spool_mail *mail)
{
    *mail = (struct spool_mail){ 0 };
    /* If the file is empty, `bytes` may be NULL. */
    size_t searched = MIN(length, (size_t)SPOOL_HEADER_MAX);
    const char *end = bytes != NULL ? memmem(bytes, searched, "\n\n", 2) : NULL;
    size_t header = 0; /* length of the header with the blank line; 0: it is not of our form */
    if (end != NULL && memchr(bytes, '\0', (size_t)(end - bytes)) == NULL) {
        g_autofree char *text = g_strndup(bytes, (gsize)(end - bytes));
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        header = parse_lines(lines, mail) ? (size_t)(end - bytes) + 2 : 0;
    }
    mail->well_formed = header > 0;
    if (!mail->well_formed) {
        spool_mail_clear(mail);
    }
    size_t kept = MIN(length - header, (size_t)SPOOL_MAIL_MAX);
    mail->truncated = mail->truncated || kept < length - header;
    mail->bytes = g_bytes_new(kept > 0 ? bytes + header : NULL, kept);
}

void spool_mail_clear(struct spool_mail *mail)
{
    g_free(mail->sender);
    g_free(mail->recipient);
    g_free(mail->mailbox);
    g_bytes_unref(mail->bytes);
    *mail = (struct spool_mail){ 0 };
}

/* ---- reading ---- */

/* The first bytes of a plain file, at most `limit`, and what fstat says of it. NULL with
 * errno; ELOOP for whatever is not a plain file: a symbolic link is not followed, and a file
 * that could keep us waiting is not read. */
static GByteArray *file_bytes(const char *path, guint limit, struct stat *status)
{
    if (lstat(path, status) != 0) {
        return NULL;
    }
    if (!S_ISREG(status->st_mode)) {
        errno = ELOOP;
        return NULL;
    }
    g_auto(Descriptor) file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return NULL;
    }
    GByteArray *bytes = g_byte_array_set_size(g_byte_array_new(), limit);
    guint length = 0;
    ssize_t count = fstat(file, status) == 0 ? 1 : -1;
    while (count > 0 && length < limit) {
        count = TEMP_FAILURE_RETRY(read(file, bytes->data + length, limit - length));
        length += (guint)MAX(count, 0);
    }
    g_byte_array_set_size(bytes, length);
    if (count < 0) {
        g_clear_pointer(&bytes, g_byte_array_unref);
    }
    return bytes;
}

bool spool_read(const char *spool, const struct spool_entry *entry, struct spool_mail *mail,
                GError **error)
{
    *mail = (struct spool_mail){ 0 };
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    struct stat status;
    /* If there is one byte more than a file of ours can have, the file was cut. */
    g_autoptr(GByteArray) bytes = file_bytes(path, SPOOL_HEADER_MAX + SPOOL_MAIL_MAX + 1, &status);
    if (bytes == NULL) {
        return file_fault(path, "cannot read", error);
    }
    spool_parse((const char *)bytes->data, bytes->len, mail);
    return true;
}

/* ---- the entries ---- */

static void entry_free(gpointer data)
{
    struct spool_entry *entry = data;
    g_free(entry->name);
    g_free(entry->file);
    g_free(entry);
}

/* ---- order ---- */

/* By arrival. Within a microsecond by name, numbers in it by their value, since an IMAP server
 * counts its mails so. */
static int compare_entries(gconstpointer a, gconstpointer b)
{
    const struct spool_entry *first = *(struct spool_entry *const *)a;
    const struct spool_entry *second = *(struct spool_entry *const *)b;
    if (first->received != second->received) {
        return first->received < second->received ? -1 : 1;
    }
    if (first->arrival != second->arrival) {
        return first->arrival < second->arrival ? -1 : 1;
    }
    return strverscmp(first->name, second->name);
}

/* Microseconds since 1970 from a name that postmove-receive made ("SECONDS.MICROSECONDS_...");
 * 0: the name is not of that form. */
static gint64 arrival_by_name(const char *name)
{
    if (!pattern_fits(name, "^[0-9]{1,12}\\.[0-9]{6}_")) {
        return 0;
    }
    const gint64 second = MIN(g_ascii_strtoll(name, NULL, 10), SPOOL_LAST_SECOND);
    return second * G_USEC_PER_SEC + g_ascii_strtoll(strchr(name, '.') + 1, NULL, 10);
}

/* ---- one file ---- */

/* Splits the attempt off a name in work/; 0 if there is none. */
static int split_attempt(char *name)
{
    G_STATIC_ASSERT(SPOOL_ATTEMPTS == 3);
    if (!pattern_fits(name, ".\\.[1-3]\\z")) {
        return 0;
    }
    char *dot = strrchr(name, '.');
    *dot = '\0';
    return g_ascii_digit_value(dot[1]);
}

/* Sets when the mail in an entry's file arrived. Of a closed file, its name or its last change must
 * do. */
static void set_arrival(struct spool_entry *entry, const struct stat *status)
{
    gint64 by_name = arrival_by_name(entry->name);
    /* Fetched mails are written one by one, in the order of their mailbox. */
    gint64 by_file = CLAMP((gint64)status->st_mtim.tv_sec, 0, SPOOL_LAST_SECOND) * G_USEC_PER_SEC +
                     status->st_mtim.tv_nsec / 1000;
    if (entry->fault == SPOOL_CLOSED) {
        entry->received = (by_name != 0 ? by_name : by_file) / G_USEC_PER_SEC;
    }
    entry->arrival =
        by_name / G_USEC_PER_SEC == entry->received && by_name != 0 ? by_name : by_file;
}

/* Finds out when the file of an entry arrived, and what is wrong with it. Sets *is_mail to false if
 * the file is not there any more, or is no plain file. */
static bool look_at(const char *spool, struct spool_entry *entry, bool *is_mail, GError **error)
{
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    struct stat status = { 0 };
    g_autoptr(GByteArray) bytes = file_bytes(path, SPOOL_HEADER_MAX, &status);
    const bool closed = bytes == NULL && (errno == EACCES || errno == EPERM);
    *is_mail = bytes != NULL || closed;
    if (!*is_mail) {
        /* Anything else is a failure of the disk or the system. */
        return errno == ENOENT || errno == ELOOP || file_fault(path, "cannot read", error);
    }
    if (closed) {
        entry->fault = SPOOL_CLOSED;
    } else {
        struct spool_mail mail;
        spool_parse((const char *)bytes->data, bytes->len, &mail);
        entry->received = mail.received;
        entry->fault = mail.well_formed ? SPOOL_SOUND : SPOOL_MALFORMED;
        spool_mail_clear(&mail);
    }
    set_arrival(entry, &status);
    return true;
}

/* ---- a folder ---- */

/* Adds the mails in new/ or work/. */
static bool add_entries(const char *spool, const char *folder, GPtrArray *entries, GError **error)
{
    g_autoptr(GPtrArray) names = names_in(spool, folder, error);
    const bool at_work = strcmp(folder, "work") == 0;
    bool done = names != NULL;
    for (guint i = 0; done && i < names->len; i++) {
        struct spool_entry *entry = g_new0(struct spool_entry, 1);
        entry->name = g_strdup(names->pdata[i]);
        entry->file = g_build_filename(folder, entry->name, NULL);
        entry->attempt = at_work ? split_attempt(entry->name) : 0;
        bool is_mail = spool_name_valid(entry->name) && at_work == (entry->attempt > 0);
        done = !is_mail || look_at(spool, entry, &is_mail, error);
        if (done && is_mail) {
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

bool spool_oldest(const char *spool, gint64 *received, GError **error)
{
    g_autoptr(GPtrArray) entries = spool_list(spool, error);
    *received = 0;
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        const struct spool_entry *entry = entries->pdata[i];
        gint64 one = entry->fault != SPOOL_CLOSED ? MAX(entry->received, 1) : 1;
        *received = *received == 0 ? one : MIN(*received, one);
    }
    return entries != NULL;
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

char **spool_failed(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) names = names_in(spool, "failed", error);
    if (names == NULL) {
        return NULL;
    }
    g_ptr_array_sort(names, plain_compare);
    g_autoptr(GStrvBuilder) found = g_strv_builder_new();
    for (guint i = 0; i < names->len; i++) {
        if (spool_may_retry(spool, names->pdata[i], NULL)) {
            g_strv_builder_add(found, names->pdata[i]);
        }
    }
    return g_strv_builder_end(found);
}

enum spool_fault spool_failed_fault(const char *spool, const char *name)
{
    struct spool_entry entry = {
        .name = (char *)name,
        .file = g_build_filename("failed", name, NULL),
    };
    bool is_mail;
    look_at(spool, &entry, &is_mail, NULL);
    g_free(entry.file);
    return entry.fault;
}

const char *spool_fault_words(enum spool_fault fault)
{
    static const char *const words[] = {
        [SPOOL_SOUND] = "nothing is wrong with its file",
        [SPOOL_CLOSED] = "this user may not read it",
        [SPOOL_MALFORMED] = "its header is cut, missing or of another version",
    };
    return words[fault];
}

/* ---- mail by its name ---- */

char *spool_where(const char *spool, const char *name)
{
    static const struct {
        const char *folder, *ending;
    } places[] = {
        { "failed", "" }, { "new", "" }, { "work", ".1" }, { "work", ".2" }, { "work", ".3" },
    };
    _Static_assert(G_N_ELEMENTS(places) == 2 + SPOOL_ATTEMPTS, "a place for each attempt");
    if (!spool_name_valid(name)) {
        return NULL;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path =
            g_strdup_printf("%s/%s/%s%s", spool, places[i].folder, name, places[i].ending);
        struct stat status;
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode)) {
            return g_steal_pointer(&path);
        }
    }
    return NULL;
}

bool spool_has(const char *spool, const char *name)
{
    g_autofree char *path = spool_where(spool, name);
    return path != NULL;
}

/* The path of the file that can be dropped. Free with g_free. NULL with the error. */
static char *find_to_drop(const char *spool, const char *name, GError **error)
{
    g_autofree char *path = spool_where(spool, name);
    g_autofree char *work = g_build_filename(spool, "work", "", NULL);
    if (path == NULL || g_str_has_prefix(path, work)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    path == NULL ? "%s: no mail named %s waits or failed"
                                 : "%s: the mail %s is being processed, or was when a run was cut "
                                   "short; the next run goes on with it",
                    spool, name);
        return NULL;
    }
    return g_steal_pointer(&path);
}

bool spool_may_drop(const char *spool, const char *name, GError **error)
{
    g_autofree char *path = find_to_drop(spool, name, error);
    return path != NULL;
}

bool spool_drop(const char *spool, const char *name, GError **error)
{
    g_autofree char *path = find_to_drop(spool, name, error);
    if (path == NULL) {
        return false;
    }
    return (g_unlink(path) == 0 || file_fault(path, "cannot remove", error)) &&
           file_sync_folder(path, error);
}
