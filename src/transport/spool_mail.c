/* A spool file as a mail: its header, and the mail behind it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "transport/disk.h"
#include "transport/spool_folder.h"

/* ---- the header ---- */

static bool parse_time(const char *digits, gint64 *received)
{
    guint64 seconds;
    if (!g_ascii_string_to_unsigned(digits, 10, 0, SPOOL_LAST_SECOND, &seconds, NULL)) {
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
    /* An empty file has no bytes to point at. */
    size_t searched = MIN(length, (size_t)SPOOL_HEADER_MAX);
    const char *end = searched > 0 ? memmem(bytes, searched, "\n\n", 2) : NULL;
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

/* Reads at most `limit` bytes from the file; NULL with errno. */
static GByteArray *read_bytes(int file, size_t limit)
{
    GByteArray *bytes = g_byte_array_new();
    guint8 buffer[16 * 1024];
    ssize_t count = 1;
    while (count > 0 && bytes->len < limit) {
        count = TEMP_FAILURE_RETRY(read(file, buffer, MIN(sizeof(buffer), limit - bytes->len)));
        if (count > 0) {
            g_byte_array_append(bytes, buffer, (guint)count);
        }
    }
    if (count < 0) {
        int number = errno;
        g_byte_array_unref(bytes);
        errno = number;
        return NULL;
    }
    return bytes;
}

GByteArray *spool_file_bytes(const char *path, size_t limit, struct stat *status)
{
    if (lstat(path, status) != 0) {
        return NULL;
    }
    if (!S_ISREG(status->st_mode)) {
        errno = ELOOP;
        return NULL;
    }
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return NULL;
    }
    GByteArray *bytes = fstat(file, status) == 0 ? read_bytes(file, limit) : NULL;
    int number = errno;
    close(file);
    errno = number;
    return bytes;
}

bool spool_read(const char *spool, const struct spool_entry *entry, struct spool_mail *mail,
                GError **error)
{
    *mail = (struct spool_mail){ 0 };
    g_autofree char *path = g_build_filename(spool, entry->file, NULL);
    struct stat status;
    /* One byte more than a file of ours can have shows that a file was cut. */
    g_autoptr(GByteArray) bytes =
        spool_file_bytes(path, SPOOL_HEADER_MAX + SPOOL_MAIL_MAX + 1, &status);
    if (bytes == NULL) {
        return disk_fault(path, "read", error);
    }
    spool_parse((const char *)bytes->data, bytes->len, mail);
    return true;
}
