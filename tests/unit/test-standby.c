/* Commits in a log, and a copy that is kept up to date from it. */
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "standby/commit_log.h"
#include "standby/copy.h"
#include "standby/keep.h"
#include "standby/log_files.h"
#include "tests/unit/folder.h"
#include "tests/unit/scratch.h"

/* A database whose commits go to a log, and where the copy is made. */
struct pair {
    struct scratch scratch;
    sqlite3 *handle; /* of its connection */
    char *log, *copy;
};

static void open_logged(struct pair *pair)
{
    g_autoptr(GError) error = NULL;
    pair->scratch.db = scratch_open(&pair->scratch, DB_WRITE);
    pair->handle = scratch_sqlite;
    commit_log_open(pair->scratch.db, pair->scratch.path, pair->log, &error);
    g_assert_no_error(error);
}

static void close_it(struct pair *pair)
{
    g_clear_pointer(&pair->scratch.db, db_close);
}

static void set_up(struct pair *pair, gconstpointer data)
{
    (void)data;
    clock_set(1700000000);
    scratch_set_up(&pair->scratch, NULL);
    pair->log = g_build_filename(pair->scratch.folder, "log", NULL);
    pair->copy = g_build_filename(pair->scratch.folder, "copy", NULL);
    g_clear_pointer(&pair->scratch.db, db_close);
    open_logged(pair);
}

static void tear_down(struct pair *pair, gconstpointer data)
{
    (void)data;
    close_it(pair);
    folder_free(pair->scratch.folder);
    g_free(pair->scratch.path);
    g_free(pair->log);
    g_free(pair->copy);
}

static void add_notice(struct db *db, const char *folded)
{
    g_assert_true(db_begin(db));
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, 'text', 1)", "s", folded);
    scratch_commit(&(struct scratch){ .db = db });
}

static void see_to_base(struct pair *pair, gint64 keep, bool look)
{
    g_autoptr(GError) error = NULL;
    standby_keep_base(pair->scratch.path, pair->log, keep, look, &error);
    g_assert_no_error(error);
}

static void make_base(struct pair *pair, gint64 keep)
{
    see_to_base(pair, keep, false);
}

/* Applies the log; returns how many commits were made. */
static gint64 apply(struct pair *pair, struct standby_aim aim)
{
    g_autoptr(GError) error = NULL;
    g_auto(StandbyReached) reached = { 0 };
    standby_apply(pair->log, pair->copy, &aim, &reached, &error);
    g_assert_no_error(error);
    return reached.made;
}

static const struct standby_aim all = { G_MAXINT64, false }, last = { G_MAXINT64, true };

static void assert_refused(struct pair *pair, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_auto(StandbyReached) reached = { 0 };
    g_assert_false(standby_apply(pair->log, pair->copy, &all, &reached, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    if (strstr(error->message, words) == NULL) {
        g_error("not these words: %s", error->message);
    }
}

/* The rows of a query, as text. */
static char *rows_of(const char *path, const char *sql)
{
    sqlite3 *handle;
    sqlite3_stmt *row;
    GString *text = g_string_new(NULL);
    g_assert_cmpint(sqlite3_open(path, &handle), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(handle, sql, -1, &row, NULL), ==, SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            g_string_append_printf(text, "%s|", (const char *)sqlite3_column_text(row, i));
        }
    }
    sqlite3_finalize(row);
    sqlite3_close(handle);
    return g_string_free(text, FALSE);
}

static void assert_same(const struct pair *pair, const char *sql)
{
    g_autofree char *one = rows_of(pair->scratch.path, sql), *other = rows_of(pair->copy, sql);
    g_assert_cmpstr(one, ==, other);
}

/* The path of the file of the log that has commits; the last one if there are several. */
static char *log_path(const struct pair *pair)
{
    g_autoptr(GPtrArray) files = log_files(pair->log, NULL, NULL);
    const char *path = NULL;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        path = file->time == 0 ? file->path : path;
    }
    return g_strdup(path);
}

static guint count_files(const struct pair *pair, bool bases)
{
    g_autoptr(GPtrArray) files = log_files(pair->log, NULL, NULL);
    guint count = 0;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        count += (file->time != 0) == bases;
    }
    return count;
}

/* ---- what is the same ---- */

static void test_apply(struct pair *pair, gconstpointer data)
{
    (void)data;
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    add_notice(pair->scratch.db, "two");
    add_notice(pair->scratch.db, "three");
    /* Nobody knows yet whether the last one was completed. */
    g_assert_cmpint(apply(pair, all), ==, 1);
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    g_assert_cmpint(apply(pair, all), ==, 0);
    assert_same(pair, "SELECT * FROM notices");
    assert_same(pair, "SELECT commits FROM instance");
}

/* A part that was undone leaves nothing; a unique text may go from one row to another. */
static void test_parts(struct pair *pair, gconstpointer data)
{
    (void)data;
    struct db *db = pair->scratch.db;
    g_assert_true(db_begin(db));
    db_run(db, "INSERT INTO players (name, folded, since) VALUES ('Ann', 'ann', 1)", "");
    db_run(db, "INSERT INTO players (name, folded, since) VALUES ('Bob', 'bob', 1)", "");
    scratch_commit(&pair->scratch);
    make_base(pair, CLOCK_DAY);
    g_assert_true(db_begin(db));
    db_savepoint(db);
    db_run(db, "DELETE FROM players", "");
    db_run(db, "INSERT INTO players (id, name, folded, since) VALUES (1, NULL, 'x', 1)", "");
    g_assert_false(db_savepoint_end(db, NULL));
    db_run(db, "DELETE FROM players WHERE id = 1", "");
    db_run(db, "UPDATE players SET folded = 'ann' WHERE id = 2", "");
    db_run(db, "INSERT INTO players (name, folded, since) VALUES ('Bob', 'bob', 1)", "");
    scratch_commit(&pair->scratch);
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    assert_same(pair, "SELECT * FROM players");
}

/* A table that is emptied, and a row that is replaced, by statements that were prepared before. */
static void test_emptied(struct pair *pair, gconstpointer data)
{
    (void)data;
    struct db *db = pair->scratch.db;
    make_base(pair, CLOCK_DAY);
    db_run(db, "DELETE FROM notices", "");
    for (int i = 0; i < 3; i++) {
        add_notice(db, "one");
        g_assert_true(db_begin(db));
        db_run(db, "DELETE FROM notices", "");
        db_run(db,
               "INSERT OR REPLACE INTO notices (id, folded, kind, time)"
               " VALUES (1000, 'r', 'text', ?)",
               "i", (gint64)i);
        scratch_commit(&pair->scratch);
    }
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 6);
    assert_same(pair, "SELECT * FROM notices");
}

/* The session extension records only tables with a primary key. */
static void test_keys(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autofree char *without = rows_of(
        pair->scratch.path, "SELECT name FROM sqlite_schema AS all_of WHERE type = 'table' AND"
                            " name NOT LIKE 'sqlite%' AND NOT EXISTS"
                            " (SELECT 1 FROM pragma_table_info(all_of.name) WHERE pk > 0)");
    g_assert_cmpstr(without, ==, "");
}

/* ---- interrupted ---- */

static int die(void *nothing)
{
    (void)nothing;
    _exit(7);
}

static int fail(void *nothing)
{
    (void)nothing;
    return 1;
}

/* Between the log and the database we are killed: it is as if we were killed before both. */
static void test_killed_between(struct pair *pair, gconstpointer data)
{
    (void)data;
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    close_it(pair);
    pid_t child = fork();
    if (child == 0) {
        open_logged(pair);
        sqlite3_commit_hook(pair->handle, die, NULL);
        add_notice(pair->scratch.db, "two");
        _exit(0);
    }
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(WEXITSTATUS(status), ==, 7);
    g_autofree char *before = rows_of(pair->scratch.path, "SELECT COUNT(*) FROM notices");
    g_assert_cmpstr(before, ==, "1|");
    g_assert_cmpint(apply(pair, all), ==, 0);
    open_logged(pair);
    g_assert_cmpint(db_number(pair->scratch.db, "SELECT COUNT(*) FROM notices", ""), ==, 1);
    add_notice(pair->scratch.db, "three");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    assert_same(pair, "SELECT * FROM notices");
}

/* A commit that fails is cut off the log again, and the next one takes its place. */
static void test_commit_fails(struct pair *pair, gconstpointer data)
{
    (void)data;
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    sqlite3_commit_hook(pair->handle, fail, NULL);
    g_assert_true(db_begin(pair->scratch.db));
    db_run(pair->scratch.db, "INSERT INTO notices (folded, kind, time) VALUES ('x', 'text', 1)",
           "");
    g_assert_false(db_commit(pair->scratch.db, NULL));
    g_assert_cmpint(apply(pair, last), ==, 0);
    sqlite3_commit_hook(pair->handle, NULL, NULL);
    add_notice(pair->scratch.db, "two");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    assert_same(pair, "SELECT * FROM notices");
}

/* The beginning of a record is cut off; the database has all before it. */
static void test_torn(struct pair *pair, gconstpointer data)
{
    (void)data;
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    add_notice(pair->scratch.db, "two");
    close_it(pair);
    g_autofree char *path = log_path(pair);
    FILE *file = fopen(path, "a");
    g_assert_cmpint(fputs("pmr1 and so on", file), >=, 0);
    g_assert_cmpint(fclose(file), ==, 0);
    g_assert_cmpint(apply(pair, all), ==, 1);
    open_logged(pair);
    add_notice(pair->scratch.db, "three");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    assert_same(pair, "SELECT * FROM notices");
    g_assert_cmpint(count_files(pair, false), ==, 1);
}

/* The log cannot be written: nothing is committed, until it can. */
static void test_stopped(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    g_autofree char *away = g_strconcat(pair->log, ".away", NULL);
    g_autofree char *long_text = g_strnfill(1100 * 1024, 'x');
    make_base(pair, CLOCK_DAY);
    add_notice(pair->scratch.db, long_text);
    g_assert_cmpint(g_rename(pair->log, away), ==, 0);
    g_assert_true(db_begin(pair->scratch.db));
    db_run(pair->scratch.db, "INSERT INTO notices (folded, kind, time) VALUES ('x', 'text', 1)",
           "");
    g_assert_false(db_commit(pair->scratch.db, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "without `standby` in the configuration"));
    g_assert_cmpint(db_number(pair->scratch.db, "SELECT COUNT(*) FROM notices", ""), ==, 1);
    g_assert_cmpint(g_rename(away, pair->log), ==, 0);
    add_notice(pair->scratch.db, "two");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 2);
    assert_same(pair, "SELECT * FROM notices");
}

/* ---- the database and its log apart ---- */

static void test_behind(struct pair *pair, gconstpointer data)
{
    (void)data;
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 0);
    /* Somebody writes without the log. */
    pair->scratch.db = scratch_open(&pair->scratch, DB_WRITE);
    add_notice(pair->scratch.db, "two");
    close_it(pair);
    open_logged(pair);
    g_assert_cmpint(count_files(pair, false), ==, 2);
    add_notice(pair->scratch.db, "three");
    make_base(pair, CLOCK_DAY);
    g_assert_cmpint(count_files(pair, true), ==, 2);
    close_it(pair);
    /* The copy is of the log before, and begins anew. */
    g_assert_cmpint(apply(pair, all), ==, 0);
    assert_same(pair, "SELECT * FROM notices");
}

static void copy_file(const char *from, const char *to)
{
    g_autofree char *bytes = NULL;
    gsize length;
    g_assert_true(g_file_get_contents(from, &bytes, &length, NULL));
    g_assert_true(g_file_set_contents(to, bytes, (gssize)length, NULL));
}

/* An older copy takes the place of the database, without the count beside it. */
static void test_ahead(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autofree char *old = g_strconcat(pair->scratch.path, ".old", NULL);
    g_autofree char *count = g_strconcat(pair->scratch.path, BESIDE_COMMITS, NULL);
    g_autoptr(GError) error = NULL;
    add_notice(pair->scratch.db, "one");
    close_it(pair);
    copy_file(pair->scratch.path, old);
    open_logged(pair);
    add_notice(pair->scratch.db, "two");
    add_notice(pair->scratch.db, "three");
    close_it(pair);
    g_assert_cmpint(g_rename(old, pair->scratch.path), ==, 0);
    g_assert_cmpint(g_unlink(count), ==, 0);
    pair->scratch.db = scratch_open(&pair->scratch, DB_WRITE);
    g_assert_false(commit_log_open(pair->scratch.db, pair->scratch.path, pair->log, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "are missing, 2 in all"));
}

/* The clock was ahead when the log began; then the log gets another folder. The new one is the
 * later one, for a standby that has the files of both. */
static void test_later(struct pair *pair, gconstpointer data)
{
    (void)data;
    make_base(pair, CLOCK_DAY);
    g_autofree char *first = commit_log_epoch(pair->scratch.db);
    close_it(pair);
    clock_set(1600000000);
    g_free(pair->log);
    pair->log = g_build_filename(pair->scratch.folder, "log2", NULL);
    open_logged(pair);
    g_autofree char *second = commit_log_epoch(pair->scratch.db);
    g_assert_cmpstr(second, >, first);
}

/* ---- what is refused ---- */

static void test_refused(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    g_auto(StandbyReached) reached = { 0 };
    g_assert_false(standby_apply(pair->log, pair->copy, &all, &reached, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "there is no copy of the database in it yet"));
    make_base(pair, CLOCK_DAY);
    add_notice(pair->scratch.db, "one");
    add_notice(pair->scratch.db, "two");
    close_it(pair);
    g_autofree char *path = log_path(pair), *away = g_strconcat(path, ".away", NULL);
    copy_file(path, away);
    g_assert_cmpint(apply(pair, all), ==, 2);
    /* It is another's. */
    g_assert_cmpint(g_unlink(path), ==, 0);
    assert_refused(pair, "the copy's log is not there");
    copy_file(away, path);
    /* Somebody has changed the copy. */
    g_assert_cmpint(g_unlink(pair->copy), ==, 0);
    g_assert_cmpint(apply(pair, all), ==, 2);
    open_logged(pair);
    db_begin(pair->scratch.db);
    db_run(pair->scratch.db, "UPDATE notices SET time = 2 WHERE folded = 'one'", "");
    scratch_commit(&pair->scratch);
    close_it(pair);
    g_autofree char *nothing = rows_of(pair->copy, "UPDATE notices SET time = 3");
    assert_refused(pair, "does not fit it, in table notices: somebody else has changed it");
}

/* The server goes on from an older state of the machine, its log as well. */
static void test_another_way(struct pair *pair, gconstpointer data)
{
    (void)data;
    make_base(pair, CLOCK_DAY);
    add_notice(pair->scratch.db, "one");
    close_it(pair);
    g_autofree char *log = log_path(pair);
    g_autofree char *old_log = g_strconcat(log, ".old", NULL);
    g_autofree char *old = g_strconcat(pair->scratch.path, ".old", NULL);
    g_autofree char *count = g_strconcat(pair->scratch.path, BESIDE_COMMITS, NULL);
    copy_file(log, old_log);
    copy_file(pair->scratch.path, old);
    open_logged(pair);
    add_notice(pair->scratch.db, "two");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 2);
    g_assert_cmpint(g_rename(old, pair->scratch.path), ==, 0);
    g_assert_cmpint(g_rename(old_log, log), ==, 0);
    g_assert_cmpint(g_unlink(count), ==, 0);
    assert_refused(pair, "the log ends with change 2, and the copy has change 3");
    open_logged(pair);
    add_notice(pair->scratch.db, "another two");
    close_it(pair);
    assert_refused(pair, "is another than the one that the copy has");
    /* A log that is being carried, and was cut within a record, waits for the rest. */
    g_assert_cmpint(truncate(log, 100), ==, 0);
    g_assert_cmpint(apply(pair, all), ==, 0);
}

/* ---- back to a time ---- */

static void test_until(struct pair *pair, gconstpointer data)
{
    (void)data;
    make_base(pair, CLOCK_DAY);
    for (int i = 0; i < 5; i++) {
        clock_set(1700000000 + i * 60);
        add_notice(pair->scratch.db, "x");
    }
    close_it(pair);
    g_assert_cmpint(apply(pair, (struct standby_aim){ 1700000150, false }), ==, 3);
    g_assert_cmpint(apply(pair, all), ==, 2);
    assert_same(pair, "SELECT * FROM notices");
    g_assert_cmpint(g_unlink(pair->copy), ==, 0);
    g_autoptr(GError) error = NULL;
    g_auto(StandbyReached) reached = { 0 };
    const struct standby_aim early = { 1600000000, false };
    g_assert_false(standby_apply(pair->log, pair->copy, &early, &reached, &error));
    g_assert_nonnull(strstr(error->message, "a later time is needed"));
}

/* ---- two servers ---- */

/* Another server's files lie in the folder: they stay, and a standby does not take them for a later
 * log. Who opens the folder is told. */
static void test_two(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    struct pair other;
    set_up(&other, NULL);
    make_base(&other, CLOCK_DAY);
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    g_autoptr(GPtrArray) files = log_files(other.log, NULL, NULL);
    g_assert_cmpint(files->len, ==, 2);
    for (guint i = 0; i < files->len; i++) {
        struct log_file *file = files->pdata[i];
        g_autofree char *early = g_strconcat("2001", file->epoch + 4, NULL);
        g_autofree char *late = g_strconcat("2099", file->epoch + 4, NULL);
        g_autofree char *one = log_file_path(pair->log, early, file->number, file->time);
        g_autofree char *two = log_file_path(pair->log, late, file->number, file->time);
        copy_file(file->path, one);
        copy_file(file->path, two);
    }
    tear_down(&other, NULL);
    clock_set(1700000000 + 3 * CLOCK_DAY);
    make_base(pair, CLOCK_DAY);
    clock_set(1700000000 + 6 * CLOCK_DAY);
    make_base(pair, CLOCK_DAY);
    g_assert_cmpint(count_files(pair, true), ==, 2 + 2);
    g_assert_cmpint(count_files(pair, false), ==, 2 + 1);
    close_it(pair);
    assert_refused(pair, "there are logs of several servers in it");
    copy_file(pair->scratch.path, pair->copy);
    g_assert_cmpint(apply(pair, all), ==, 0);
    assert_same(pair, "SELECT * FROM notices");
    pair->scratch.db = scratch_open(&pair->scratch, DB_WRITE);
    g_assert_false(commit_log_open(pair->scratch.db, pair->scratch.path, pair->log, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    g_assert_nonnull(strstr(error->message, "is the log of another server"));
}

/* ---- not without end ---- */

static void test_kept(struct pair *pair, gconstpointer data)
{
    (void)data;
    const gint64 keep = CLOCK_DAY;
    g_autofree char *long_text = g_strnfill(1100 * 1024, 'x');
    for (gint64 day = 0; day < 6; day++) {
        clock_set(1700000000 + day * (CLOCK_DAY + 60));
        make_base(pair, keep);
        make_base(pair, keep); /* once a day is enough */
        for (int i = 0; i < 2; i++) {
            add_notice(pair->scratch.db, long_text);
        }
        g_assert_cmpint(count_files(pair, true), <=, 2);
        g_assert_cmpint(count_files(pair, false), <=, 6);
    }
    g_assert_cmpint(count_files(pair, true), ==, 2);
    close_it(pair);
    /* From the older copy, and over several files. */
    g_assert_cmpint(
        apply(pair, (struct standby_aim){ 1700000000 + 5 * (CLOCK_DAY + 60) - 1, false }), ==, 2);
    g_assert_cmpint(apply(pair, all), ==, 2);
    assert_same(pair, "SELECT COUNT(*) FROM notices");
    /* A copy that was left for long cannot go on. */
    open_logged(pair);
    for (gint64 day = 6; day < 9; day++) {
        clock_set(1700000000 + day * (CLOCK_DAY + 60));
        for (int i = 0; i < 2; i++) {
            add_notice(pair->scratch.db, long_text);
        }
        make_base(pair, keep);
    }
    close_it(pair);
    assert_refused(pair, "a part of the log is missing");
}

/* ---- a log that is of no use ---- */

/* The log has a fault: no standby begins from it, until there is another copy of the database, of
 * which one is enough. */
static void assert_mended(struct pair *pair, const char *words)
{
    g_autoptr(GError) error = NULL;
    struct standby_facts facts;
    const guint bases = count_files(pair, true);
    g_assert_false(standby_look(pair->scratch.db, pair->log, &facts, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
    if (strstr(error->message, words) == NULL) {
        g_error("not these words: %s", error->message);
    }
    for (int i = 0; i < 2; i++) {
        clock_set(clock_now() + 60);
        see_to_base(pair, CLOCK_DAY, true);
        g_assert_cmpint(count_files(pair, true), ==, bases + 1);
        g_assert_true(standby_look(pair->scratch.db, pair->log, &facts, NULL));
        g_assert_true(facts.base && !facts.behind);
    }
    apply(pair, all);
    assert_same(pair, "SELECT * FROM players");
    g_assert_cmpint(g_unlink(pair->copy), ==, 0);
}

static char *nth_path(const struct pair *pair, bool base, guint nth)
{
    g_autoptr(GPtrArray) files = log_files(pair->log, NULL, NULL);
    guint found = 0;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if ((file->time != 0) == base && found++ == nth) {
            return g_strdup(file->path);
        }
    }
    g_assert_not_reached();
}

static void test_useless(struct pair *pair, gconstpointer data)
{
    (void)data;
    g_autofree char *long_text = g_strnfill(1100 * 1024, 'x');
    add_notice(pair->scratch.db, "zero");
    make_base(pair, CLOCK_DAY);
    for (int i = 0; i < 8; i++) {
        add_notice(pair->scratch.db, long_text);
    }
    g_autofree char *second = nth_path(pair, false, 1);
    g_assert_cmpint(truncate(second, 1000), ==, 0);
    assert_mended(pair, "which belong behind it, are not there");
    g_autofree char *base = nth_path(pair, true, 1);
    g_assert_cmpint(truncate(base, 4096 * 10), ==, 0);
    assert_mended(pair, "does not end with a whole seal");
    /* A middle file is gone, and then the first one behind the copy. */
    const guint count = count_files(pair, false);
    for (int i = 0; i < 4; i++) {
        add_notice(pair->scratch.db, long_text);
    }
    g_autofree char *middle = nth_path(pair, false, count + 1);
    g_assert_cmpint(g_unlink(middle), ==, 0);
    assert_mended(pair, "which belong behind it, are not there");
    for (int i = 0; i < 3; i++) {
        add_notice(pair->scratch.db, long_text);
    }
    for (guint i = count_files(pair, false) - 1; i > 0; i--) {
        g_autofree char *early = nth_path(pair, false, 0);
        g_assert_cmpint(g_unlink(early), ==, 0);
    }
    assert_mended(pair, ".base: the changes from ");
}

static void add_test(const char *path, void (*test)(struct pair *, gconstpointer))
{
    g_test_add(path, struct pair, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    add_test("/standby/apply", test_apply);
    add_test("/standby/parts", test_parts);
    add_test("/standby/emptied", test_emptied);
    add_test("/standby/keys", test_keys);
    add_test("/standby/killed-between", test_killed_between);
    add_test("/standby/commit-fails", test_commit_fails);
    add_test("/standby/torn", test_torn);
    add_test("/standby/stopped", test_stopped);
    add_test("/standby/behind", test_behind);
    add_test("/standby/ahead", test_ahead);
    add_test("/standby/later", test_later);
    add_test("/standby/refused", test_refused);
    add_test("/standby/another-way", test_another_way);
    add_test("/standby/until", test_until);
    add_test("/standby/two", test_two);
    add_test("/standby/kept", test_kept);
    add_test("/standby/useless", test_useless);
    return g_test_run();
}
