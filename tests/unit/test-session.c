/* Sessions: what a reader sees while another writes. */
#include "cli/workspace.h"
#include "tests/unit/scratch.h"

static gint64 notices(struct db *db)
{
    return db_number(db, "SELECT COUNT(*) FROM notices");
}

static void write_notice(const struct scratch *scratch)
{
    scratch_begin(scratch);
    db_run(scratch->db, "INSERT INTO notices (folded, kind, time) VALUES ('a', 'text', 1)");
    scratch_commit(scratch);
}

static void open_reader(const struct scratch *scratch, struct workspace *workspace)
{
    const struct config config = { .database = scratch->path };
    g_autoptr(GError) error = NULL;
    workspace_open(workspace, &config, NULL, DB_READ, "test", &error);
    g_assert_no_error(error);
}

/* The first question is asked long after the session began, as when a person
 * reads what `verify` finds in one table after another. */
static void test_reader_sees_one_moment(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct workspace workspace;
    open_reader(scratch, &workspace);
    write_notice(scratch);
    g_assert_cmpint(notices(workspace.db), ==, 0);
    write_notice(scratch);
    g_assert_cmpint(notices(workspace.db), ==, 0);
    workspace_close(&workspace);

    open_reader(scratch, &workspace);
    g_assert_cmpint(notices(workspace.db), ==, 2);
    workspace_close(&workspace);
}

/* A reader that has gone holds no log open: the last writer empties it. */
static void test_reader_leaves_nothing(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    struct workspace workspace;
    open_reader(scratch, &workspace);
    workspace_close(&workspace);
    write_notice(scratch);
    g_clear_pointer(&scratch->db, db_close);
    g_autofree char *log = g_strconcat(scratch->path, "-wal", NULL);
    g_assert_false(g_file_test(log, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/session/reader-sees-one-moment", test_reader_sees_one_moment);
    scratch_test("/session/reader-leaves-nothing", test_reader_leaves_nothing);
    return g_test_run();
}
