/* The files of a commit log: what was written is read back, and nothing else is taken for it. */
#include <string.h>

#include "base/error.h"
#include "standby/log_record.h"

static const unsigned char key[SECRET_KEY_BYTES] = { 7 }, other_key[SECRET_KEY_BYTES] = { 8 };

/* A file, and where its records begin. */
struct file {
    GByteArray *bytes;
    gsize at[8];
    int count;
};

static void add(struct file *file, struct record *record, gint64 number, const char *content)
{
    unsigned char before[SECRET_HASH_BYTES];
    memcpy(before, record->hash, sizeof(before));
    *record = (struct record){ .number = number, .time = 1000 + number };
    memcpy(record->before, before, sizeof(before));
    record->content = (const guint8 *)content;
    record->length = strlen(content);
    g_autoptr(GByteArray) bytes = record_write(record, key);
    file->at[file->count++] = file->bytes->len;
    g_byte_array_append(file->bytes, bytes->data, bytes->len);
    file->at[file->count] = file->bytes->len;
}

/* Changes 5, 6 and 7. */
static struct file make_file(void)
{
    struct file file = { .bytes = g_byte_array_new() };
    struct record record = { 0 };
    add(&file, &record, 5, "five");
    add(&file, &record, 6, "six six six");
    add(&file, &record, 7, "");
    return file;
}

static bool read_file(struct segment *segment, const struct file *file, GError **error)
{
    return segment_read(segment, "f", 4, file->bytes->data, file->bytes->len, key, error);
}

static void test_read(void)
{
    struct file file = make_file();
    g_auto(Segment) segment = { 0 };
    g_autoptr(GError) error = NULL;
    g_assert_true(read_file(&segment, &file, &error));
    g_assert_no_error(error);
    g_assert_cmpint(segment.records->len, ==, 3);
    g_assert_cmpint(segment.last, ==, 7);
    g_assert_cmpuint(segment.good, ==, file.bytes->len);
    g_assert_false(segment.completed);
    const struct record *six = &g_array_index(segment.records, struct record, 1);
    g_assert_cmpint(six->number, ==, 6);
    g_assert_cmpint(six->time, ==, 1006);
    g_autofree char *content = g_strndup((const char *)six->content, six->length);
    g_assert_cmpstr(content, ==, "six six six");
    g_byte_array_unref(file.bytes);
}

/* How many records of the file end before that byte. */
static guint whole(const struct file *file, gsize end)
{
    guint count = 0;
    while ((int)count < file->count && file->at[count + 1] <= end) {
        count++;
    }
    return count;
}

static void test_cut(void)
{
    struct file file = make_file();
    for (gsize length = 0; length < file.bytes->len; length++) {
        g_auto(Segment) segment = { 0 };
        g_autofree guint8 *bytes = g_memdup2(file.bytes->data, length + 1);
        g_assert_true(segment_read(&segment, "f", 4, bytes, length, key, NULL));
        const guint count = whole(&file, length);
        g_assert_cmpint(segment.records->len, ==, count);
        g_assert_cmpuint(segment.good, ==, file.at[count]);
        g_assert_true(segment.completed == (length > file.at[count]));
        g_assert_cmpint(segment.last, ==, count + 4);
    }
    /* After a power cut there may be zeros where the last one should be. */
    g_auto(Segment) segment = { 0 };
    memset(file.bytes->data + file.at[2], 0, file.bytes->len - file.at[2]);
    g_assert_true(read_file(&segment, &file, NULL));
    g_assert_cmpint(segment.last, ==, 6);
    g_byte_array_unref(file.bytes);
}

/* Any byte that is another is noticed, and what stands before it is good. */
static void test_damaged(void)
{
    struct file file = make_file();
    for (gsize at = 0; at < file.bytes->len; at++) {
        g_auto(Segment) segment = { 0 };
        g_autoptr(GError) error = NULL;
        file.bytes->data[at] ^= 0x20;
        g_assert_false(read_file(&segment, &file, &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
        g_assert_true(g_str_has_prefix(error->message, "f: "));
        g_assert_cmpint(segment.records->len, ==, whole(&file, at));
        file.bytes->data[at] ^= 0x20;
    }
    g_byte_array_unref(file.bytes);
}

/* Makes a file of records of the first one, given by their indexes. */
static void assert_order(const char *indexes)
{
    struct file file = make_file();
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    for (const char *index = indexes; *index != '\0'; index++) {
        const int i = *index - '0';
        g_byte_array_append(bytes, file.bytes->data + file.at[i],
                            (guint)(file.at[i + 1] - file.at[i]));
    }
    g_auto(Segment) segment = { 0 };
    g_autoptr(GError) error = NULL;
    g_assert_false(segment_read(&segment, "f", 4, bytes->data, bytes->len, key, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    g_assert_nonnull(strstr(error->message, "something is missing, or out of order"));
    g_byte_array_unref(file.bytes);
}

static void test_order(void)
{
    const char *const orders[] = { "00", "010", "02", "12", "012012", "0122" };
    for (size_t i = 0; i < G_N_ELEMENTS(orders); i++) {
        assert_order(orders[i]);
    }
}

/* The right number, but not what was written behind the one before. */
static void test_another_way(void)
{
    struct file file = { .bytes = g_byte_array_new() };
    struct record record = { 0 };
    g_auto(Segment) segment = { 0 };
    add(&file, &record, 5, "five");
    record.hash[3] ^= 1;
    add(&file, &record, 6, "six");
    g_assert_false(read_file(&segment, &file, NULL));
    g_assert_cmpint(segment.last, ==, 5);
    g_byte_array_unref(file.bytes);
}

static void test_another_server(void)
{
    struct file file = make_file();
    g_auto(Segment) segment = { 0 };
    g_assert_false(
        segment_read(&segment, "f", 4, file.bytes->data, file.bytes->len, other_key, NULL));
    g_assert_cmpint(segment.records->len, ==, 0);
    g_byte_array_unref(file.bytes);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    random_init();
    g_test_add_func("/log-record/read", test_read);
    g_test_add_func("/log-record/cut", test_cut);
    g_test_add_func("/log-record/damaged", test_damaged);
    g_test_add_func("/log-record/order", test_order);
    g_test_add_func("/log-record/another-way", test_another_way);
    g_test_add_func("/log-record/another-server", test_another_server);
    return g_test_run();
}
