#include "store/commit_record.h"

#include <string.h>

#include "base/error.h"

/* Where the parts of a head are. */
enum {
    AT_KIND = 4,
    AT_NUMBER = 8,
    AT_TIME = 16,
    AT_LENGTH = 24,
    AT_CHECK = 28,
    AT_BEFORE = 32,
    HEAD = 64,
    SERVER_BYTES = 8, /* of the hash that names a server */
    BEGIN_MOST = 200, /* bytes of the line in a RECORD_BEGIN */
};

static const char magic[] = "pmr1";

/* ---- numbers ---- */

static void put(guint8 *at, guint64 number, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--, number >>= 8) {
        at[i] = (guint8)(number & 0xff);
    }
}

static guint64 get(const guint8 *at, int bytes)
{
    guint64 number = 0;
    for (int i = 0; i < bytes; i++) {
        number = number << 8 | at[i];
    }
    return number;
}

/* Of the head but for the check itself. It needs no key, so that a log of another server is told
 * from a damaged one. */
static guint32 check_of(const guint8 head[HEAD])
{
    static const unsigned char no_key[SECRET_KEY_BYTES] = { 0 };
    unsigned char hash[SECRET_HASH_BYTES];
    guint8 others[HEAD];
    memcpy(others, head, HEAD);
    memset(others + AT_CHECK, 0, AT_BEFORE - AT_CHECK);
    secret_hash(no_key, others, HEAD, hash);
    return (guint32)get(hash, 4);
}

/* ---- one record ---- */

GByteArray *record_write(struct record *record, const unsigned char key[SECRET_KEY_BYTES])
{
    guint8 head[HEAD] = { 0 }, size[RECORD_SIZE_BYTES];
    memcpy(head, magic, AT_KIND);
    put(head + AT_KIND, record->kind, 4);
    put(head + AT_NUMBER, (guint64)record->number, 8);
    put(head + AT_TIME, (guint64)record->time, 8);
    put(head + AT_LENGTH, record->length, 4);
    memcpy(head + AT_BEFORE, record->before, sizeof(record->before));
    put(head + AT_CHECK, check_of(head), 4);
    GByteArray *bytes = g_byte_array_sized_new((guint)(RECORD_LEAST + record->length));
    g_byte_array_append(bytes, head, HEAD);
    if (record->length > 0) {
        g_byte_array_append(bytes, record->content, (guint)record->length);
    }
    secret_hash(key, bytes->data, bytes->len, record->hash);
    g_byte_array_append(bytes, record->hash, sizeof(record->hash));
    put(size, bytes->len + sizeof(size), sizeof(size));
    g_byte_array_append(bytes, size, sizeof(size));
    return bytes;
}

/* True if it has only zeros, as a file may have behind its end after a power cut. */
static bool is_empty(const guint8 *bytes, gsize length)
{
    while (length > 0 && *bytes == 0) {
        bytes++;
        length--;
    }
    return length == 0;
}

static bool head_valid(const guint8 *head)
{
    return memcmp(head, magic, AT_KIND) == 0 && get(head + AT_CHECK, 4) == check_of(head) &&
           get(head + AT_LENGTH, 4) <= RECORD_MOST - RECORD_LEAST &&
           get(head + AT_NUMBER, 8) <= G_MAXINT64 && get(head + AT_TIME, 8) <= G_MAXINT64;
}

/* Reads the head and finds the content, but does not look whether that is what was written. */
static enum record_found read_head(const guint8 *bytes, gsize length, struct record *record)
{
    if (length < HEAD) {
        return RECORD_CUT;
    }
    if (!head_valid(bytes)) {
        return is_empty(bytes, length) ? RECORD_CUT : RECORD_DAMAGED;
    }
    *record = (struct record){
        .kind = (enum record_kind)get(bytes + AT_KIND, 4),
        .number = (gint64)get(bytes + AT_NUMBER, 8),
        .time = (gint64)get(bytes + AT_TIME, 8),
        .content = bytes + HEAD,
        .length = get(bytes + AT_LENGTH, 4),
    };
    memcpy(record->before, bytes + AT_BEFORE, sizeof(record->before));
    return length - HEAD < record->length + RECORD_LEAST - HEAD ? RECORD_CUT : RECORD_WHOLE;
}

enum record_found record_read(const guint8 *bytes, gsize length,
                              const unsigned char key[SECRET_KEY_BYTES], struct record *record,
                              gsize *size)
{
    const enum record_found found = read_head(bytes, length, record);
    if (found != RECORD_WHOLE) {
        return found;
    }
    const gsize hashed = HEAD + record->length;
    *size = record->length + RECORD_LEAST;
    secret_hash(key, bytes, hashed, record->hash);
    return memcmp(record->hash, bytes + hashed, sizeof(record->hash)) == 0 &&
                   get(bytes + *size - RECORD_SIZE_BYTES, RECORD_SIZE_BYTES) == *size
               ? RECORD_WHOLE
               : RECORD_DAMAGED;
}

/* ---- the line at the beginning ---- */

bool epoch_valid(const char *text)
{
    bool valid = strlen(text) == EPOCH_CHARACTERS;
    for (int i = 0; valid && i < EPOCH_CHARACTERS; i++) {
        valid = i == 8 || i == 15 ? text[i] == '-' : strchr("0123456789abcdef", text[i]) != NULL;
    }
    return valid;
}

gint64 epoch_time(const char *epoch)
{
    g_autofree char *text = g_strdup_printf("%.8sT%.6sZ", epoch, epoch + strlen("20261126-"));
    g_autoptr(GDateTime) date = g_date_time_new_from_iso8601(text, NULL);
    return date != NULL ? g_date_time_to_unix(date) : 0;
}

/* The name of a server in its logs. Free with g_free. */
static char *server_name(const unsigned char key[SECRET_KEY_BYTES])
{
    static const char about[] = "commit log";
    unsigned char hash[SECRET_HASH_BYTES];
    secret_hash(key, about, strlen(about), hash);
    GString *name = g_string_new(NULL);
    for (int i = 0; i < SERVER_BYTES; i++) {
        g_string_append_printf(name, "%02x", hash[i]);
    }
    return g_string_free(name, FALSE);
}

static char *begin_line(const char *epoch, const unsigned char key[SECRET_KEY_BYTES])
{
    g_autofree char *server = server_name(key);
    return g_strdup_printf("postmove commit log %s of server %s\n", epoch, server);
}

GByteArray *record_write_begin(struct record *record, const char *epoch,
                               const unsigned char key[SECRET_KEY_BYTES])
{
    g_autofree char *line = begin_line(epoch, key);
    record->kind = RECORD_BEGIN;
    record->content = (const guint8 *)line;
    record->length = strlen(line);
    GByteArray *bytes = record_write(record, key);
    record->content = NULL;
    record->length = 0;
    return bytes;
}

/* ---- a file ---- */

bool log_refuse(GError **error, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *words = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: %s", name, words);
    return false;
}

/* Reads who wrote the file, before its hashes are looked at: they have that server's key. */
static bool read_line(struct segment *segment, const char *name, const struct record *record,
                      const unsigned char key[SECRET_KEY_BYTES], GError **error)
{
    g_autofree char *line =
        g_strndup((const char *)record->content, MIN(record->length, BEGIN_MOST));
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    if (record->kind != RECORD_BEGIN || g_strv_length(words) != 7 || !epoch_valid(words[3])) {
        return log_refuse(error, name, "does not begin like a commit log");
    }
    segment->epoch = g_strdup(words[3]);
    g_autofree char *ours = begin_line(segment->epoch, key);
    return strcmp(line, ours) == 0 ||
           log_refuse(error, name, "is the log of another server, and nothing of it was used");
}

enum log_owner record_owner(const guint8 *bytes, gsize length,
                            const unsigned char key[SECRET_KEY_BYTES], gint64 *time)
{
    struct record record;
    *time = 0;
    if (read_head(bytes, length, &record) != RECORD_WHOLE || record.kind != RECORD_BEGIN) {
        return OWNER_UNKNOWN;
    }
    *time = record.time;
    if (key == NULL) {
        return OWNER_UNKNOWN;
    }
    struct segment segment = { 0 };
    const bool ours = read_line(&segment, "", &record, key, NULL);
    const bool known = segment.epoch != NULL;
    segment_clear(&segment);
    return ours ? OWNER_US : known ? OWNER_ANOTHER : OWNER_UNKNOWN;
}

/* True if the record may follow the last one of those. */
static bool follows(const struct segment *segment, const struct record *record, const char *name,
                    GError **error)
{
    const gint64 last = segment->last, number = record->number;
    if (segment->records->len == 0) {
        return true;
    }
    const struct record *before =
        &g_array_index(segment->records, struct record, segment->records->len - 1);
    if (record->kind == RECORD_BEGIN) {
        return log_refuse(error, name, "another file was written behind change %" G_GINT64_FORMAT,
                          last);
    }
    if (record->kind == RECORD_CHANGES && number <= last) {
        return log_refuse(error, name,
                          "change %" G_GINT64_FORMAT " is there twice, or behind a later one",
                          number);
    }
    if (number != last + (record->kind == RECORD_CHANGES)) {
        return log_refuse(error, name,
                          "change %" G_GINT64_FORMAT " stands where change %" G_GINT64_FORMAT
                          " should: something is missing, or out of order",
                          number, last + 1);
    }
    return memcmp(before->hash, record->before, sizeof(record->before)) == 0 ||
           log_refuse(error, name,
                      "change %" G_GINT64_FORMAT " does not belong behind what stands before it",
                      number);
}

bool segment_read(struct segment *segment, const char *name, const guint8 *bytes, gsize length,
                  const unsigned char key[SECRET_KEY_BYTES], GError **error)
{
    *segment = (struct segment){ .records = g_array_new(FALSE, FALSE, sizeof(struct record)) };
    struct record record;
    if (read_head(bytes, length, &record) == RECORD_WHOLE &&
        !read_line(segment, name, &record, key, error)) {
        return false;
    }
    while (segment->good < length) {
        gsize size = 0;
        const enum record_found found =
            record_read(bytes + segment->good, length - segment->good, key, &record, &size);
        if (found == RECORD_CUT) {
            segment->cut = true;
            return true;
        }
        if (found == RECORD_DAMAGED) {
            return log_refuse(error, name,
                              "is damaged at byte %" G_GSIZE_FORMAT
                              ", behind change %" G_GINT64_FORMAT,
                              segment->good, segment->last);
        }
        if (!follows(segment, &record, name, error)) {
            return false;
        }
        g_array_append_val(segment->records, record);
        segment->last = record.number;
        segment->good += size;
    }
    return true;
}

void segment_clear(struct segment *segment)
{
    g_clear_pointer(&segment->epoch, g_free);
    g_clear_pointer(&segment->records, g_array_unref);
}
