/* The thin layer over SQLite: what it makes, refuses and promises. */
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "store/inbox.h"
#include "tests/unit/scratch.h"

/* Runs SQL on a file past db.h. */
static void tamper(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    g_assert_cmpint(sqlite3_open(path, &handle), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(handle, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(handle);
}

static void overwrite(const char *path, long from, size_t length)
{
    FILE *file = g_fopen(path, "r+b");
    g_assert_nonnull(file);
    fseek(file, from, SEEK_SET);
    for (size_t i = 0; i < length; i++) {
        fputc(0x5a, file);
    }
    fclose(file);
}

static int mode_of(const char *path, const char *ending)
{
    g_autofree char *file = g_strconcat(path, ending, NULL);
    GStatBuf status;
    g_assert_cmpint(g_stat(file, &status), ==, 0);
    return (int)(status.st_mode & 07777);
}

static bool exists(const char *path, const char *ending)
{
    g_autofree char *file = g_strconcat(path, ending, NULL);
    return g_file_test(file, G_FILE_TEST_EXISTS);
}

/* Opening must fail so, with words that name the file and hold `words`. */
static void assert_refused(const char *path, enum db_mode mode, enum postmove_error code,
                           const char *words)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(db_open(path, mode, &error));
    g_assert_error(error, POSTMOVE_ERROR, (int)code);
    g_assert_true(g_str_has_prefix(error->message, path));
    g_assert_nonnull(strstr(error->message, words));
}

/* The transaction must not commit, with words that hold `words`. */
static void assert_later(struct db *db, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(db_commit(db, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, words));
    g_assert_false(db_failed(db));
}

static void add_notice(struct db *db, const char *folded)
{
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, 'text', 1)", folded);
}

static gint64 notices(struct db *db)
{
    return db_number(db, "SELECT COUNT(*) FROM notices");
}

/* ---- creating and opening ---- */

static void test_create(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_assert_cmpint(mode_of(scratch->path, ""), ==, 0600);
    g_assert_cmpint(mode_of(scratch->path, "-wal"), ==, 0600);
    g_assert_cmpint(mode_of(scratch->path, "-shm"), ==, 0600);
    g_assert_false(exists(scratch->path, ".new"));
    g_assert_true(db_testing(scratch->db));
    g_assert_cmpint(db_number(scratch->db, "PRAGMA application_id"), ==, DB_APPLICATION_ID);
    g_assert_cmpint(db_number(scratch->db, "PRAGMA user_version"), ==, DB_SCHEMA);
    g_autoptr(GPtrArray) faults = db_faults(scratch->db, false);
    g_assert_cmpuint(faults->len, ==, 0);
}

static void test_create_keeps_what_is_there(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    unsigned char key[32];
    memcpy(key, db_key(scratch->db), sizeof(key));
    g_autoptr(GError) error = NULL;
    g_assert_false(db_create(scratch->path, false, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    db_close(scratch->db);
    scratch->db = scratch_open(scratch, DB_WRITE);
    g_assert_cmpint(memcmp(key, db_key(scratch->db), sizeof(key)), ==, 0);
    g_assert_true(db_testing(scratch->db));
}

static void test_create_beside_a_log(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autofree char *other = g_build_filename(scratch->folder, "other.db", NULL);
    g_autofree char *log = g_strconcat(other, "-wal", NULL);
    g_assert_true(g_file_set_contents(log, "", 0, NULL));
    g_autoptr(GError) error = NULL;
    g_assert_false(db_create(other, false, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    g_assert_false(exists(other, ""));
    g_unlink(log);
    g_assert_true(db_create(other, false, NULL));
    g_autoptr(Db) db = db_open(other, DB_READ, NULL);
    g_assert_nonnull(db);
    g_assert_false(db_testing(db));
    g_assert_cmpint(memcmp(db_key(db), db_key(scratch->db), 32), !=, 0);
}

static void test_create_nowhere(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autofree char *nowhere = g_build_filename(scratch->folder, "no", "such.db", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_false(db_create(nowhere, false, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    assert_refused(nowhere, DB_READ, POSTMOVE_ERROR_NO, "no such database");
    assert_refused(nowhere, DB_WRITE, POSTMOVE_ERROR_NO, "no such database");
}

static void test_refuses_what_is_not_ours(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autofree char *foreign = g_build_filename(scratch->folder, "foreign.db", NULL);
    tamper(foreign, "CREATE TABLE recipes (name TEXT); PRAGMA user_version = 1");
    char *before, *after;
    gsize length_before, length_after;
    g_assert_true(g_file_get_contents(foreign, &before, &length_before, NULL));
    assert_refused(foreign, DB_WRITE, POSTMOVE_ERROR_NO, "no postmove database");
    assert_refused(foreign, DB_READ, POSTMOVE_ERROR_NO, "no postmove database");
    g_assert_true(g_file_get_contents(foreign, &after, &length_after, NULL));
    g_assert_cmpuint(length_before, ==, length_after);
    g_assert_cmpint(memcmp(before, after, length_before), ==, 0);
    g_free(before);
    g_free(after);

    g_autofree char *empty = g_build_filename(scratch->folder, "empty.db", NULL);
    g_assert_true(g_file_set_contents(empty, "", 0, NULL));
    assert_refused(empty, DB_WRITE, POSTMOVE_ERROR_NO, "no postmove database");

    g_autofree char *text = g_build_filename(scratch->folder, "text.db", NULL);
    g_autofree char *words = g_strnfill(5000, 'a');
    g_assert_true(g_file_set_contents(text, words, -1, NULL));
    assert_refused(text, DB_WRITE, POSTMOVE_ERROR_LATER, "not a database");
    assert_refused(text, DB_READ, POSTMOVE_ERROR_LATER, "not a database");
}

static void test_schema_versions(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_clear_pointer(&scratch->db, db_close);
    tamper(scratch->path, "PRAGMA user_version = 9999");
    assert_refused(scratch->path, DB_WRITE, POSTMOVE_ERROR_NO, "newer");
    assert_refused(scratch->path, DB_READ, POSTMOVE_ERROR_NO, "newer");
    tamper(scratch->path, "PRAGMA user_version = 0");
    assert_refused(scratch->path, DB_READ, POSTMOVE_ERROR_NO, "its schema 0 is not one");
    assert_refused(scratch->path, DB_WRITE, POSTMOVE_ERROR_NO, "its schema 0 is not one");
    tamper(scratch->path, "PRAGMA user_version = -3");
    assert_refused(scratch->path, DB_READ, POSTMOVE_ERROR_NO, "its schema -3 is not one");
}

static void test_key_is_missing(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_clear_pointer(&scratch->db, db_close);
    tamper(scratch->path, "DELETE FROM instance");
    assert_refused(scratch->path, DB_WRITE, POSTMOVE_ERROR_LATER, "keys of this server");
    assert_refused(scratch->path, DB_READ, POSTMOVE_ERROR_LATER, "keys of this server");
}

static void test_pragmas(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_assert_cmpint(db_number(scratch->db, "PRAGMA synchronous"), ==, 2);
    g_assert_cmpint(db_number(scratch->db, "PRAGMA foreign_keys"), ==, 1);
    g_assert_cmpint(db_number(scratch->db, "PRAGMA trusted_schema"), ==, 0);
    g_assert_cmpint(db_number(scratch->db, "PRAGMA busy_timeout"), ==, 10000);
    g_autofree char *mode = db_text(scratch->db, "PRAGMA journal_mode");
    g_assert_cmpstr(mode, ==, "wal");
}

/* Every table has typed columns. */
static void test_tables_are_strict(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_assert_cmpint(db_number(scratch->db,
                              "SELECT COUNT(*) FROM pragma_table_list"
                              " WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'"),
                    ==, 0);
    g_assert_cmpint(
        db_number(scratch->db, "SELECT COUNT(*) FROM pragma_table_list WHERE strict = 1"), >, 10);
}

/* ---- reading ---- */

static void test_reader_beside_a_writer(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    g_autoptr(Db) reader = scratch_open(scratch, DB_READ);
    g_assert_cmpint(notices(reader), ==, 0);
    scratch_commit(scratch);
    g_assert_cmpint(notices(reader), ==, 1);

    /* Within its transaction a reader sees one moment. */
    g_assert_true(db_begin(reader));
    g_assert_cmpint(notices(reader), ==, 1);
    scratch_begin(scratch);
    add_notice(scratch->db, "two");
    scratch_commit(scratch);
    g_assert_cmpint(notices(reader), ==, 1);
    g_assert_true(db_commit(reader, NULL));
    g_assert_cmpint(notices(reader), ==, 2);
}

static void test_reader_alone(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    scratch_commit(scratch);
    g_clear_pointer(&scratch->db, db_close);
    g_assert_false(exists(scratch->path, "-wal"));
    struct db *reader = scratch_open(scratch, DB_READ);
    g_assert_cmpint(notices(reader), ==, 1);
    db_close(reader);
    scratch->db = scratch_open(scratch, DB_WRITE);
    g_assert_cmpint(notices(scratch->db), ==, 1);
}

static void test_reader_cannot_write(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autoptr(Db) reader = scratch_open(scratch, DB_READ);
    g_assert_true(db_begin(reader));
    add_notice(reader, "one");
    g_assert_true(db_failed(reader));
    assert_later(reader, "readonly");
    g_assert_cmpint(notices(scratch->db), ==, 0);
}

/* The last to leave would checkpoint, which needs the lock no reader holds. */
/* A copy sees what a reader sees; what is written to it goes with it, and nobody
 * waits for anybody. */
static void test_copy(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    notice_add(scratch->db, "a@example.org", "text", 1);
    scratch_commit(scratch);
    scratch_begin(scratch);
    notice_add(scratch->db, "a@example.org", "text", 2);
    g_autoptr(Db) copy = scratch_open(scratch, DB_COPY);
    g_assert_true(db_testing(copy));
    g_assert_true(db_begin(copy));
    g_assert_cmpint(notice_count(copy, "a@example.org", "text", since(0)), ==, 1);
    notice_add(copy, "a@example.org", "text", 3);
    notice_add(copy, "a@example.org", "text", 4);
    g_assert_true(db_commit(copy, NULL));
    g_assert_cmpint(notice_count(copy, "a@example.org", "text", since(0)), ==, 3);
    scratch_commit(scratch);
    g_assert_cmpint(notice_count(scratch->db, "a@example.org", "text", since(0)), ==, 2);
    assert_refused("/nowhere/postmove.db", DB_COPY, POSTMOVE_ERROR_NO, "no such database");
}

static void test_reader_leaves_the_log(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    scratch_commit(scratch);
    struct db *reader = scratch_open(scratch, DB_READ);
    g_assert_cmpint(notices(reader), ==, 1);
    sqlite3_db_config(scratch_sqlite, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, -1, NULL);
    g_clear_pointer(&scratch->db, db_close);
    db_close(reader);
    g_assert_true(exists(scratch->path, "-wal"));
}

enum { STRANGER_SHUT_OUT = 77 };

/* Opens the file as a user who may read it, but not write beside it: the error
 * must name the missing file and the user who can do it. Ends the process: with 0,
 * with 1 if the error says something else, or with STRANGER_SHUT_OUT if that user
 * cannot even reach the file. */
static void open_as_a_stranger(const char *path, const char *owner)
{
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) {
        _exit(1);
    }
    if (access(path, R_OK) != 0) {
        _exit(STRANGER_SHUT_OUT);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Db) db = db_open(path, DB_READ, &error);
    g_autofree char *log = g_strconcat(path, "-shm", NULL);
    g_autofree char *remedy = g_strconcat("as the user ", owner, NULL);
    bool told = g_error_matches(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER) &&
                strstr(error->message, log) != NULL && strstr(error->message, remedy) != NULL;
    if (!told) {
        fprintf(stderr, "# '%s'\n", error != NULL ? error->message : "opened");
    }
    _exit(told ? 0 : 1);
}

static void test_reader_without_the_right(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_clear_pointer(&scratch->db, db_close);
    g_assert_cmpint(g_chmod(scratch->path, 0444), ==, 0);
    g_assert_cmpint(g_chmod(scratch->folder, 0555), ==, 0);
    pid_t child = fork();
    if (child == 0) {
        open_as_a_stranger(scratch->path, g_get_user_name());
    }
    int status = -1;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(g_chmod(scratch->folder, 0700), ==, 0);
    g_assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == STRANGER_SHUT_OUT) {
        g_test_skip("other users may not enter the folder for temporary files");
        return;
    }
    g_assert_cmpint(WEXITSTATUS(status), ==, 0);
}

/* ---- failure ---- */

static void test_failure_is_sticky(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    g_assert_false(db_failed(scratch->db));
    add_notice(scratch->db, NULL); /* NOT NULL */
    g_assert_true(db_failed(scratch->db));
    /* From here on nothing is read or written. */
    add_notice(scratch->db, "two");
    g_assert_cmpint(db_last_id(scratch->db), ==, 0);
    g_assert_cmpint(db_changes(scratch->db), ==, 0);
    g_assert_cmpint(notices(scratch->db), ==, 0);
    struct rows *rows = db_query(scratch->db, "SELECT folded FROM notices");
    g_assert_false(rows_next(rows));
    rows_end(rows);
    g_assert_false(db_begin(scratch->db));
    assert_later(scratch->db, "notices.folded");
    /* Nothing of it stayed, and the handle works again. */
    g_assert_cmpint(notices(scratch->db), ==, 0);
    scratch_begin(scratch);
    add_notice(scratch->db, "three");
    scratch_commit(scratch);
    g_assert_cmpint(notices(scratch->db), ==, 1);
}

static void test_failure_ends_open_rows(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    add_notice(scratch->db, "two");
    struct rows *rows = db_query(scratch->db, "SELECT folded FROM notices");
    g_assert_true(rows_next(rows));
    db_fail(scratch->db, "%s", "by hand");
    g_assert_false(rows_next(rows));
    db_rollback(scratch->db);
    g_assert_false(db_failed(scratch->db));
    g_assert_cmpint(notices(scratch->db), ==, 0);
}

static void test_foreign_keys_hold(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    db_run(scratch->db, "INSERT INTO acts (player, day, count) VALUES (7, 1, 1)");
    assert_later(scratch->db, "FOREIGN KEY");
    tamper(scratch->path, "INSERT INTO acts (player, day, count) VALUES (7, 1, 1)");
    g_autoptr(GPtrArray) faults = db_faults(scratch->db, false);
    g_assert_cmpuint(faults->len, ==, 1);
    g_assert_nonnull(strstr(g_ptr_array_index(faults, 0), "acts"));
}

static void test_busy(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autoptr(Db) other = scratch_open(scratch, DB_WRITE);
    sqlite3_busy_timeout(scratch_sqlite, 1);
    scratch_begin(scratch);
    g_assert_false(db_begin(other));
    assert_later(other, "another process");
    scratch_commit(scratch);
    g_assert_true(db_begin(other));
    db_rollback(other);
}

static void test_disk_full(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_autofree char *limit = g_strdup_printf("PRAGMA max_page_count = %d",
                                             (int)db_number(scratch->db, "PRAGMA page_count") + 2);
    sqlite3_exec(scratch_sqlite, limit, NULL, NULL, NULL);
    g_autofree char *long_text = g_strnfill(100000, 'a');
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    add_notice(scratch->db, long_text);
    assert_later(scratch->db, "make room");
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    scratch_commit(scratch);
    g_assert_cmpint(notices(scratch->db), ==, 1);
}

static void test_damage_is_told(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    for (int i = 0; i < 2000; i++) {
        add_notice(scratch->db, "somebody@example.org");
    }
    scratch_commit(scratch);
    int page =
        (int)db_number(scratch->db, "SELECT rootpage FROM sqlite_master WHERE name = 'notices'");
    g_clear_pointer(&scratch->db, db_close);
    overwrite(scratch->path, (page - 1) * 4096L, 64);
    scratch->db = scratch_open(scratch, DB_WRITE);
    g_autoptr(GPtrArray) faults = db_faults(scratch->db, false);
    g_assert_cmpuint(faults->len, >, 0);
    db_rollback(scratch->db);
    g_assert_true(db_begin(scratch->db));
    add_notice(scratch->db, "one");
    assert_later(scratch->db, "restore a sound backup");
    g_clear_pointer(&scratch->db, db_close);
    overwrite(scratch->path, 0, 100);
    assert_refused(scratch->path, DB_WRITE, POSTMOVE_ERROR_LATER, "not a database");
}

/* ---- transactions ---- */

static void test_part_undone(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    db_savepoint(scratch->db);
    add_notice(scratch->db, "kept");
    g_assert_true(db_savepoint_end(scratch->db, NULL));
    db_savepoint(scratch->db);
    add_notice(scratch->db, "undone");
    db_run(scratch->db, "INSERT INTO notices (folded, kind, time) VALUES (NULL, 'x', 1)");
    g_assert_true(db_failed(scratch->db));
    g_autoptr(GError) error = NULL;
    g_assert_false(db_savepoint_end(scratch->db, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_false(db_failed(scratch->db));
    db_savepoint(scratch->db);
    add_notice(scratch->db, "kept too");
    g_assert_true(db_savepoint_end(scratch->db, NULL));
    scratch_commit(scratch);
    g_assert_cmpint(notices(scratch->db), ==, 2);
    g_assert_cmpint(db_number(scratch->db, "SELECT COUNT(*) FROM notices WHERE folded = 'undone'"),
                    ==, 0);
}

/* A reason that is not the part's own is nobody's to be blamed for. */
static void test_halt(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_notice(scratch->db, "before");
    db_savepoint(scratch->db);
    db_halt(scratch->db, "%s", "by hand");
    db_fail(scratch->db, "%s", "what came of it");
    g_autoptr(GError) error = NULL;
    g_assert_false(db_savepoint_end(scratch->db, &error));
    g_assert_no_error(error);
    assert_later(scratch->db, "by hand");
    g_assert_cmpint(notices(scratch->db), ==, 0);
    /* It comes too late to excuse what failed before it. */
    scratch_begin(scratch);
    db_savepoint(scratch->db);
    add_notice(scratch->db, NULL);
    db_halt(scratch->db, "%s", "what came of it");
    g_assert_false(db_savepoint_end(scratch->db, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    scratch_commit(scratch);
}

/* What the disk refused is not the mail's own fault: all of it goes back. */
static void test_part_of_a_full_disk(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    sqlite3_exec(scratch_sqlite, "PRAGMA max_page_count = 1", NULL, NULL, NULL);
    g_autofree char *long_text = g_strnfill(100000, 'a');
    scratch_begin(scratch);
    db_savepoint(scratch->db);
    add_notice(scratch->db, "one");
    g_assert_true(db_savepoint_end(scratch->db, NULL));
    db_savepoint(scratch->db);
    add_notice(scratch->db, long_text);
    g_autoptr(GError) error = NULL;
    g_assert_false(db_savepoint_end(scratch->db, &error));
    g_assert_no_error(error);
    g_assert_true(db_failed(scratch->db));
    assert_later(scratch->db, "make room");
    g_assert_cmpint(notices(scratch->db), ==, 0);
}

static void test_closed_without_commit(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    struct rows *rows = db_query(scratch->db, "SELECT folded FROM notices");
    g_assert_true(rows_next(rows));
    db_close(scratch->db); /* with a query open */
    scratch->db = scratch_open(scratch, DB_WRITE);
    g_assert_cmpint(notices(scratch->db), ==, 0);
}

static void test_moment(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    guint64 first = db_moment(scratch->db);
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    guint64 second = db_moment(scratch->db);
    g_assert_cmpuint(second, >, first);
    db_rollback(scratch->db);
    g_assert_cmpuint(db_moment(scratch->db), ==, first);
    scratch_begin(scratch);
    add_notice(scratch->db, "one");
    scratch_commit(scratch);
    g_assert_cmpuint(db_moment(scratch->db), ==, second);
    scratch_begin(scratch);
    db_run(scratch->db, "DELETE FROM notices");
    scratch_commit(scratch);
    g_assert_cmpuint(db_moment(scratch->db), ==, second);
    g_autoptr(Db) reader = scratch_open(scratch, DB_READ);
    g_assert_cmpuint(db_moment(reader), ==, second);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/db/create", test_create);
    scratch_test("/db/create-keeps-what-is-there", test_create_keeps_what_is_there);
    scratch_test("/db/create-beside-a-log", test_create_beside_a_log);
    scratch_test("/db/create-nowhere", test_create_nowhere);
    scratch_test("/db/refuses-what-is-not-ours", test_refuses_what_is_not_ours);
    scratch_test("/db/schema-versions", test_schema_versions);
    scratch_test("/db/key-is-missing", test_key_is_missing);
    scratch_test("/db/pragmas", test_pragmas);
    scratch_test("/db/tables-are-strict", test_tables_are_strict);
    scratch_test("/db/reader-beside-a-writer", test_reader_beside_a_writer);
    scratch_test("/db/reader-alone", test_reader_alone);
    scratch_test("/db/reader-cannot-write", test_reader_cannot_write);
    scratch_test("/db/copy", test_copy);
    scratch_test("/db/reader-leaves-the-log", test_reader_leaves_the_log);
    scratch_test("/db/reader-without-the-right", test_reader_without_the_right);
    scratch_test("/db/failure-is-sticky", test_failure_is_sticky);
    scratch_test("/db/failure-ends-open-rows", test_failure_ends_open_rows);
    scratch_test("/db/foreign-keys-hold", test_foreign_keys_hold);
    scratch_test("/db/busy", test_busy);
    scratch_test("/db/disk-full", test_disk_full);
    scratch_test("/db/damage-is-told", test_damage_is_told);
    scratch_test("/db/part-undone", test_part_undone);
    scratch_test("/db/halt", test_halt);
    scratch_test("/db/part-of-a-full-disk", test_part_of_a_full_disk);
    scratch_test("/db/closed-without-commit", test_closed_without_commit);
    scratch_test("/db/moment", test_moment);
    return g_test_run();
}
