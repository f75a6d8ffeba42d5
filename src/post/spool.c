#include "post/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "post/disk.h"

enum { NAME_MAX_BYTES = 200 };

/* The last second of the year 9999: what a Date header can say. */
static const guint64 last_second = G_GUINT64_CONSTANT(253402300799);

/* ---- names ---- */

bool spool_name_valid(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789._-";
    size_t length = strlen(name);
    return length >= 1 && length <= NAME_MAX_BYTES && name[0] != '.' &&
           strspn(name, allowed) == length;
}

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

/* Where the mail lies at that attempt. */
static char *path_at(const char *spool, const char *name, int attempt)
{
    return attempt == 0 ? g_strdup_printf("%s/new/%s", spool, name)
                        : g_strdup_printf("%s/work/%s.%d", spool, name, attempt);
}

static char *path_failed(const char *spool, const char *name)
{
    return g_strdup_printf("%s/failed/%s", spool, name);
}

static GPtrArray *names_read(DIR *directory)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(directory)) != NULL) {
        if (spool_name_valid(entry->d_name)) {
            g_ptr_array_add(names, g_strdup(entry->d_name));
        }
    }
    return errno == 0 ? g_steal_pointer(&names) : NULL;
}

/* The names in a folder of the spool that are of our form: all or none, since
 * mail is taken in order. */
static GPtrArray *names_in(const char *folder, GError **error)
{
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        disk_fault(folder, "list the folder (\"postmove init\" makes it)", error);
        return NULL;
    }
    GPtrArray *names = names_read(directory);
    if (names == NULL) {
        disk_fault(folder, "list the folder", error);
    }
    closedir(directory);
    return names;
}

/* ---- the header ---- */

static bool parse_time(const char *digits, gint64 *received)
{
    guint64 seconds;
    if (!g_ascii_string_to_unsigned(digits, 10, 0, last_second, &seconds, NULL)) {
        return false;
    }
    *received = (gint64)seconds;
    return true;
}

/* The words after `key` and one space, or NULL if the line begins otherwise. */
static const char *value_of(const char *line, const char *key)
{
    size_t length = strlen(key);
    return strncmp(line, key, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* Lines stand in one order; those of the envelope and the mailbox may be missing. */
static bool parse_lines(char *const *lines, struct spool_mail *mail)
{
    const char *value;
    if (g_strcmp0(*lines++, "postmove-spool 1") != 0) {
        return false;
    }
    if (*lines != NULL && (value = value_of(*lines, "sender")) != NULL) {
        mail->sender = g_utf8_make_valid(value, -1);
        lines++;
    }
    if (*lines != NULL && (value = value_of(*lines, "recipient")) != NULL) {
        mail->recipient = g_utf8_make_valid(value, -1);
        lines++;
    }
    if (*lines != NULL && (value = value_of(*lines, "mailbox")) != NULL) {
        mail->mailbox = g_utf8_make_valid(value, -1);
        lines++;
    }
    if (*lines == NULL || (value = value_of(*lines++, "received")) == NULL ||
        !parse_time(value, &mail->received)) {
        return false;
    }
    mail->truncated = g_strcmp0(*lines, "truncated 1") == 0;
    return (mail->truncated || g_strcmp0(*lines, "truncated 0") == 0) && lines[1] == NULL;
}

/* The length of the header with its blank line, or 0 if it is not of our form. */
static size_t parse_header(const char *bytes, size_t length, struct spool_mail *mail)
{
    size_t searched = MIN(length, (size_t)SPOOL_HEADER_MAX);
    const char *end = memmem(bytes, searched, "\n\n", 2);
    if (end == NULL || memchr(bytes, '\0', (size_t)(end - bytes)) != NULL) {
        return 0;
    }
    g_autofree char *text = g_strndup(bytes, (gsize)(end - bytes));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return parse_lines(lines, mail) ? (size_t)(end - bytes) + 2 : 0;
}

void spool_parse(const char *bytes, size_t length, struct spool_mail *mail)
{
    *mail = (struct spool_mail){ 0 };
    size_t header = parse_header(bytes, length, mail);
    mail->well_formed = header > 0;
    if (!mail->well_formed) {
        spool_mail_clear(mail);
    }
    size_t kept = MIN(length - header, (size_t)SPOOL_MAIL_MAX);
    mail->truncated = mail->truncated || kept < length - header;
    mail->bytes = g_bytes_new(bytes + header, kept);
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

/* The first bytes of a file, at most `limit`; NULL with errno if it cannot be
 * read. Only a plain file is one: a FIFO would keep us waiting. */
static GByteArray *read_file(const char *path, size_t limit)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return NULL;
    }
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(file);
        errno = EINVAL;
        return NULL;
    }
    GByteArray *bytes = g_byte_array_new();
    guint8 buffer[16 * 1024];
    ssize_t count = 1;
    while (count > 0 && bytes->len < limit) {
        count = TEMP_FAILURE_RETRY(read(file, buffer, MIN(sizeof(buffer), limit - bytes->len)));
        if (count > 0) {
            g_byte_array_append(bytes, buffer, (guint)count);
        }
    }
    int number = errno;
    close(file);
    if (count < 0) {
        g_byte_array_unref(bytes);
        errno = number;
        return NULL;
    }
    return bytes;
}

bool spool_read(const char *spool, const struct spool_entry *entry, struct spool_mail *mail,
                GError **error)
{
    *mail = (struct spool_mail){ 0 };
    g_autofree char *path = path_at(spool, entry->name, entry->attempt);
    /* One byte more than a file of ours can have shows that a file was cut. */
    g_autoptr(GByteArray) bytes = read_file(path, SPOOL_HEADER_MAX + SPOOL_MAIL_MAX + 1);
    if (bytes == NULL) {
        return disk_fault(path, "read", error);
    }
    spool_parse((const char *)bytes->data, bytes->len, mail);
    return true;
}

/* ---- what waits ---- */

static void entry_free(gpointer data)
{
    struct spool_entry *entry = data;
    g_free(entry->name);
    g_free(entry);
}

static int compare_entries(gconstpointer a, gconstpointer b)
{
    const struct spool_entry *first = *(struct spool_entry *const *)a;
    const struct spool_entry *second = *(struct spool_entry *const *)b;
    bool first_new = first->attempt == 0, second_new = second->attempt == 0;
    if (first_new != second_new) {
        return first_new - second_new;
    }
    if (first->received != second->received) {
        return first->received < second->received ? -1 : 1;
    }
    return strcmp(first->name, second->name);
}

/* False if there is no such plain file. One we may not read is told of at each
 * run, but does not keep the others waiting. */
static bool read_received(const char *path, gint64 *received)
{
    g_autoptr(GByteArray) bytes = read_file(path, SPOOL_HEADER_MAX);
    if (bytes == NULL) {
        if (errno != ENOENT && errno != EINVAL && errno != ELOOP) {
            log_line("%s: cannot read: %s", path, g_strerror(errno));
        }
        return false;
    }
    struct spool_mail mail;
    spool_parse((const char *)bytes->data, bytes->len, &mail);
    *received = mail.received;
    spool_mail_clear(&mail);
    return true;
}

static bool add_entries(const char *spool, bool at_work, GPtrArray *entries, GError **error)
{
    g_autofree char *folder = g_build_filename(spool, at_work ? "work" : "new", NULL);
    g_autoptr(GPtrArray) names = names_in(folder, error);
    if (names == NULL) {
        return false;
    }
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *name = g_strdup(names->pdata[i]);
        int attempt = at_work ? split_attempt(name) : 0;
        g_autofree char *path = path_at(spool, name, attempt);
        gint64 received;
        if ((at_work && attempt == 0) || !read_received(path, &received)) {
            continue;
        }
        struct spool_entry *entry = g_new(struct spool_entry, 1);
        *entry = (struct spool_entry){ g_steal_pointer(&name), received, attempt };
        g_ptr_array_add(entries, entry);
    }
    return true;
}

GPtrArray *spool_list(const char *spool, GError **error)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    if (!add_entries(spool, true, entries, error) || !add_entries(spool, false, entries, error)) {
        return NULL;
    }
    g_ptr_array_sort(entries, compare_entries);
    return g_steal_pointer(&entries);
}

bool spool_mail_waits(const char *spool, bool *waits, GError **error)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(entry_free);
    bool listed = add_entries(spool, false, entries, error);
    *waits = entries->len > 0;
    return listed;
}

/* ---- moving ---- */

static bool move(const char *from, const char *to, GError **error)
{
    return g_rename(from, to) == 0 || disk_fault(from, "rename", error);
}

/*
 * Why nothing below is synced. Should a power cut undo
 *   new/ to work/:    the attempt is not counted, and it was not the mail's fault;
 *   work/ to failed/: the mail is given up once more, and the operator told twice;
 *   work/ to new/:    an attempt too many is counted, of three;
 *   the removal:      the mail is taken up again, and its name is found in the
 *                     database, whose commit was synced before the removal began.
 */
bool spool_take(const char *spool, struct spool_entry *entry, bool *failed, GError **error)
{
    *failed = entry->attempt >= SPOOL_ATTEMPTS;
    g_autofree char *from = path_at(spool, entry->name, entry->attempt);
    if (*failed) {
        g_autofree char *to = path_failed(spool, entry->name);
        return (g_chmod(from, 0600) == 0 || disk_fault(from, "change the mode", error)) &&
               move(from, to, error);
    }
    g_autofree char *to = path_at(spool, entry->name, entry->attempt + 1);
    if (!move(from, to, error)) {
        return false;
    }
    entry->attempt++;
    return true;
}

bool spool_done(const char *spool, const struct spool_entry *entry, GError **error)
{
    g_autofree char *path = path_at(spool, entry->name, entry->attempt);
    return g_unlink(path) == 0 || disk_fault(path, "remove", error);
}

bool spool_return(const char *spool, const struct spool_entry *entry, GError **error)
{
    g_autofree char *from = path_at(spool, entry->name, entry->attempt);
    g_autofree char *to = path_at(spool, entry->name, 0);
    return move(from, to, error);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **spool_failed(const char *spool, GError **error)
{
    g_autofree char *folder = g_build_filename(spool, "failed", NULL);
    GPtrArray *names = names_in(folder, error);
    if (names == NULL) {
        return NULL;
    }
    g_ptr_array_sort(names, compare_names);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

bool spool_retry(const char *spool, const char *name, GError **error)
{
    g_autofree char *from = path_failed(spool, name), *to = path_at(spool, name, 0);
    if (!spool_name_valid(name) || g_access(from, F_OK) != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s/failed: no mail named %s", spool,
                    name);
        return false;
    }
    return move(from, to, error);
}

/* ---- making and tidying ---- */

bool spool_make(const char *spool, GError **error)
{
    static const char *const folders[] = { "tmp", "new", "work", "failed" };
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(spool, folders[i], NULL);
        if (g_mkdir_with_parents(path, 0700) != 0) {
            return disk_fault(path, "make the folder", error);
        }
    }
    g_autofree char *failed = path_failed(spool, "");
    if (g_chmod(failed, 0700) != 0) {
        return disk_fault(failed, "change the mode", error);
    }
    g_autofree char *parent = g_path_get_dirname(spool);
    return disk_sync_folder(spool, error) && disk_sync_folder(parent, error);
}

bool spool_tidy(const char *spool, GError **error)
{
    g_autofree char *folder = g_build_filename(spool, "tmp", NULL);
    g_autoptr(GPtrArray) names = names_in(folder, error);
    if (names == NULL) {
        return false;
    }
    gint64 oldest = clock_now() - (gint64)SPOOL_RUBBISH_HOURS * CLOCK_HOUR;
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = g_build_filename(folder, names->pdata[i], NULL);
        struct stat status;
        /* One that is gone was finished by its writer. */
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_mtime < oldest &&
            g_unlink(path) != 0 && errno != ENOENT) {
            log_line("%s: cannot remove: %s", path, g_strerror(errno));
        }
    }
    return true;
}
