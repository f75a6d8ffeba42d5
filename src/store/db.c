#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "store/handle.h"

/* How long a connection waits for another one's write. */
enum { BUSY_MILLISECONDS = 10000 };

/* ---- statements ---- */

void handle_execute(struct db *db, const char *sql)
{
    if (db->error == NULL && sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        handle_keep_error(db);
    }
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
        db_run(db, "BEGIN IMMEDIATE");
    } else {
        db_run(db, "BEGIN");
        /* The moment that a reader sees is that of its first query. */
        db_number(db, "SELECT COUNT(*) FROM instance");
    }
    if (db->log.data != NULL) {
        changes_begin(db);
    }
    return db->error == NULL;
}

bool db_commit(struct db *db, GError **error)
{
    bool counts = db->counts && sqlite3_total_changes(db->handle) != db->changes;
    if (counts) {
        db_run(db, "UPDATE instance SET commits = ? WHERE one = 1", db->commits + 1);
    }
    if (counts && db->log.data != NULL) {
        changes_write(db);
    }
    db_run(db, "COMMIT");
    if (db->error == NULL) {
        if (counts) {
            commits_write(db->commits_file, ++db->commits, db->key);
        }
        if (db->log.data != NULL) {
            db->log.ended(db->log.data, true);
        }
        return true;
    }
    g_propagate_error(error, g_steal_pointer(&db->error));
    db_rollback(db);
    return false;
}

void db_rollback(struct db *db)
{
    g_clear_error(&db->error);
    db->grave = false;
    /* SQLite ends the transaction itself after some failures. */
    if (db->handle != NULL && !sqlite3_get_autocommit(db->handle)) {
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    }
    if (db->log.data != NULL) {
        db->log.ended(db->log.data, false);
    }
}

void db_savepoint(struct db *db)
{
    db_run(db, "SAVEPOINT part");
}

bool db_savepoint_end(struct db *db, GError **error)
{
    if (db->error == NULL) {
        db_run(db, "RELEASE part");
        return db->error == NULL;
    }
    if (!db->grave) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        db_run(db, "ROLLBACK TO part");
        db_run(db, "RELEASE part");
    }
    return false;
}

/* ---- the handle ---- */

void db_close(struct db *db)
{
    if (db == NULL) {
        return;
    }
    if (db->log.data != NULL) {
        changes_close(db);
    }
    handle_free_rows(db);
    sqlite3_close(db->handle);
    if (db->commits_file >= 0) {
        close(db->commits_file);
    }
    g_clear_error(&db->error);
    g_free(db->path);
    explicit_bzero(db->key, sizeof(db->key));
    explicit_bzero(db->letter_key, sizeof(db->letter_key));
    g_free(db);
}

bool db_testing(struct db *db)
{
    return db->testing;
}

gint64 db_created(struct db *db)
{
    return db_number(db, "SELECT created FROM instance");
}

gint64 db_commits(const struct db *db)
{
    return db->commits;
}

gint64 db_lost(struct db *db)
{
    return db->lost;
}

bool db_is_foreign(struct db *db)
{
    return db->foreign;
}

const unsigned char *db_key(struct db *db)
{
    return db->key;
}

const unsigned char *db_letter_key(struct db *db)
{
    return db->letter_key;
}

guint64 db_moment(struct db *db)
{
    /* Every new row of a numbered table raises its number here, and no
     * deletion lowers it. */
    return (guint64)db_number(db, "SELECT SUM(seq) FROM sqlite_sequence");
}

GPtrArray *db_faults(struct db *db, bool quick)
{
    GPtrArray *faults =
        quick
            ? db_texts(db,
                       "SELECT quick_check FROM pragma_quick_check(5) WHERE quick_check <> 'ok'")
            : db_texts(db,
                       "SELECT integrity_check FROM pragma_integrity_check"
                       " WHERE integrity_check <> 'ok'"
                       " UNION ALL SELECT printf('%s row %d: no such row in %s', \"table\", rowid,"
                       " parent) FROM pragma_foreign_key_check");
    if (db->error != NULL) {
        g_ptr_array_add(faults, g_strdup(db->error->message));
    }
    return faults;
}

/* ---- connecting ---- */

bool handle_writes(const struct db *db)
{
    return db->mode == DB_WRITE || db->mode == DB_DRAFT;
}

bool handle_copy(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *copying = sqlite3_backup_init(to, "main", from, "main");
    if (copying == NULL) {
        return false;
    }
    sqlite3_backup_step(copying, -1);
    return sqlite3_backup_finish(copying) == SQLITE_OK;
}

/* Replaces the connection to the file by a copy in memory. */
static void take_copy(struct db *db)
{
    sqlite3 *file = db->handle, *memory = NULL;
    bool opened = sqlite3_open(":memory:", &memory) == SQLITE_OK;
    db->handle = memory;
    if (!opened || !handle_copy(file, memory) ||
        sqlite3_db_config(memory, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) != SQLITE_OK) {
        handle_keep_error(db);
    }
    sqlite3_close(file);
}

/* True if the file, or what would be its log, is not a plain file: opening it might block for
 * ever. */
static bool is_no_file(const char *path)
{
    g_autoptr(GPtrArray) files = beside_paths(path, BESIDE_DATABASE | BESIDE_LOG);
    bool other = false;
    for (guint i = 0; i < files->len && !other; i++) {
        other = plain_file_is_not(files->pdata[i]);
    }
    return other;
}

/* A reader has no lock: a restore may have put another file there while it was opened. */
static void refuse_if_moved(struct db *db)
{
    struct stat file;
    if (db->inode != 0 && (stat(db->path, &file) != 0 || file.st_ino != db->inode)) {
        db_fail(db, "another database has just been put in its place; try again");
    }
}

struct db *handle_connect(const char *path, enum db_mode mode)
{
    struct db *db = g_new0(struct db, 1);
    struct stat file;
    db->path = g_strdup(path);
    db->mode = mode;
    db->commits_file = -1;
    db->inode = stat(path, &file) == 0 ? file.st_ino : 0;
    if (is_no_file(path)) {
        handle_refuse(db, "this is no plain file, or its log is none");
    }
    if (db->error != NULL) {
        return db;
    }
    static bool configured;
    if (!configured) {
        /* SQLite counts each byte it holds, under a mutex; we ask for none of these counts and
         * start no threads. */
        sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        configured = true;
    }
    int flags = handle_writes(db) ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(path, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        if (sqlite3_system_errno(db->handle) == ENOENT) {
            handle_refuse(db, "there is no such database");
        }
        handle_keep_error(db);
        return db;
    }
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_timeout(db->handle, BUSY_MILLISECONDS);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (!handle_writes(db)) {
        /* A reader holds no lock, so it must not checkpoint when it is the last to close. */
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    }
    if (mode == DB_COPY) {
        take_copy(db);
    } else if (handle_writes(db) && sqlite3_db_readonly(db->handle, "main") == 1) {
        db_fail(db, "may be read but not written by this user");
    }
    db->statements = g_hash_table_new(g_direct_hash, g_direct_equal);
    /* What a savepoint may have to undo is players' mail too: keep it in memory, not in
     * /var/tmp. What is deleted is overwritten. */
    handle_execute(db, "PRAGMA synchronous = FULL;"
                       "PRAGMA temp_store = MEMORY;"
                       "PRAGMA secure_delete = ON;");
    return db;
}

void handle_identify(struct db *db)
{
    const bool ours = db_number(db, "PRAGMA application_id") == DB_APPLICATION_ID;
    const int version = (int)db_number(db, "PRAGMA user_version");
    if (!ours) {
        handle_refuse(db, "this is no postmove database");
    } else if (version != DB_SCHEMA) {
        const bool newer = version > DB_SCHEMA;
        handle_refuse(db, "its schema %d is %s, which knows %d; use the postmove that wrote it%s",
                      version, newer ? "newer than this program" : "not one of this program",
                      (int)DB_SCHEMA, newer ? ", or a later one" : "");
    }
    if (!handle_writes(db)) {
        refuse_if_moved(db);
    }
}

/* ---- files of databases ---- */

void handle_forget_file(const char *draft)
{
    g_autoptr(GPtrArray) files = beside_paths(draft, BESIDE_DATABASE | BESIDE_LOG | BESIDE_SHARED);
    for (guint i = 0; i < files->len; i++) {
        unlink(files->pdata[i]);
    }
}

bool handle_is_whole(const char *draft, GError **error)
{
    g_autoptr(GPtrArray) logs = beside_paths(draft, BESIDE_LOG);
    for (guint i = 0; i < logs->len; i++) {
        const char *log = logs->pdata[i];
        if (g_file_test(log, G_FILE_TEST_EXISTS)) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                        "%s: is the log of another database and would be taken for that of the "
                        "new one; move it away first",
                        log);
            return false;
        }
    }
    return true;
}

bool handle_make_file(const char *path, GError **error)
{
    g_auto(Descriptor) fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return fd >= 0 || file_fault(path, "cannot be made", error);
}

/* ---- commits ---- */

static char *path_of(const char *database)
{
    return g_strconcat(database, BESIDE_COMMITS, NULL);
}

/* "0000000000000000042 0123456789abcdef\n". Free with g_free. */
static char *line_of(gint64 number, const unsigned char key[SECRET_KEY_BYTES])
{
    guint64 hash[SECRET_HASH_BYTES / sizeof(guint64)];
    g_autofree char *text = g_strdup_printf("commits %019" G_GINT64_FORMAT, number);
    secret_hash(key, text, strlen(text), (unsigned char *)hash);
    return g_strdup_printf("%s %016" G_GINT64_MODIFIER "x\n", text + strlen("commits "),
                           GUINT64_FROM_BE(hash[0]));
}

char *commits_read(const char *database)
{
    g_autofree char *path = path_of(database);
    g_autofree char *text = NULL;
    g_autoptr(GError) fault = NULL;
    if (!plain_file_contents(path, &text, NULL, &fault)) {
        const bool missing = g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        return missing ? NULL : g_strdup("?");
    }
    return text[0] != '\0' ? g_steal_pointer(&text) : NULL;
}

gint64 commits_number(const char *line, const unsigned char key[SECRET_KEY_BYTES])
{
    if (line == NULL || !g_regex_match_simple("^\\d{19} [0-9a-f]{16}\n", line, 0, 0)) {
        return COMMITS_UNKNOWN;
    }
    const gint64 number = g_ascii_strtoll(line, NULL, 10);
    g_autofree char *again = line_of(number, key);
    return g_str_has_prefix(line, again) ? number : COMMITS_OTHERS;
}

int commits_open(const char *database)
{
    g_autofree char *path = path_of(database);
    plain_file_prepare(path, database);
    int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file < 0) {
        log_line("%s: cannot be opened: %s; should the database lose changes, nobody will notice",
                 path, g_strerror(errno));
    }
    return file;
}

void commits_write(int file, gint64 number, const unsigned char key[SECRET_KEY_BYTES])
{
    g_autofree char *line = line_of(number, key);
    const ssize_t length = (ssize_t)strlen(line);
    if (file >= 0 && pwrite(file, line, (size_t)length, 0) != length) {
        g_debug("the number of commits was not written: %s", g_strerror(errno));
    }
}

void commits_forget(const char *database)
{
    g_autofree char *path = path_of(database);
    unlink(path);
}

char *commits_words(gint64 lost, const char *database)
{
    return lost > 0
               ? g_strdup_printf(
                     "changes that were made to it last are missing, %" G_GINT64_FORMAT
                     " in all: its log (%s-wal) was deleted, or an older copy was put in its "
                     "place; "
                     "put back what is missing, or restore a backup with `postmove restore FILE`; "
                     "`postmove restore --as-it-is` goes on without them",
                     lost, database)
               : g_strdup_printf(
                     "is the database of another server than the one that stood here, as "
                     "%s" BESIDE_COMMITS " shows; put the right one back, or, if this is the right "
                     "one, go on with it by `postmove restore --as-it-is`",
                     database);
}
