/* The files of a commit log: what was written is read back, and nothing else is taken for it. */
#include <string.h>

#include "base/error.h"
#include "store/commit_record.h"

static const char epoch[] = "20261126-183021-0123456789abcdef";
static const unsigned char key[SECRET_KEY_BYTES] = { 7 }, other_key[SECRET_KEY_BYTES] = { 8 };

/* A file, and where its records begin. */
struct file {
    GByteArray *bytes;
    gsize at[8];
    int count;
};

static void add(struct file *file, struct record *record, enum record_kind kind, gint64 number,
                const char *content)
{
    unsigned char before[SECRET_HASH_BYTES];
    memcpy(before, record->hash, sizeof(before));
    *record = (struct record){ .kind = kind, .number = number, .time = 1000 + number };
    memcpy(record->before, before, sizeof(before));
    record->content = (const guint8 *)content;
    record->length = strlen(content);
    g_autoptr(GByteArray) bytes =
        kind == RECORD_BEGIN ? record_write_begin(record, epoch, key) : record_write(record, key);
    file->at[file->count++] = file->bytes->len;
    g_byte_array_append(file->bytes, bytes->data, bytes->len);
    file->at[file->count] = file->bytes->len;
}

/* Begin, changes 5, 6 and 7, closed. */
static struct file make_file(void)
{
    struct file file = { .bytes = g_byte_array_new() };
    struct record record = { 0 };
    add(&file, &record, RECORD_BEGIN, 4, "");
    add(&file, &record, RECORD_CHANGES, 5, "five");
    add(&file, &record, RECORD_CHANGES, 6, "six six six");
    add(&file, &record, RECORD_CHANGES, 7, "");
    add(&file, &record, RECORD_CLOSED, 7, "");
    return file;
}

static void test_read(void)
{
    struct file file = make_file();
    g_auto(Segment) segment = { 0 };
    g_autoptr(GError) error = NULL;
    g_assert_true(segment_read(&segment, "f", file.bytes->data, file.bytes->len, key, &error));
    g_assert_no_error(error);
    g_assert_cmpstr(segment.epoch, ==, epoch);
    g_assert_cmpint(segment.records->len, ==, 5);
    g_assert_cmpint(segment.last, ==, 7);
    g_assert_cmpuint(segment.good, ==, file.bytes->len);
    g_assert_false(segment.cut);
    const struct record *six = &g_array_index(segment.records, struct record, 2);
    g_assert_cmpint(six->kind, ==, RECORD_CHANGES);
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
        g_assert_true(segment_read(&segment, "f", bytes, length, key, NULL));
        const guint count = whole(&file, length);
        g_assert_cmpint(segment.records->len, ==, count);
        g_assert_cmpuint(segment.good, ==, file.at[count]);
        g_assert_true(segment.cut == (length > file.at[count]));
        g_assert_cmpint(segment.last, ==, count == 0 ? 0 : MIN(count + 3, 7));
    }
    /* After a power cut there may be zeros where the last one should be. */
    g_auto(Segment) segment = { 0 };
    memset(file.bytes->data + file.at[3], 0, file.bytes->len - file.at[3]);
    g_assert_true(segment_read(&segment, "f", file.bytes->data, file.bytes->len, key, NULL));
    g_assert_true(segment.cut);
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
        g_assert_false(segment_read(&segment, "f", file.bytes->data, file.bytes->len, key, &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
        g_assert_true(g_str_has_prefix(error->message, "f: "));
        g_assert_cmpint(segment.records->len, ==, whole(&file, at));
        file.bytes->data[at] ^= 0x20;
    }
    g_byte_array_unref(file.bytes);
}

/* Makes a file of records of the first one, given by their indexes. */
static void assert_order(const char *indexes, const char *words)
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
    g_assert_false(segment_read(&segment, "f", bytes->data, bytes->len, key, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    g_assert_nonnull(strstr(error->message, words));
    g_byte_array_unref(file.bytes);
}

static void test_order(void)
{
    assert_order("011", "change 5 is there twice");
    assert_order("0121", "change 5 is there twice, or behind a later one");
    assert_order("021", "change 6 stands where change 5 should");
    assert_order("013", "change 7 stands where change 6 should");
    assert_order("014", "change 7 stands where change 6 should");
    assert_order("0123401234", "another file was written behind change 7");
    assert_order("12", "does not begin like a commit log");
    assert_order("03", "something is missing, or out of order");
    /* The same number, but not what was written behind the one before. */
    assert_order("012344", "does not belong behind what stands before it");
}

static void test_another_server(void)
{
    struct file file = make_file();
    g_auto(Segment) segment = { 0 };
    g_autoptr(GError) error = NULL;
    g_assert_false(
        segment_read(&segment, "f", file.bytes->data, file.bytes->len, other_key, &error));
    g_assert_nonnull(strstr(error->message, "is the log of another server"));
    g_assert_cmpint(segment.records->len, ==, 0);
    g_byte_array_unref(file.bytes);
}

/* Its first bytes tell whose a file is. */
static void test_owner(void)
{
    struct file file = make_file();
    const guint8 *bytes = file.bytes->data;
    gint64 time = 0;
    g_assert_cmpint(record_owner(bytes, RECORD_BEGIN_MOST, key, &time), ==, OWNER_US);
    g_assert_cmpint(time, >, 0);
    g_assert_cmpint(record_owner(bytes, RECORD_BEGIN_MOST, other_key, &time), ==, OWNER_ANOTHER);
    g_assert_cmpint(record_owner(bytes, RECORD_BEGIN_MOST, NULL, &time), ==, OWNER_UNKNOWN);
    g_assert_cmpint(time, >, 0);
    g_assert_cmpint(record_owner(bytes, 100, key, &time), ==, OWNER_UNKNOWN);
    g_assert_cmpint(time, ==, 0);
    g_assert_cmpint(record_owner(bytes + 1, 100, key, &time), ==, OWNER_UNKNOWN);
    g_assert_cmpint(record_owner(bytes, 0, key, &time), ==, OWNER_UNKNOWN);
    g_byte_array_unref(file.bytes);
}

static void test_epochs(void)
{
    g_assert_true(epoch_valid(epoch));
    g_assert_false(epoch_valid(""));
    g_assert_false(epoch_valid("20261126-183021-0123456789abcde"));
    g_assert_false(epoch_valid("20261126-183021-0123456789abcdeg"));
    g_assert_false(epoch_valid("20261126x183021-0123456789abcdef"));
    g_assert_false(epoch_valid("../../../../../../../../../../.."));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    random_init();
    g_test_add_func("/commit-record/read", test_read);
    g_test_add_func("/commit-record/cut", test_cut);
    g_test_add_func("/commit-record/damaged", test_damaged);
    g_test_add_func("/commit-record/order", test_order);
    g_test_add_func("/commit-record/another-server", test_another_server);
    g_test_add_func("/commit-record/owner", test_owner);
    g_test_add_func("/commit-record/epochs", test_epochs);
    return g_test_run();
}
