/* What was delivered is noted beside the database: read back as it was written, whatever
 * else stands in the file. */
#include "transport/delivered.h"

#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "tests/unit/folder.h"

static const char hash[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static struct delivered *opened(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "sent", NULL);
    g_autoptr(GError) error = NULL;
    struct delivered *delivered = delivered_open(path, &error);
    g_assert_no_error(error);
    return delivered;
}

/* "ID TIME WORD; ..." of what another sender finds. */
static char *found(const char *folder)
{
    g_autoptr(Delivered) delivered = opened(folder);
    g_autoptr(GPtrArray) entries = delivered_read(delivered, NULL);
    g_assert_nonnull(entries);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < entries->len; i++) {
        const struct delivered_entry *entry = entries->pdata[i];
        g_assert_cmpstr(entry->hash, ==, hash);
        g_string_append_printf(text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s; ", entry->id,
                               entry->time, entry->word != NULL ? entry->word : "-");
    }
    return g_string_free(text, FALSE);
}

static void assert_found(const char *folder, const char *expected)
{
    g_autofree char *text = found(folder);
    g_assert_cmpstr(text, ==, expected);
}

static void add(struct delivered *delivered, gint64 id, const char *word)
{
    const struct delivered_entry entry = {
        .id = id, .time = 1700000000 + id, .hash = (char *)hash, .word = (char *)word
    };
    g_autoptr(GError) error = NULL;
    g_assert_true(delivered_add(delivered, &entry, &error));
    g_assert_true(delivered_sync(delivered, &error));
    g_assert_no_error(error);
}

static void test_entries(void)
{
    g_autoptr(Folder) folder = folder_new();
    assert_found(folder, "");
    g_autofree char *path = g_build_filename(folder, "sent", NULL);
    struct stat status;
    g_assert_cmpint(stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 0777, ==, 0600);
    g_assert_cmpint(status.st_size, ==, DELIVERED_SLOTS * DELIVERED_SLOT_BYTES);
    g_autoptr(Delivered) delivered = opened(folder);
    add(delivered, 1, NULL);
    add(delivered, 2, "250 2.0.0 queued as\r\n3 x");
    assert_found(folder, "1 1700000001 -; 2 1700000002 250 2.0.0 queued as  3 x; ");
    g_assert_true(delivered_clear(delivered, NULL));
    assert_found(folder, "");
    for (int i = 0; i < DELIVERED_SLOTS; i++) {
        add(delivered, 100 + i, NULL);
    }
    g_autofree char *all = found(folder);
    g_assert_true(g_str_has_suffix(all, "599 1700000599 -; "));
}

/* Words of any length and any bytes leave the entries behind them alone. */
static void test_words(void)
{
    g_autoptr(Folder) folder = folder_new();
    g_autoptr(Delivered) delivered = opened(folder);
    g_autofree char *word = g_strnfill(2000, 'w');
    add(delivered, 1, word);
    add(delivered, 2, "\377");
    add(delivered, 3, "");
    g_autofree char *text = found(folder);
    g_assert_true(g_str_has_prefix(text, "1 1700000001 wwww"));
    g_assert_true(g_str_has_suffix(text, "w; 2 1700000002 \357\277\275; 3 1700000003 -; "));
    g_assert_true(g_utf8_validate(text, -1, NULL));
}

/* A slot of which only a part reached the disk, or that holds anything else. */
static void test_torn(void)
{
    g_autoptr(Folder) folder = folder_new();
    static const char *const slots[] = { "1 17000",   "-1 5 %s ",
                                         "0 5 %s ",   "1 x %s ",
                                         "1 5 abcd ", "1 5 %s",
                                         "\n\n\n\n",  "99999999999999999999 5 %s " };
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(slots); i++) {
        g_auto(GStrv) halves = g_strsplit(slots[i], "%s", 2);
        g_autofree char *slot = g_strjoinv(hash, halves);
        g_string_append(text, slot);
        while (text->len < (i + 1) * DELIVERED_SLOT_BYTES) {
            g_string_append_c(text,
                              slots[i][0] == '\n' || slot[strlen(slot) - 1] != ' ' ? 'x' : ' ');
        }
    }
    folder_put(folder, "sent", text->str);
    assert_found(folder, "");
    g_autoptr(Delivered) delivered = opened(folder);
    add(delivered, 7, NULL);
    assert_found(folder, "7 1700000007 -; ");
}

static void test_hash(void)
{
    g_autoptr(GBytes) letter = g_bytes_new_static("ab", 2), other = g_bytes_new_static("b", 1);
    g_autofree char *one = delivered_hash("x", letter), *same = delivered_hash("x", letter);
    g_autofree char *two = delivered_hash("xa", other);
    g_assert_cmpstr(one, ==, same);
    g_autofree char *to_another = delivered_hash("y", letter);
    g_assert_cmpstr(one, !=, two);
    g_assert_cmpstr(one, !=, to_another);
    g_assert_cmpuint(strlen(one), ==, strlen(hash));
}

static void test_no_file(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(delivered_open("/nonexistent/sent", &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/delivered/entries", test_entries);
    g_test_add_func("/delivered/words", test_words);
    g_test_add_func("/delivered/torn", test_torn);
    g_test_add_func("/delivered/hash", test_hash);
    g_test_add_func("/delivered/no-file", test_no_file);
    return g_test_run();
}
