/* Commits that a database has lost are noticed. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "store/handle.h"
#include "tests/unit/scratch.h"

static void add_notice(struct db *db, const char *folded)
{
    scratch_begin(&(struct scratch){ .db = db });
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, 'text', 1)", folded);
    scratch_commit(&(struct scratch){ .db = db });
}

static gint64 noted(const struct scratch *scratch)
{
    g_autofree char *line = commits_read(scratch->path);
    return commits_number(line, db_key(scratch->db));
}

/* Commits in a process that is killed, so that its log stays. */
static void add_and_die(struct scratch *scratch, const char *folded)
{
    g_clear_pointer(&scratch->db, db_close);
    pid_t child = fork();
    if (child == 0) {
        add_notice(scratch_open(scratch, DB_WRITE), folded);
        _exit(0);
    }
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(status, ==, 0);
}

static void assert_lost(const struct scratch *scratch, gint64 lost)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(db_open(scratch->path, DB_WRITE, &error));
    g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER);
    g_assert_nonnull(strstr(error->message, "are missing"));
    g_autoptr(Db) reader = scratch_open(scratch, DB_READ);
    g_assert_cmpint(db_lost(reader), ==, lost);
}

static void test_log_deleted(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    add_notice(scratch->db, "one");
    add_and_die(scratch, "two");
    g_autofree char *log = g_strconcat(scratch->path, "-wal", NULL);
    g_autofree char *away = g_strconcat(scratch->path, ".away", NULL);
    g_assert_cmpint(g_rename(log, away), ==, 0);
    assert_lost(scratch, 1);
    /* It is put back: what was refused has touched nothing. */
    g_assert_cmpint(g_rename(away, log), ==, 0);
    scratch->db = scratch_open(scratch, DB_WRITE);
    g_assert_cmpint(db_lost(scratch->db), ==, 0);
    g_assert_cmpint(db_number(scratch->db, "SELECT COUNT(*) FROM notices"), ==, 2);
}

static void test_killed(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    add_and_die(scratch, "one");
    scratch->db = scratch_open(scratch, DB_WRITE);
    g_assert_cmpint(noted(scratch), ==, 1);
    add_notice(scratch->db, "two");
    g_assert_cmpint(noted(scratch), ==, 2);
}

/* What changes nothing, or is undone, is no commit. */
static void test_nothing_changed(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    db_number(scratch->db, "SELECT COUNT(*) FROM notices");
    scratch_commit(scratch);
    scratch_begin(scratch);
    db_run(scratch->db, "INSERT INTO notices (folded, kind, time) VALUES ('a', 'text', 1)");
    db_rollback(scratch->db);
    g_assert_cmpint(noted(scratch), ==, 0);
    g_assert_cmpint(db_number(scratch->db, "SELECT commits FROM instance"), ==, 0);
}

/* It is no word about a database with another key. */
static void test_of_another(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    for (int i = 0; i < 3; i++) {
        add_notice(scratch->db, "one");
        db_run(scratch->db, "DELETE FROM notices");
    }
    g_clear_pointer(&scratch->db, db_close);
    g_assert_cmpint(g_unlink(scratch->path), ==, 0);
    g_assert_true(db_create(scratch->path, true, NULL));
    scratch->db = scratch_open(scratch, DB_WRITE);
    g_assert_cmpint(noted(scratch), ==, 0);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/commits/log-deleted", test_log_deleted);
    scratch_test("/commits/killed", test_killed);
    scratch_test("/commits/nothing-changed", test_nothing_changed);
    scratch_test("/commits/of-another", test_of_another);
    return g_test_run();
}
