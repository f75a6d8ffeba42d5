/* Statements of the thin layer over SQLite: their values, and one used while it is in use. */
#include <string.h>

#include "base/error.h"
#include "tests/unit/scratch.h"

static void add_notice(struct db *db, const char *folded)
{
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, 'text', 1)", folded);
}

/* One text, asked for again while its rows are being read. */
static gint64 count_pairs(struct db *db, int depth)
{
    struct rows *rows = db_query(db, "SELECT id FROM notices WHERE id <= ?", 3);
    gint64 count = 0;
    while (rows_next(rows)) {
        count += depth == 0 ? rows_int(rows, "id") : count_pairs(db, depth - 1);
    }
    rows_end(rows); /* after the end: nothing */
    return count;
}

static void test_nested_use(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    for (int i = 0; i < 4; i++) {
        add_notice(scratch->db, "one");
    }
    g_assert_cmpint(count_pairs(scratch->db, 2), ==, 3 * 3 * (1 + 2 + 3));
    /* Kept: the second time prepares nothing new. */
    int before = 0, after = 0;
    for (sqlite3_stmt *s = NULL; (s = sqlite3_next_stmt(scratch_sqlite, s)) != NULL;) {
        before++;
    }
    g_assert_cmpint(count_pairs(scratch->db, 2), ==, 3 * 3 * (1 + 2 + 3));
    for (sqlite3_stmt *s = NULL; (s = sqlite3_next_stmt(scratch_sqlite, s)) != NULL;) {
        g_assert_false(sqlite3_stmt_busy(s));
        after++;
    }
    g_assert_cmpint(before, ==, after);
    scratch_commit(scratch);
}

static void test_values(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    static const unsigned char blob[] = { 0, 1, 0, 255 };
    static const unsigned char hash[SECRET_HASH_BYTES] = { 1, 2, 3 };
    unsigned char again[SECRET_HASH_BYTES] = { 0 };
    char text[] = "text";
    g_autoptr(GBytes) given = g_bytes_new_static(blob, sizeof(blob));
    struct rows *rows =
        db_query(scratch->db,
                 "SELECT ? AS least, :text AS text, ? AS none, ? AS bytes,"
                 " ? AS no_bytes, ? AS most, :hash AS hash",
                 G_MININT64, text, (char *)NULL, given, (GBytes *)NULL, G_MAXINT64, hash);
    text[0] = 'n'; /* its own copy was made */
    g_assert_true(rows_next(rows));
    g_assert_cmpint(rows_int(rows, "least"), ==, G_MININT64);
    g_assert_cmpstr(rows_text(rows, "text"), ==, "text");
    g_assert_null(rows_text(rows, "none"));
    g_assert_cmpint(rows_int(rows, "none"), ==, 0);
    g_autoptr(GBytes) bytes = rows_bytes(rows, "bytes");
    g_assert_true(g_bytes_equal(bytes, given));
    g_assert_null(rows_bytes(rows, "no_bytes"));
    g_assert_cmpint(rows_int(rows, "most"), ==, G_MAXINT64);
    g_assert_false(rows_hash(rows, "bytes", again));
    g_assert_true(rows_hash(rows, "hash", again));
    g_assert_true(memcmp(again, hash, sizeof(again)) == 0);
    g_assert_cmpstr(rows_column(rows, 6), ==, "hash");
    g_assert_null(rows_column(rows, 7));
    g_autofree char *copy = rows_dup(rows, "text");
    g_assert_false(rows_next(rows));
    g_assert_false(rows_next(rows));
    g_assert_cmpstr(copy, ==, "text");
    g_assert_cmpint(db_number(scratch->db, "SELECT 1 WHERE 0"), ==, 0);
}

/* The first row alone, and the first columns alone. */
static void test_short_forms(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    g_assert_null(db_row(scratch->db, "SELECT folded FROM notices"));
    g_assert_null(db_text(scratch->db, "SELECT folded FROM notices"));
    add_notice(scratch->db, "one");
    add_notice(scratch->db, "two");
    scratch_commit(scratch);
    struct rows *row = db_row(scratch->db, "SELECT id, folded FROM notices ORDER BY id DESC");
    g_assert_cmpint(rows_int(row, "id"), ==, 2);
    g_assert_cmpstr(rows_text(row, "folded"), ==, "two");
    g_autofree char *text = db_text(scratch->db, "SELECT folded FROM notices ORDER BY id");
    g_assert_cmpstr(text, ==, "one");
    g_autoptr(GArray) numbers = db_numbers(scratch->db, "SELECT id FROM notices ORDER BY id");
    g_assert_cmpuint(numbers->len, ==, 2);
    g_assert_cmpint(g_array_index(numbers, gint64, 1), ==, 2);
    g_autoptr(GPtrArray) texts = db_texts(scratch->db, "SELECT folded FROM notices ORDER BY id");
    g_assert_cmpuint(texts->len, ==, 2);
    g_assert_cmpstr(texts->pdata[1], ==, "two");
}

static void test_names(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    const gint64 now = 5, late = 6;
    g_assert_cmpint(
        db_number(scratch->db, "SELECT :late - :now + :now * 0 - ?", late, now, now - 4), ==, 0);
    if (g_test_subprocess()) {
        db_number(scratch->db, "SELECT :late - :now", now, late);
    }
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_failed();
    g_test_trap_assert_stderr("*now is given for :late*");
}

static void test_no_such_column(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    if (g_test_subprocess()) {
        rows_int(db_row(scratch->db, "SELECT 1 AS one"), "two");
    }
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_failed();
    g_test_trap_assert_stderr("*no column is named two*");
}

/* What is asked for as something else than it is comes from a damaged file, since tables are
 * STRICT. Rows that were read ahead and those behind them are the same in this. */
static void test_wrong_type(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    enum { NOTICES = 40, TEXT = 0, NUMBER, BYTES, WAYS };
    scratch_begin(scratch);
    for (int i = 0; i < NOTICES; i++) {
        add_notice(scratch->db, "one");
    }
    scratch_commit(scratch);
    for (int way = 0; way < 2 * WAYS; way++) {
        scratch_begin(scratch);
        struct rows *rows = db_query(scratch->db, "SELECT id, folded FROM notices");
        for (int i = 0; i < (way < WAYS ? 1 : NOTICES); i++) {
            g_assert_true(rows_next(rows));
        }
        g_autoptr(GBytes) bytes = way % WAYS == BYTES ? rows_bytes(rows, "id") : NULL;
        if (way % WAYS == TEXT) {
            g_assert_cmpstr(rows_text(rows, "id"), ==, "");
        } else if (way % WAYS == NUMBER) {
            g_assert_cmpint(rows_int(rows, "folded"), ==, 0);
        } else {
            g_assert_cmpuint(g_bytes_get_size(bytes), ==, 0);
        }
        g_autoptr(GError) error = NULL;
        g_assert_false(db_commit(scratch->db, &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
        g_assert_nonnull(strstr(error->message, "damaged"));
    }
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/statements/nested-use", test_nested_use);
    scratch_test("/statements/values", test_values);
    scratch_test("/statements/short-forms", test_short_forms);
    scratch_test("/statements/names", test_names);
    scratch_test("/statements/no-such-column", test_no_such_column);
    scratch_test("/statements/wrong-type", test_wrong_type);
    return g_test_run();
}
