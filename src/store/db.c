#include "store/handle.h"

#include <errno.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "store/commits.h"

/* ---- failure ---- */

/* What a person can do, beside SQLite's own words for the code. */
static const struct {
    int code;
    const char *advice;
    const char *of_backup; /* where the file is one; NULL: the same */
} advices[] = {
    { SQLITE_BUSY, "; another process is using it, try again", NULL },
    { SQLITE_CORRUPT, "; the file is damaged: keep a copy, then restore a backup",
      "; this backup is damaged: another one is needed" },
    { SQLITE_NOTADB, "; this is no postmove database, or its beginning is damaged",
      "; this is no backup, or its beginning is damaged: another one is needed" },
    { SQLITE_FULL, "; make room on the disk, then try again", NULL },
    { SQLITE_IOERR, "; look at the disk before anything else", NULL },
};

static void fail_with(struct db *db, enum postmove_error code, const char *format,
                      va_list arguments)
{
    if (db->error == NULL) {
        g_autofree char *reason = g_strdup_vprintf(format, arguments);
        db->error = g_error_new(POSTMOVE_ERROR, (int)code, "%s: %s", db->path, reason);
    }
}

void handle_refuse(struct db *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(db, POSTMOVE_ERROR_NO, format, arguments);
    va_end(arguments);
}

void db_fail(struct db *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(db, POSTMOVE_ERROR_LATER, format, arguments);
    va_end(arguments);
}

void db_halt(struct db *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    db->grave = db->grave || db->error == NULL;
    fail_with(db, POSTMOVE_ERROR_LATER, format, arguments);
    va_end(arguments);
}

/* To whom a user must turn who may not do what SQLite needs: even a reader
 * writes beside the file. NULL if rights are not what is wanting. */
static char *advice_on_rights(const struct db *db, int code)
{
    struct stat file;
    g_autofree char *folder = g_path_get_dirname(db->path);
    if ((code != SQLITE_READONLY && code != SQLITE_CANTOPEN && code != SQLITE_PERM) ||
        stat(db->path, &file) != 0 || (file.st_uid == geteuid() && access(folder, W_OK) == 0)) {
        return NULL;
    }
    const struct passwd *owner = getpwuid(file.st_uid);
    g_autofree char *name =
        owner != NULL ? g_strdup(owner->pw_name) : g_strdup_printf("%u", file.st_uid);
    return g_strdup_printf("; even to read it, %s-shm must be written: do this as the user %s, "
                           "whose it is",
                           db->path, name);
}

void handle_keep_error(struct db *db)
{
    int code = sqlite3_errcode(db->handle) & 0xff, system = sqlite3_system_errno(db->handle);
    const char *advice = "";
    bool full = code == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT);
    for (size_t i = 0; i < G_N_ELEMENTS(advices); i++) {
        if (advices[i].code == (full ? SQLITE_FULL : code)) {
            bool other = db->backup && advices[i].of_backup != NULL;
            advice = other ? advices[i].of_backup : advices[i].advice;
        }
    }
    if (db->error == NULL) {
        db->grave = code != SQLITE_CONSTRAINT && code != SQLITE_TOOBIG && code != SQLITE_MISMATCH;
    }
    bool told = (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0;
    g_autofree char *rights = advice_on_rights(db, code);
    db_fail(db, "%s%s%s%s", sqlite3_errmsg(db->handle), told ? ": " : "",
            told ? g_strerror(system) : "", rights != NULL ? rights : advice);
}

bool db_failed(const struct db *db)
{
    return db->error != NULL;
}

/* ---- statements ---- */

/* A statement of that text which is not in use. */
static struct rows *statement_for(struct db *db, const char *sql)
{
    struct rows *first = g_hash_table_lookup(db->statements, sql);
    for (struct rows *rows = first; rows != NULL; rows = rows->next) {
        if (!rows->open) {
            return rows;
        }
    }
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
        SQLITE_OK) {
        handle_keep_error(db);
        return NULL;
    }
    struct rows *rows = g_new(struct rows, 1);
    *rows = (struct rows){ .db = db, .statement = statement, .next = first };
    g_hash_table_insert(db->statements, (gpointer)sql, rows);
    return rows;
}

/* Binds one argument a letter of `types`. */
static int bind_all(sqlite3_stmt *statement, const char *types, va_list arguments,
                    sqlite3_destructor_type keeping)
{
    int result = SQLITE_OK;
    for (int at = 1; result == SQLITE_OK && types[at - 1] != '\0'; at++) {
        if (types[at - 1] == 'i') {
            result = sqlite3_bind_int64(statement, at, va_arg(arguments, gint64));
        } else if (types[at - 1] == 's') {
            const char *text = va_arg(arguments, const char *);
            result = sqlite3_bind_text(statement, at, text, -1, keeping);
        } else {
            g_assert(types[at - 1] == 'b');
            const void *bytes = va_arg(arguments, const void *);
            size_t length = va_arg(arguments, size_t);
            result = sqlite3_bind_blob64(statement, at, bytes, length, keeping);
        }
    }
    return result;
}

/* A statement ready for its first step; NULL if something failed. */
static struct rows *start(struct db *db, const char *sql, const char *types, va_list arguments,
                          sqlite3_destructor_type keeping)
{
    struct rows *rows = db->error == NULL ? statement_for(db, sql) : NULL;
    if (rows == NULL) {
        return NULL;
    }
    g_assert(sqlite3_bind_parameter_count(rows->statement) == (int)strlen(types));
    if (bind_all(rows->statement, types, arguments, keeping) != SQLITE_OK) {
        handle_keep_error(db);
        return NULL;
    }
    rows->open = true;
    return rows;
}

struct rows *db_query(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments, SQLITE_TRANSIENT);
    va_end(arguments);
    return rows;
}

void db_run(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments, SQLITE_STATIC);
    va_end(arguments);
    while (rows_next(rows)) {
        /* Rows that a change returns are nobody's. */
    }
}

gint64 db_number(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, arguments, SQLITE_STATIC);
    va_end(arguments);
    gint64 number = rows_next(rows) ? rows_int(rows, 0) : 0;
    rows_end(rows);
    return number;
}

gint64 db_last_id(struct db *db)
{
    return db->error == NULL ? sqlite3_last_insert_rowid(db->handle) : 0;
}

int db_changes(struct db *db)
{
    return db->error == NULL ? sqlite3_changes(db->handle) : 0;
}

void handle_execute(struct db *db, const char *sql)
{
    if (db->error == NULL && sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        handle_keep_error(db);
    }
}

/* ---- rows ---- */

bool rows_next(struct rows *rows)
{
    if (rows == NULL || !rows->open) {
        return false;
    }
    int result = rows->db->error == NULL ? sqlite3_step(rows->statement) : SQLITE_DONE;
    if (result == SQLITE_ROW) {
        return true;
    }
    if (result != SQLITE_DONE) {
        handle_keep_error(rows->db);
    }
    rows_end(rows);
    return false;
}

gint64 rows_int(struct rows *rows, int column)
{
    return sqlite3_column_int64(rows->statement, column);
}

const char *rows_text(struct rows *rows, int column)
{
    return (const char *)sqlite3_column_text(rows->statement, column);
}

char *rows_dup(struct rows *rows, int column)
{
    return g_strdup(rows_text(rows, column));
}

GBytes *rows_bytes(struct rows *rows, int column)
{
    if (sqlite3_column_type(rows->statement, column) == SQLITE_NULL) {
        return NULL;
    }
    const void *bytes = sqlite3_column_blob(rows->statement, column);
    return g_bytes_new(bytes, (gsize)sqlite3_column_bytes(rows->statement, column));
}

void rows_end(struct rows *rows)
{
    if (rows != NULL && rows->open) {
        rows->open = false;
        sqlite3_reset(rows->statement);
        /* A secret or a letter must not linger in a kept statement. */
        sqlite3_clear_bindings(rows->statement);
    }
}

/* An unread rest would hold the transaction's view of the file open. */
static void end_all_rows(struct db *db)
{
    GHashTableIter every;
    gpointer first;
    g_hash_table_iter_init(&every, db->statements);
    while (g_hash_table_iter_next(&every, NULL, &first)) {
        for (struct rows *rows = first; rows != NULL; rows = rows->next) {
            rows_end(rows);
        }
    }
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
        db_run(db, "BEGIN", "");
        /* Its moment is that of the first thing it reads. */
        db_number(db, "SELECT COUNT(*) FROM instance", "");
    }
    return db->error == NULL;
}

bool db_commit(struct db *db, GError **error)
{
    end_all_rows(db);
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
    end_all_rows(db);
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
    end_all_rows(db);
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
    end_all_rows(db);
    GHashTableIter every;
    gpointer first;
    g_hash_table_iter_init(&every, db->statements);
    while (g_hash_table_iter_next(&every, NULL, &first)) {
        for (struct rows *rows = first, *next; rows != NULL; rows = next) {
            next = rows->next;
            sqlite3_finalize(rows->statement);
            g_free(rows);
        }
    }
    g_hash_table_destroy(db->statements);
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
