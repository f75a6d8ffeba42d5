#include "standby/log_record.h"

#include <string.h>

#include "base/error.h"

/* A head as it is in the file: all numbers have their highest byte first. */
struct head {
    char begins[sizeof(record_begins)];
    guint32 length, again;
    guint64 number, time;
    unsigned char before[SECRET_HASH_BYTES];
} __attribute__((packed));

G_STATIC_ASSERT(sizeof(struct head) == RECORD_HEAD);

const char record_begins[4] = { 'p', 'm', 'r', '1' };

/* ---- one record ---- */

GByteArray *record_write(struct record *record, const unsigned char key[SECRET_KEY_BYTES])
{
    const guint32 length = GUINT32_TO_BE((guint32)record->length);
    struct head head = { .length = length,
                         .again = ~length,
                         .number = GUINT64_TO_BE((guint64)record->number),
                         .time = GUINT64_TO_BE((guint64)record->time) };
    memcpy(head.begins, record_begins, sizeof(head.begins));
    memcpy(head.before, record->before, sizeof(head.before));
    GByteArray *bytes = g_byte_array_sized_new((guint)(RECORD_LEAST + record->length));
    g_byte_array_append(bytes, (const guint8 *)&head, sizeof(head));
    g_byte_array_append(bytes, record->content, (guint)record->length);
    secret_hash(key, bytes->data, bytes->len, record->hash);
    g_byte_array_append(bytes, record->hash, sizeof(record->hash));
    return bytes;
}

enum found { FOUND_WHOLE, FOUND_CUT, FOUND_DAMAGED };

/* True if there are only zeros, as a file may have behind its end after a power cut. */
static bool is_empty(const guint8 *bytes, gsize length)
{
    gsize zeros = 0;
    while (zeros < length && bytes[zeros] == 0) {
        zeros++;
    }
    return zeros == length;
}

/* Reads the record at the beginning of `bytes`. FOUND_CUT if it ends before its end, as when it is
 * being written or copied. */
static enum found read_record(const guint8 *bytes, gsize length,
                              const unsigned char key[SECRET_KEY_BYTES], struct record *record)
{
    if (length < RECORD_HEAD) {
        return FOUND_CUT;
    }
    struct head head;
    memcpy(&head, bytes, sizeof(head));
    const gsize content = GUINT32_FROM_BE(head.length), hashed = RECORD_HEAD + content;
    if (memcmp(head.begins, record_begins, sizeof(head.begins)) != 0 ||
        head.again != ~head.length) {
        return is_empty(bytes, length) ? FOUND_CUT : FOUND_DAMAGED;
    }
    if (length < hashed + SECRET_HASH_BYTES) {
        return FOUND_CUT;
    }
    *record = (struct record){
        .number = (gint64)GUINT64_FROM_BE(head.number),
        .time = (gint64)GUINT64_FROM_BE(head.time),
        .content = bytes + RECORD_HEAD,
        .length = content,
    };
    memcpy(record->before, head.before, sizeof(record->before));
    secret_hash(key, bytes, hashed, record->hash);
    return memcmp(record->hash, bytes + hashed, sizeof(record->hash)) == 0 ? FOUND_WHOLE
                                                                           : FOUND_DAMAGED;
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

/* True if the record may follow those. */
static bool follows(const struct segment *segment, const struct record *record)
{
    const guint count = segment->records->len;
    return record->number == segment->last + 1 &&
           (count == 0 || memcmp(g_array_index(segment->records, struct record, count - 1).hash,
                                 record->before, sizeof(record->before)) == 0);
}

bool segment_read(struct segment *segment, const char *name, gint64 number, const guint8 *bytes,
                  gsize length, const unsigned char key[SECRET_KEY_BYTES], GError **error)
{
    *segment = (struct segment){
        .records = g_array_new(FALSE, FALSE, sizeof(struct record)),
        .last = number,
    };
    struct record record;
    while (segment->good < length) {
        const gsize at = segment->good;
        const enum found found = read_record(bytes + at, length - at, key, &record);
        segment->completed = found != FOUND_WHOLE;
        if (found == FOUND_CUT) {
            return true;
        }
        if (found == FOUND_DAMAGED) {
            return log_refuse(error, name,
                              "is damaged at byte %" G_GSIZE_FORMAT
                              ", behind change %" G_GINT64_FORMAT,
                              at, segment->last);
        }
        if (!follows(segment, &record)) {
            return log_refuse(error, name,
                              "change %" G_GINT64_FORMAT " stands behind change %" G_GINT64_FORMAT
                              " and does not belong there: something is missing, or out of order",
                              record.number, segment->last);
        }
        g_array_append_val(segment->records, record);
        segment->last = record.number;
        segment->good += record.length + RECORD_LEAST;
    }
    return true;
}

void segment_clear(struct segment *segment)
{
    g_clear_pointer(&segment->records, g_array_unref);
}
