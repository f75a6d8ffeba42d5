/*
 * Files of a commit log, with any bytes of them changed.
 *
 * An input begins with a byte. If it is odd, what follows is read as it is. Else a file is written:
 * each byte up to the first 0 is a commit with so many bytes in it. What follows are changes, three
 * bytes each: where, in two bytes, and what is done there. The reader must find all records that
 * end before the first change, and no other.
 */
#include <stdint.h>
#include <string.h>

#include "standby/log_record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RECORDS_MOST = 40 };

static const unsigned char key[SECRET_KEY_BYTES] = { 1 };

/* A file, and where each of its records ends. */
struct file {
    GByteArray *bytes;
    gsize end[RECORDS_MOST + 1];
    guint count;
};

static void add(struct file *file, GByteArray *bytes)
{
    g_byte_array_append(file->bytes, bytes->data, bytes->len);
    file->end[file->count++] = file->bytes->len;
    g_byte_array_unref(bytes);
}

/* Writes the file; returns how many bytes of the input it took. */
static size_t write_file(struct file *file, const uint8_t *data, size_t size)
{
    static const guint8 content[G_MAXUINT8] = { 0 };
    struct record record = { .number = 100, .content = content };
    size_t at = 0;
    for (; at < size && data[at] != 0 && file->count <= RECORDS_MOST; at++) {
        memcpy(record.before, record.hash, sizeof(record.before));
        record.number++;
        record.length = data[at];
        add(file, record_write(&record, key));
    }
    return at < size ? at + 1 : at;
}

/* Changes the file. Returns where the first byte is that differs from what was written. */
static gsize change(GByteArray *bytes, const uint8_t *data, size_t size)
{
    gsize first = bytes->len;
    for (size_t i = 0; i + 2 < size; i += 3) {
        const gsize at = (gsize)(data[i] << 8 | data[i + 1]) % (bytes->len + 1);
        if (data[i + 2] == 0 || at == bytes->len) { /* cut off there */
            g_byte_array_set_size(bytes, (guint)at);
            first = MIN(first, at);
        } else {
            bytes->data[at] ^= data[i + 2];
            first = MIN(first, at);
            return first; /* another change could undo this one */
        }
    }
    return first;
}

static void check_file(const uint8_t *data, size_t size)
{
    struct file file = { .bytes = g_byte_array_new() };
    const size_t taken = write_file(&file, data, size);
    const gsize whole = file.bytes->len;
    const gsize first = change(file.bytes, data + taken, size - taken);
    guint count = 0;
    while (count < file.count && file.end[count] <= first) {
        count++;
    }
    g_auto(Segment) segment = { 0 };
    g_autoptr(GError) error = NULL;
    const bool good =
        segment_read(&segment, "f", 100, file.bytes->data, file.bytes->len, key, &error);
    g_assert_cmpuint(segment.records->len, ==, count);
    g_assert_cmpuint(segment.good, ==, count > 0 ? file.end[count - 1] : 0);
    g_assert_true(good == (error == NULL));
    g_assert_true(first < whole || (good && !segment.completed));
    g_byte_array_unref(file.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] % 2 == 0) {
        check_file(data + 1, size - 1);
    } else if (size > 0) {
        g_auto(Segment) segment = { 0 };
        segment_read(&segment, "f", 100, data + 1, size - 1, key, NULL);
        g_assert_cmpuint(segment.good, <=, size - 1);
    }
    return 0;
}
