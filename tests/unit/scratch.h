/*
 * scratch.h: a database for each test of the store, in a new folder that is removed with it.
 *
 * `scratch_sqlite` is the connection that SQLite opened last, so that a test can look behind
 * db.h.
 */
#ifndef POSTMOVE_TEST_SCRATCH_H
#define POSTMOVE_TEST_SCRATCH_H

#include <glib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>

#include "base/clock.h"
#include "base/random.h"
#include "store/db.h"

struct scratch {
    char *folder;
    char *path;
    struct db *db; /* opened to write */
};

extern sqlite3 *scratch_sqlite;
sqlite3 *scratch_sqlite;

static inline int scratch_remember(sqlite3 *handle, const char **message, const void *routines)
{
    (void)message;
    (void)routines;
    scratch_sqlite = handle;
    return SQLITE_OK;
}

/* The span from a moment on, without an end: for counting what was stored. */
static inline struct clock_span since(gint64 moment)
{
    return (struct clock_span){ moment, G_MAXINT64 };
}

/* Call it once, before any test. */
static inline void scratch_init(int *argc, char ***argv)
{
    g_test_init(argc, argv, NULL);
    random_init();
    sqlite3_auto_extension((void (*)(void))scratch_remember);
}

static inline struct db *scratch_open(const struct scratch *scratch, enum db_mode mode)
{
    GError *error = NULL;
    struct db *db = db_open(scratch->path, mode, &error);
    g_assert_no_error(error);
    g_assert_nonnull(db);
    return db;
}

static inline void scratch_set_up(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    GError *error = NULL;
    scratch->folder = g_dir_make_tmp("postmove-test-XXXXXX", &error);
    g_assert_no_error(error);
    scratch->path = g_build_filename(scratch->folder, "test.db", NULL);
    g_assert_true(db_create(scratch->path, true, &error));
    g_assert_no_error(error);
    scratch->db = scratch_open(scratch, DB_WRITE);
}

static inline void scratch_remove_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *file = g_build_filename(folder, name, NULL);
        g_assert_cmpint(g_unlink(file), ==, 0);
    }
    g_dir_close(dir);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static inline void scratch_tear_down(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    g_clear_pointer(&scratch->db, db_close);
    scratch_remove_folder(scratch->folder);
    g_free(scratch->folder);
    g_free(scratch->path);
}

static inline void scratch_begin(const struct scratch *scratch)
{
    g_assert_true(db_begin(scratch->db));
}

static inline void scratch_commit(const struct scratch *scratch)
{
    GError *error = NULL;
    db_commit(scratch->db, &error);
    g_assert_no_error(error);
}

static inline void scratch_test(const char *path, void (*test)(struct scratch *, gconstpointer))
{
    g_test_add(path, struct scratch, NULL, scratch_set_up, test, scratch_tear_down);
}

#endif
