#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/secret.h"
#include "store/migrations.h"

enum { BUSY_MILLISECONDS = 10000 };

/* A prepared statement, kept until the handle is closed. */
struct rows {
    struct db *db;
    sqlite3_stmt *statement;
    bool open;         /* between db_query and its end */
    struct rows *next; /* another of the same text: one was open when it was needed again */
};

struct db {
    sqlite3 *handle;
    char *path;
    enum db_mode mode;
    GHashTable *statements; /* address of the text to struct rows * */
    GError *error;          /* sticky; NULL: nothing failed */
    bool testing;
    unsigned char key[SECRET_KEY_BYTES];
};

/* ---- failure ---- */

/* What a person can do, beside SQLite's own words for the code. */
static const struct {
    int code;
    const char *advice;
} advices[] = {
    { SQLITE_BUSY, "; another process is using it, try again" },
    { SQLITE_CORRUPT, "; the file is damaged: keep a copy, then restore a backup" },
    { SQLITE_NOTADB, "; this is no postmove database, or its beginning is damaged" },
    { SQLITE_FULL, "; make room on the disk, then try again" },
    { SQLITE_IOERR, "; look at the disk before anything else" },
};

static void refuse_with(struct db *db, enum postmove_error code, const char *format,
                        va_list arguments)
{
    if (db->error == NULL) {
        g_autofree char *reason = g_strdup_vprintf(format, arguments);
        db->error = g_error_new(POSTMOVE_ERROR, (int)code, "%s: %s", db->path, reason);
    }
}

G_GNUC_PRINTF(3, 4)
static void refuse(struct db *db, enum postmove_error code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_with(db, code, format, arguments);
    va_end(arguments);
}

void db_fail(struct db *db, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_with(db, POSTMOVE_ERROR_LATER, format, arguments);
    va_end(arguments);
}

/* Keeps the error SQLite has just reported. */
static void keep_error(struct db *db)
{
    int code = sqlite3_errcode(db->handle) & 0xff;
    const char *advice = "";
    for (size_t i = 0; i < G_N_ELEMENTS(advices); i++) {
        if (advices[i].code == code) {
            advice = advices[i].advice;
        }
    }
    int system = sqlite3_system_errno(db->handle);
    bool told = (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0;
    db_fail(db, "%s%s%s%s", sqlite3_errmsg(db->handle), told ? ": " : "",
            told ? g_strerror(system) : "", advice);
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
        keep_error(db);
        return NULL;
    }
    struct rows *rows = g_new(struct rows, 1);
    *rows = (struct rows){ .db = db, .statement = statement, .next = first };
    g_hash_table_insert(db->statements, (gpointer)sql, rows);
    return rows;
}

static int bind(sqlite3_stmt *statement, int at, char type, va_list *arguments,
                sqlite3_destructor_type keeping)
{
    if (type == 'i') {
        return sqlite3_bind_int64(statement, at, va_arg(*arguments, gint64));
    }
    if (type == 's') {
        return sqlite3_bind_text(statement, at, va_arg(*arguments, const char *), -1, keeping);
    }
    g_assert(type == 'b');
    const void *bytes = va_arg(*arguments, const void *);
    size_t length = va_arg(*arguments, size_t);
    return sqlite3_bind_blob64(statement, at, bytes, length, keeping);
}

/* A statement ready for its first step; NULL if something failed. */
static struct rows *start(struct db *db, const char *sql, const char *types, va_list *arguments,
                          sqlite3_destructor_type keeping)
{
    struct rows *rows = db->error == NULL ? statement_for(db, sql) : NULL;
    if (rows == NULL) {
        return NULL;
    }
    int count = (int)strlen(types);
    g_assert(sqlite3_bind_parameter_count(rows->statement) == count);
    for (int i = 0; i < count; i++) {
        if (bind(rows->statement, i + 1, types[i], arguments, keeping) != SQLITE_OK) {
            keep_error(db);
            return NULL;
        }
    }
    rows->open = true;
    return rows;
}

struct rows *db_query(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, &arguments, SQLITE_TRANSIENT);
    va_end(arguments);
    return rows;
}

void db_run(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, &arguments, SQLITE_STATIC);
    va_end(arguments);
    while (rows_next(rows)) {
        continue;
    }
}

gint64 db_number(struct db *db, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct rows *rows = start(db, sql, types, &arguments, SQLITE_STATIC);
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
        keep_error(rows->db);
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
    if (db->mode == DB_WRITE) {
        db_run(db, "BEGIN IMMEDIATE", "");
    } else {
        db_run(db, "BEGIN", "");
    }
    return db->error == NULL;
}

bool db_commit(struct db *db, GError **error)
{
    end_all_rows(db);
    db_run(db, "COMMIT", "");
    if (db->error == NULL) {
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
    /* SQLite ends the transaction itself after some failures. */
    if (!sqlite3_get_autocommit(db->handle)) {
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    }
}

void db_savepoint(struct db *db)
{
    db_run(db, "SAVEPOINT part", "");
}

void db_release(struct db *db)
{
    db_run(db, "RELEASE part", "");
}

void db_undo_savepoint(struct db *db)
{
    end_all_rows(db);
    db_run(db, "ROLLBACK TO part", "");
    db_run(db, "RELEASE part", "");
}

/* ---- opening ---- */

/* Runs statements whose text is made or held elsewhere. */
static void execute(struct db *db, const char *sql)
{
    if (db->error == NULL && sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        keep_error(db);
    }
}

/* A handle on the file; if that fails the sticky error says why. */
static struct db *connect_to(const char *path, enum db_mode mode)
{
    struct db *db = g_new0(struct db, 1);
    db->path = g_strdup(path);
    db->mode = mode;
    db->statements = g_hash_table_new(g_direct_hash, g_direct_equal);
    int flags = mode == DB_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (sqlite3_open_v2(path, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        if (sqlite3_system_errno(db->handle) == ENOENT) {
            refuse(db, POSTMOVE_ERROR_NO, "there is no such database; `postmove init` makes one");
        }
        keep_error(db);
        return db;
    }
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_timeout(db->handle, BUSY_MILLISECONDS);
    if (mode == DB_READ) {
        /* It holds no lock, so it must not checkpoint as the last to leave. */
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    } else if (sqlite3_db_readonly(db->handle, "main") == 1) {
        db_fail(db, "may be read but not written by this user");
    }
    execute(db, "PRAGMA synchronous = FULL;"
                "PRAGMA trusted_schema = OFF;"
                "PRAGMA cell_size_check = ON;");
    return db;
}

static void use_wal(struct db *db)
{
    struct rows *rows = db_query(db, "PRAGMA journal_mode = WAL", "");
    if (rows_next(rows) && g_strcmp0(rows_text(rows, 0), "wal") != 0) {
        db_fail(db, "this file system cannot hold a database in WAL mode");
    }
    rows_end(rows);
}

static int schema_version(struct db *db)
{
    return (int)db_number(db, "PRAGMA user_version", "");
}

/* Refuses what is not ours, or is of a time to come. */
static void check_identity(struct db *db)
{
    if (db_number(db, "PRAGMA application_id", "") != DB_APPLICATION_ID) {
        refuse(db, POSTMOVE_ERROR_NO, "this is no postmove database");
    }
    int version = schema_version(db);
    if (version > migrations_count) {
        refuse(db, POSTMOVE_ERROR_NO,
               "its schema %d is newer than this program, which knows up to %d; "
               "use the postmove that wrote it, or a later one",
               version, migrations_count);
    }
}

/* Takes step `number` and says so in the file, or leaves everything as it
 * was. */
static void migrate_once(struct db *db, int number)
{
    g_autofree char *say = g_strdup_printf("PRAGMA user_version = %d", number);
    db_begin(db);
    execute(db, migrations[number - 1]);
    execute(db, say);
    if (db_number(db, "SELECT COUNT(*) FROM pragma_foreign_key_check", "") != 0) {
        db_fail(db, "foreign keys do not hold after it");
    }
    g_autoptr(GError) error = NULL;
    if (!db_commit(db, &error)) {
        db->error = g_steal_pointer(&error);
        g_prefix_error(&db->error, "schema step %d: ", number);
    }
}

static void migrate(struct db *db)
{
    for (int version = schema_version(db); version < migrations_count && db->error == NULL;) {
        migrate_once(db, ++version);
    }
}

static void read_instance(struct db *db)
{
    struct rows *rows = db_query(db, "SELECT key, testing FROM instance", "");
    g_autoptr(GBytes) key = NULL;
    if (rows_next(rows)) {
        key = rows_bytes(rows, 0);
        db->testing = rows_int(rows, 1) != 0;
    }
    rows_end(rows);
    if (key == NULL || g_bytes_get_size(key) != sizeof(db->key)) {
        db_fail(db, "the key of this server is missing; restore a backup");
        return;
    }
    memcpy(db->key, g_bytes_get_data(key, NULL), sizeof(db->key));
}

struct db *db_open(const char *path, enum db_mode mode, GError **error)
{
    g_autoptr(Db) db = connect_to(path, mode);
    check_identity(db);
    if (mode == DB_WRITE) {
        use_wal(db);
        migrate(db);
    } else if (schema_version(db) < migrations_count) {
        db_fail(db, "its schema is older than this program; `postmove run` brings it up to date");
    }
    execute(db, "PRAGMA foreign_keys = ON");
    read_instance(db);
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return NULL;
    }
    return g_steal_pointer(&db);
}

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
    g_clear_error(&db->error);
    g_free(db->path);
    memset(db->key, 0, sizeof(db->key));
    g_free(db);
}

/* ---- creating ---- */

/* Whether a file may be made at `path`. Another database's log, left beside
 * it, would be taken for its own. */
static bool path_is_free(const char *path, GError **error)
{
    static const char *const endings[] = { "", "-wal", "-journal" };
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *beside = g_strconcat(path, endings[i], NULL);
        if (g_file_test(beside, G_FILE_TEST_EXISTS)) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                        "%s: exists already; nothing was changed", beside);
            return false;
        }
    }
    return true;
}

static void forget_draft(const char *draft)
{
    static const char *const endings[] = { "", "-wal", "-shm", "-journal" };
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *file = g_strconcat(draft, endings[i], NULL);
        unlink(file);
    }
}

static bool system_error(const char *path, const char *what, GError **error)
{
    int code = errno;
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s: %s", path, what,
                g_strerror(code));
    return false;
}

/* Makes the whole database under another name. */
static bool write_draft(const char *draft, bool testing, GError **error)
{
    int fd = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return system_error(draft, "cannot be made", error);
    }
    close(fd);
    unsigned char key[SECRET_KEY_BYTES];
    random_bytes(key, sizeof(key));
    g_autofree char *ours = g_strdup_printf("PRAGMA application_id = %d", (int)DB_APPLICATION_ID);
    g_autoptr(Db) db = connect_to(draft, DB_WRITE);
    execute(db, ours);
    use_wal(db);
    migrate(db);
    db_begin(db);
    db_run(db, "INSERT INTO instance (one, key, testing, created) VALUES (1, ?, ?, ?)", "bii", key,
           sizeof(key), (gint64)testing, clock_now());
    return db_commit(db, error);
}

/* Gives the finished draft its name, unless something has taken the name. */
static bool name_draft(const char *draft, const char *path, GError **error)
{
    if (link(draft, path) != 0) {
        return system_error(path, "cannot be made", error);
    }
    unlink(draft);
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return synced || system_error(folder, "cannot be synced", error);
}

bool db_create(const char *path, bool testing, GError **error)
{
    if (!path_is_free(path, error)) {
        return false;
    }
    g_autofree char *draft = g_strconcat(path, ".new", NULL);
    forget_draft(draft);
    bool made = write_draft(draft, testing, error) && name_draft(draft, path, error);
    forget_draft(draft);
    return made;
}

/* ---- what every database has ---- */

bool db_testing(struct db *db)
{
    return db->testing;
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
