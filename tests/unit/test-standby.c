/* Commits in a log, and a copy that is kept up to date from it. */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "tests/unit/logged.h"

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
    db_run(db, "INSERT INTO players (name, folded, since) VALUES ('Ann', 'ann', 1)");
    db_run(db, "INSERT INTO players (name, folded, since) VALUES ('Bob', 'bob', 1)");
    scratch_commit(&pair->scratch);
    make_base(pair, CLOCK_DAY);
    g_assert_true(db_begin(db));
    db_savepoint(db);
    db_run(db, "DELETE FROM players");
    db_run(db, "INSERT INTO players (id, name, folded, since) VALUES (1, NULL, 'x', 1)");
    g_assert_false(db_savepoint_end(db, NULL));
    db_run(db, "DELETE FROM players WHERE id = 1");
    db_run(db, "UPDATE players SET folded = 'ann' WHERE id = 2");
    db_run(db, "INSERT INTO players (name, folded, since) VALUES ('Bob', 'bob', 1)");
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
    db_run(db, "DELETE FROM notices");
    for (int i = 0; i < 3; i++) {
        add_notice(db, "one");
        g_assert_true(db_begin(db));
        db_run(db, "DELETE FROM notices");
        db_run(db,
               "INSERT OR REPLACE INTO notices (id, folded, kind, time)"
               " VALUES (1000, 'r', 'text', ?)",
               i);
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
    g_assert_cmpint(db_number(pair->scratch.db, "SELECT COUNT(*) FROM notices"), ==, 1);
    add_notice(pair->scratch.db, "three");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    assert_same(pair, "SELECT * FROM notices");
}

/* A commit fails in the database. */
static void fail_to_commit(struct pair *pair)
{
    sqlite3_commit_hook(pair->handle, fail, NULL);
    g_assert_true(db_begin(pair->scratch.db));
    db_run(pair->scratch.db, "INSERT INTO notices (folded, kind, time) VALUES ('x', 'text', 1)");
    g_assert_false(db_commit(pair->scratch.db, NULL));
    sqlite3_commit_hook(pair->handle, NULL, NULL);
    g_assert_cmpint(apply(pair, all), ==, 0);
}

/* Another commit takes the place of one that fails, at once or after the database was closed. */
static void test_commit_fails(struct pair *pair, gconstpointer data)
{
    (void)data;
    add_notice(pair->scratch.db, "one");
    make_base(pair, CLOCK_DAY);
    fail_to_commit(pair);
    add_notice(pair->scratch.db, "two");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    open_logged(pair);
    fail_to_commit(pair);
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 0);
    open_logged(pair);
    add_notice(pair->scratch.db, "three");
    close_it(pair);
    g_assert_cmpint(apply(pair, all), ==, 1);
    assert_same(pair, "SELECT * FROM notices");
    g_assert_cmpint(count_files(pair, false), ==, 1);
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
    db_run(pair->scratch.db, "INSERT INTO notices (folded, kind, time) VALUES ('x', 'text', 1)");
    g_assert_false(db_commit(pair->scratch.db, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "without `standby` in the configuration"));
    g_assert_cmpint(db_number(pair->scratch.db, "SELECT COUNT(*) FROM notices"), ==, 1);
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
    db_run(pair->scratch.db, "UPDATE notices SET time = 2 WHERE folded = 'one'");
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
    return g_test_run();
}
