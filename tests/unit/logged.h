/*
 * logged.h: a database whose commits go to a log, in a new folder that is removed with it, and a
 * copy that is made from that log.
 */
#ifndef POSTMOVE_TEST_LOGGED_H
#define POSTMOVE_TEST_LOGGED_H

#include <string.h>

#include "base/error.h"
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

static inline void open_logged(struct pair *pair)
{
    g_autoptr(GError) error = NULL;
    pair->scratch.db = scratch_open(&pair->scratch, DB_WRITE);
    pair->handle = scratch_sqlite;
    commit_log_open(pair->scratch.db, pair->scratch.path, pair->log, &error);
    g_assert_no_error(error);
}

static inline void close_it(struct pair *pair)
{
    g_clear_pointer(&pair->scratch.db, db_close);
}

static inline void set_up(struct pair *pair, gconstpointer data)
{
    (void)data;
    clock_set(1700000000);
    scratch_set_up(&pair->scratch, NULL);
    pair->log = g_build_filename(pair->scratch.folder, "log", NULL);
    pair->copy = g_build_filename(pair->scratch.folder, "copy", NULL);
    g_clear_pointer(&pair->scratch.db, db_close);
    open_logged(pair);
}

static inline void tear_down(struct pair *pair, gconstpointer data)
{
    (void)data;
    close_it(pair);
    folder_free(pair->scratch.folder);
    g_free(pair->scratch.path);
    g_free(pair->log);
    g_free(pair->copy);
}

static inline void add_notice(struct db *db, const char *folded)
{
    g_assert_true(db_begin(db));
    db_run(db, "INSERT INTO notices (folded, kind, time) VALUES (?, 'text', 1)", folded);
    scratch_commit(&(struct scratch){ .db = db });
}

static inline void see_to_base(struct pair *pair, gint64 keep, bool look)
{
    g_autoptr(GError) error = NULL;
    standby_keep_base(pair->scratch.path, pair->log, keep, look, &error);
    g_assert_no_error(error);
}

static inline void make_base(struct pair *pair, gint64 keep)
{
    see_to_base(pair, keep, false);
}

/* Applies the log; returns how many commits were made. */
static inline gint64 apply(struct pair *pair, struct standby_aim aim)
{
    g_autoptr(GError) error = NULL;
    g_auto(StandbyReached) reached = { 0 };
    standby_apply(pair->log, pair->copy, &aim, &reached, &error);
    g_assert_no_error(error);
    return reached.made;
}

static const struct standby_aim all = { G_MAXINT64, false };

static inline void assert_refused(struct pair *pair, const char *words)
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
static inline char *rows_of(const char *path, const char *sql)
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

static inline void assert_same(const struct pair *pair, const char *sql)
{
    g_autofree char *one = rows_of(pair->scratch.path, sql), *other = rows_of(pair->copy, sql);
    g_assert_cmpstr(one, ==, other);
}

/* The path of the file of the log that has commits; the last one if there are several. */
static inline char *log_path(const struct pair *pair)
{
    g_autoptr(GPtrArray) files = log_files(pair->log, NULL, NULL);
    const char *path = NULL;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        path = file->time == 0 ? file->path : path;
    }
    return g_strdup(path);
}

static inline guint count_files(const struct pair *pair, bool bases)
{
    g_autoptr(GPtrArray) files = log_files(pair->log, NULL, NULL);
    guint count = 0;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        count += (file->time != 0) == bases;
    }
    return count;
}

static inline void copy_file(const char *from, const char *to)
{
    g_autofree char *bytes = NULL;
    gsize length;
    g_assert_true(g_file_get_contents(from, &bytes, &length, NULL));
    g_assert_true(g_file_set_contents(to, bytes, (gssize)length, NULL));
}

static inline void add_test(const char *path, void (*test)(struct pair *, gconstpointer))
{
    g_test_add(path, struct pair, NULL, set_up, test, tear_down);
}

#endif
