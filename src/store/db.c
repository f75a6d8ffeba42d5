#include "store/handle.h"

#include <string.h>
#include <unistd.h>

#include "store/commits.h"

/* ---- statements ---- */

void handle_execute(struct db *db, const char *sql)
{
    if (db->error == NULL && sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        handle_keep_error(db);
    }
    handle_forget_rows(db);
}

gint64 db_last_id(struct db *db)
{
    return db->error == NULL ? sqlite3_last_insert_rowid(db->handle) : 0;
}

int db_changes(struct db *db)
{
    return db->error == NULL ? sqlite3_changes(db->handle) : 0;
}

/* ---- transactions ---- */

bool db_begin(struct db *db)
{
    if (db->counts) {
        db->changes = sqlite3_total_changes(db->handle);
    }
    if (handle_writes(db)) {
        db_run(db, "BEGIN IMMEDIATE", "");
    } else {
        handle_forget_rows(db); /* others may have written since */
        db_run(db, "BEGIN", "");
        /* Its moment is that of the first thing it reads. */
        db_number(db, "SELECT COUNT(*) FROM instance", "");
    }
    return db->error == NULL;
}

bool db_commit(struct db *db, GError **error)
{
    handle_end_rows(db);
    bool counts = db->counts && sqlite3_total_changes(db->handle) != db->changes;
    if (counts) {
        db_run(db, "UPDATE instance SET commits = ? WHERE one = 1", "i", db->commits + 1);
    }
    db_run(db, "COMMIT", "");
    if (db->error == NULL) {
        if (counts) {
            commits_write(db->commits_file, ++db->commits, db->key);
        }
        return true;
    }
    g_propagate_error(error, g_steal_pointer(&db->error));
    db_rollback(db);
    return false;
}

void db_rollback(struct db *db)
{
    handle_end_rows(db);
    handle_forget_rows(db);
    g_clear_error(&db->error);
    db->grave = false;
    /* SQLite ends the transaction itself after some failures. */
    if (db->handle != NULL && !sqlite3_get_autocommit(db->handle)) {
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    }
}

void db_savepoint(struct db *db)
{
    db_run(db, "SAVEPOINT part", "");
}

/* Ends the part undone. Needs a handle without an error. */
static void undo_part(struct db *db)
{
    handle_end_rows(db);
    handle_forget_rows(db);
    db_run(db, "ROLLBACK TO part", "");
    db_run(db, "RELEASE part", "");
}

bool db_savepoint_end(struct db *db, GError **error)
{
    if (db->error == NULL) {
        db_run(db, "RELEASE part", "");
        return db->error == NULL;
    }
    if (!db->grave) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        undo_part(db);
    }
    return false;
}

/* ---- the handle ---- */

void db_close(struct db *db)
{
    if (db == NULL) {
        return;
    }
    handle_free_rows(db);
    sqlite3_close(db->handle);
    if (db->commits_file >= 0) {
        close(db->commits_file);
    }
    g_clear_error(&db->error);
    g_free(db->path);
    explicit_bzero(db->key, sizeof(db->key));
    g_free(db);
}

bool db_testing(struct db *db)
{
    return db->testing;
}

gint64 db_created(struct db *db)
{
    return db_number(db, "SELECT created FROM instance", "");
}

gint64 db_lost(struct db *db)
{
    return db->lost;
}

const unsigned char *db_key(struct db *db)
{
    return db->key;
}

guint64 db_moment(struct db *db)
{
    /* Every new row of a numbered table raises its number here, and no
     * deletion lowers it. */
    return (guint64)db_number(db, "SELECT SUM(seq) FROM sqlite_sequence", "");
}

GPtrArray *db_faults(struct db *db)
{
    GPtrArray *faults = g_ptr_array_new_with_free_func(g_free);
    struct rows *rows = db_query(db, "PRAGMA integrity_check", "");
    while (rows_next(rows)) {
        if (g_strcmp0(rows_text(rows, 0), "ok") != 0) {
            g_ptr_array_add(faults, rows_dup(rows, 0));
        }
    }
    rows = db_query(db, "PRAGMA foreign_key_check", "");
    while (rows_next(rows)) {
        g_ptr_array_add(faults,
                        g_strdup_printf("%s row %" G_GINT64_FORMAT ": no such row in %s",
                                        rows_text(rows, 0), rows_int(rows, 1), rows_text(rows, 2)));
    }
    if (db->error != NULL) {
        g_ptr_array_add(faults, g_strdup(db->error->message));
    }
    return faults;
}
