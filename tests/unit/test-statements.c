/* Statements of the thin layer over SQLite: their values, one used while it is in use, and when
 * rows that were read are kept. */
#include <string.h>

#include "base/error.h"
#include "tests/unit/scratch.h"

static void add_notice(struct db *db, const char *folded)
{
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, 'text', 1)", "s", folded);
}

/* One text, asked for again while its rows are being read. */
static gint64 count_pairs(struct db *db, int depth)
{
    struct rows *rows = db_query(db, "SELECT id FROM notices WHERE id <= ?", "i", (gint64)3);
    gint64 count = 0;
    while (rows_next(rows)) {
        count += depth == 0 ? rows_int(rows, 0) : count_pairs(db, depth - 1);
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
    char text[] = "text";
    struct rows *rows =
        db_query(scratch->db, "SELECT ?, ?, ?, ?, ?, ?", "issbbi", G_MININT64, text, (char *)NULL,
                 blob, sizeof(blob), (void *)NULL, (size_t)32, G_MAXINT64);
    text[0] = 'n'; /* its own copy was made */
    g_assert_true(rows_next(rows));
    g_assert_cmpint(rows_int(rows, 0), ==, G_MININT64);
    g_assert_cmpstr(rows_text(rows, 1), ==, "text");
    g_assert_null(rows_text(rows, 2));
    g_assert_cmpint(rows_int(rows, 2), ==, 0);
    g_autoptr(GBytes) bytes = rows_bytes(rows, 3);
    g_autoptr(GBytes) same = g_bytes_new_static(blob, sizeof(blob));
    g_assert_true(g_bytes_equal(bytes, same));
    g_assert_null(rows_bytes(rows, 4));
    g_assert_cmpint(rows_int(rows, 5), ==, G_MAXINT64);
    g_autofree char *copy = rows_dup(rows, 1);
    g_assert_false(rows_next(rows));
    g_assert_false(rows_next(rows));
    g_assert_cmpstr(copy, ==, "text");
    g_assert_cmpint(db_number(scratch->db, "SELECT 1 WHERE 0", ""), ==, 0);
}

/* ---- kept rows ---- */

static int run_count;

static int count_run(unsigned kind, void *context, void *statement, void *text)
{
    (void)kind;
    (void)context;
    (void)statement;
    run_count += g_str_has_prefix(text, "SELECT");
    return 0;
}

/* Notices numbered up to `most`, read row by row; how many statements that took is added up. */
static int notices_up_to(struct db *db, gint64 most)
{
    int count = 0;
    struct rows *rows = db_query(db, "SELECT id, folded FROM notices WHERE id <= ?", "i", most);
    while (rows_next(rows)) {
        g_assert_cmpint(rows_int(rows, 0), ==, ++count);
        g_assert_cmpstr(rows_text(rows, 1), ==, "one");
    }
    return count;
}

static void test_rows_are_kept(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    for (int i = 0; i < 40; i++) {
        add_notice(db, "one");
    }
    sqlite3_trace_v2(scratch_sqlite, SQLITE_TRACE_STMT, count_run, NULL);
    for (int i = 0; i < 3; i++) {
        g_assert_cmpint(notices_up_to(db, 2), ==, 2);
        g_assert_cmpint(notices_up_to(db, 3), ==, 3);
        g_assert_cmpint(notices_up_to(db, 0), ==, 0);
        g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM notices WHERE folded = ?", "s", "one"),
                        ==, 40);
        g_assert_cmpint(db_number(db, "SELECT COUNT(*) FROM notices WHERE folded = ?", "s", NULL),
                        ==, 0);
    }
    g_assert_cmpint(run_count, ==, 5);
    /* Of many rows none are kept, but all are read, also if the first are given up. */
    run_count = 0;
    struct rows *first =
        db_query(db, "SELECT id, folded FROM notices WHERE id <= ?", "i", (gint64)40);
    g_assert_true(rows_next(first));
    g_assert_cmpint(notices_up_to(db, 40), ==, 40);
    rows_end(first);
    g_assert_cmpint(notices_up_to(db, 33), ==, 33);
    g_assert_cmpint(notices_up_to(db, 32), ==, 32);
    g_assert_cmpint(notices_up_to(db, 32), ==, 32);
    g_assert_cmpint(run_count, ==, 4);
    scratch_commit(scratch);
}

static void test_kept_rows_are_forgotten(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct db *db = scratch->db;
    scratch_begin(scratch);
    add_notice(db, "one");
    sqlite3_trace_v2(scratch_sqlite, SQLITE_TRACE_STMT, count_run, NULL);
    run_count = 0;
    g_assert_cmpint(notices_up_to(db, 9), ==, 1);
    /* What changes another table, or no row, does not matter. */
    db_run(db, "DELETE FROM notices WHERE id = 77", "");
    db_run(db, "INSERT INTO outages (begun, ended, kind) VALUES (1, 2, 1)", "");
    g_assert_cmpint(notices_up_to(db, 9), ==, 1);
    g_assert_cmpint(run_count, ==, 1);
    add_notice(db, "one");
    g_assert_cmpint(notices_up_to(db, 9), ==, 2);
    db_savepoint(db);
    add_notice(db, "one");
    g_assert_cmpint(notices_up_to(db, 9), ==, 3);
    add_notice(db, NULL); /* NOT NULL */
    g_autoptr(GError) error = NULL;
    g_assert_false(db_savepoint_end(db, &error));
    g_assert_cmpint(notices_up_to(db, 9), ==, 2);
    scratch_commit(scratch);
    scratch_begin(scratch);
    db_run(db, "DELETE FROM notices", "");
    g_assert_cmpint(notices_up_to(db, 9), ==, 0);
    db_rollback(db);
    g_assert_cmpint(notices_up_to(db, 9), ==, 2);
    /* A column that a condition alone reads counts as well, and a table that is joined. */
    scratch_begin(scratch);
    const char *const joined = "SELECT COUNT(*) FROM notices JOIN outages ON outages.id = 1";
    g_assert_cmpint(db_number(db, joined, ""), ==, 2);
    db_run(db, "DELETE FROM outages", "");
    g_assert_cmpint(db_number(db, joined, ""), ==, 0);
    g_assert_cmpint(db_number(db, "SELECT seq FROM sqlite_sequence WHERE name = 'notices'", ""), ==,
                    2);
    add_notice(db, "one");
    g_assert_cmpint(db_number(db, "SELECT seq FROM sqlite_sequence WHERE name = 'notices'", ""), ==,
                    3);
    scratch_commit(scratch);
}

/* Others may write while it reads, but not within its transaction. */
static void test_a_reader_keeps_for_a_transaction(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autoptr(Db) reader = scratch_open(scratch, DB_READ);
    g_assert_true(db_begin(reader));
    g_assert_cmpint(notices_up_to(reader, 9), ==, 0);
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    scratch_commit(scratch);
    g_assert_cmpint(notices_up_to(reader, 9), ==, 0);
    g_assert_true(db_commit(reader, NULL));
    g_assert_cmpint(notices_up_to(reader, 9), ==, 1);
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    scratch_commit(scratch);
    g_assert_cmpint(notices_up_to(reader, 9), ==, 2);
    g_assert_true(db_begin(reader));
    g_assert_cmpint(notices_up_to(reader, 9), ==, 2);
    g_assert_true(db_commit(reader, NULL));
}

/* A statement keeps what it gave for the last arguments alone, and no long text. */
static void test_few_rows_are_kept(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    enum { ARGUMENTS = 40, LONG = 100000 };
    struct db *db = scratch->db;
    g_autofree char *long_text = g_strnfill(LONG, 'a');
    scratch_begin(scratch);
    for (int i = 0; i < ARGUMENTS; i++) {
        g_autofree char *word = g_strdup_printf("%d", i);
        add_notice(db, i < ARGUMENTS - 1 ? word : long_text);
    }
    const char *const query = "SELECT id, folded, kind FROM notices WHERE id = ?";
    sqlite3_trace_v2(scratch_sqlite, SQLITE_TRACE_STMT, count_run, NULL);
    run_count = 0;
    for (gint64 id = 1; id <= 3 * ARGUMENTS; id++) {
        for (int again = 0; again < 2; again++) {
            const gint64 one = (id - 1) % ARGUMENTS + 1;
            struct rows *rows = db_query(db, query, "i", one);
            g_assert_true(rows_next(rows));
            g_assert_cmpint(rows_int(rows, 0), ==, one);
            g_assert_cmpstr(rows_text(rows, 2), ==, "text");
            g_assert_cmpint((gint64)strlen(rows_text(rows, 1)), ==,
                            one == ARGUMENTS ? LONG
                            : one <= 10      ? 1
                                             : 2);
            g_assert_false(rows_next(rows));
        }
    }
    g_assert_cmpint(run_count, ==, 3 * ARGUMENTS + 3);
    scratch_commit(scratch);
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
        struct rows *rows = db_query(scratch->db, "SELECT id, folded FROM notices", "");
        for (int i = 0; i < (way < WAYS ? 1 : NOTICES); i++) {
            g_assert_true(rows_next(rows));
        }
        g_autoptr(GBytes) bytes = way % WAYS == BYTES ? rows_bytes(rows, 0) : NULL;
        if (way % WAYS == TEXT) {
            g_assert_cmpstr(rows_text(rows, 0), ==, "");
        } else if (way % WAYS == NUMBER) {
            g_assert_cmpint(rows_int(rows, 1), ==, 0);
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
    scratch_test("/statements/rows-are-kept", test_rows_are_kept);
    scratch_test("/statements/kept-rows-are-forgotten", test_kept_rows_are_forgotten);
    scratch_test("/statements/a-reader-keeps-for-a-transaction",
                 test_a_reader_keeps_for_a_transaction);
    scratch_test("/statements/few-rows-are-kept", test_few_rows_are_kept);
    scratch_test("/statements/wrong-type", test_wrong_type);
    return g_test_run();
}
