/* A database is made, opened, copied and closed (db.h). */
#include "base/beside.h"
#include "store/handle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/plain_file.h"
#include "base/random.h"
#include "store/commits.h"
#include "store/replacement.h"

enum {
    BUSY_MILLISECONDS = 10000,
    /* How much of the file a writer has in memory, and how many pages its log
     * may hold before they are carried over to the file: a page that changes
     * with each mail is carried over once. */
    CACHE_KIB = 8 * 1024,
    LOG_PAGES = 4000,
};

/* ISO C promises only 4095 characters a literal; the schema has more, and every compiler we build
 * with takes them. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
static const char schema_text[] =
#include "schema.list"
    ;
#pragma GCC diagnostic pop

/* ---- opening ---- */

bool handle_copy(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *copying = sqlite3_backup_init(to, "main", from, "main");
    if (copying == NULL) {
        return false;
    }
    sqlite3_backup_step(copying, -1);
    return sqlite3_backup_finish(copying) == SQLITE_OK;
}

/* Puts a copy in memory in the place of the file. */
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

/* Whether the file, or what would be its log, is something else: to open that might
 * take for ever. */
static bool is_no_file(const char *path)
{
    g_autoptr(GPtrArray) files = beside_paths(path, BESIDE_DATABASE | BESIDE_LOG);
    bool other = false;
    for (guint i = 0; i < files->len && !other; i++) {
        other = plain_file_is_not(files->pdata[i]);
    }
    return other;
}

bool handle_writes(const struct db *db)
{
    return db->mode == DB_WRITE || db->mode == DB_DRAFT;
}

/* A reader has no lock: a restore may have taken the file or its log away while it was opened. */
static void refuse_if_moved(struct db *db)
{
    struct stat file;
    if (replacement_under_way(db->path)) {
        db_fail(db, "a restore is being carried out, or was cut short; the next command that "
                    "writes to the database, such as `postmove run`, completes it");
    } else if (db->inode != 0 && (stat(db->path, &file) != 0 || file.st_ino != db->inode)) {
        db_fail(db, "another database has just been put in its place; try again");
    }
}

static struct db *connect_to(const char *path, enum db_mode mode, bool backup)
{
    struct db *db = g_new0(struct db, 1);
    struct stat file;
    db->path = g_strdup(path);
    db->mode = mode;
    db->backup = backup;
    db->commits_file = -1;
    db->inode = stat(path, &file) == 0 ? file.st_ino : 0;
    if (!handle_writes(db)) {
        refuse_if_moved(db);
    }
    if (is_no_file(path)) {
        handle_refuse(db, "this is no plain file, or its log is none");
    }
    if (db->error != NULL) {
        return db;
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
        /* It holds no lock, so it must not checkpoint as the last to leave. */
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    }
    if (mode == DB_COPY) {
        take_copy(db);
    } else if (handle_writes(db) && sqlite3_db_readonly(db->handle, "main") == 1) {
        db_fail(db, "may be read but not written by this user");
    }
    handle_keep_statements(db);
    /* What a savepoint may have to undo is players' mail too: it is not for
     * /var/tmp, nor is that disk ours to depend on. What is deleted is gone. */
    handle_execute(db, "PRAGMA synchronous = FULL;"
                       "PRAGMA cell_size_check = ON;"
                       "PRAGMA temp_store = MEMORY;"
                       "PRAGMA secure_delete = ON;");
    return db;
}

struct db *handle_connect(const char *path, enum db_mode mode)
{
    return connect_to(path, mode, false);
}

struct db *handle_connect_backup(const char *path, enum db_mode mode)
{
    return connect_to(path, mode, true);
}

static void use_wal(struct db *db)
{
    struct rows *rows = db_query(db, "PRAGMA journal_mode = WAL", "");
    if (rows_next(rows) && g_strcmp0(rows_text(rows, 0), "wal") != 0) {
        db_fail(db, "this file system cannot hold a database in WAL mode");
    }
    rows_end(rows);
    g_autofree char *room = g_strdup_printf("PRAGMA cache_size = -%d", (int)CACHE_KIB);
    handle_execute(db, room);
    if (db->error == NULL) {
        sqlite3_wal_autocheckpoint(db->handle, LOG_PAGES);
    }
}

void handle_identify(struct db *db)
{
    if (db_number(db, "PRAGMA application_id", "") != DB_APPLICATION_ID) {
        handle_refuse(db, "this is no postmove database");
    }
    int version = (int)db_number(db, "PRAGMA user_version", "");
    if (version > DB_SCHEMA) {
        handle_refuse(db,
                      "its schema %d is newer than this program, which knows %d; "
                      "use the postmove that wrote it, or a later one",
                      version, (int)DB_SCHEMA);
    } else if (version != DB_SCHEMA) {
        handle_refuse(db,
                      "its schema %d is not one that this program knows, which is %d; "
                      "use the postmove that wrote it",
                      version, (int)DB_SCHEMA);
    }
    if (!handle_writes(db)) {
        refuse_if_moved(db);
    }
}

/* Makes all tables in an empty database, in the transaction at hand if there is one. */
static void make_tables(struct db *db)
{
    g_autofree char *say = g_strdup_printf("PRAGMA user_version = %d", (int)DB_SCHEMA);
    handle_execute(db, schema_text);
    handle_execute(db, say);
}

struct db *handle_model(void)
{
    struct db *model = handle_connect(":memory:", DB_DRAFT);
    make_tables(model);
    return model;
}

static void read_instance(struct db *db)
{
    struct rows *rows = db_query(db, "SELECT key, testing, commits FROM instance", "");
    g_autoptr(GBytes) key = NULL;
    if (rows_next(rows)) {
        key = rows_bytes(rows, 0);
        db->testing = rows_int(rows, 1) != 0;
        db->commits = rows_int(rows, 2);
    }
    rows_end(rows);
    if (key == NULL || g_bytes_get_size(key) != sizeof(db->key)) {
        db_fail(db, "the key of this server is missing; restore a backup");
        return;
    }
    memcpy(db->key, g_bytes_get_data(key, NULL), sizeof(db->key));
}

/* A database that has lost commits is not written to: what follows would build on a state
 * that players know to be another. */
static void check_commits(struct db *db, const struct commits_line *line)
{
    gint64 number = db->error == NULL ? commits_number(line, db->key) : 0;
    db->lost = MAX(number - db->commits, 0);
    if (db->error != NULL || db->mode != DB_WRITE) {
        return;
    }
    if (db->lost > 0) {
        g_autofree char *words = commits_words(db->lost, db->path);
        db_fail(db, "%s", words);
        return;
    }
    if (number < 0 && (!line->missing || db->commits > 0)) {
        log_line("%s.commits: %s; it is made anew, and whether the database had lost changes "
                 "before cannot be told",
                 db->path, line->missing ? "is missing" : "is damaged, or another database's");
    }
    db->commits_file = commits_open(db->path);
    if (number < 0) {
        commits_write(db->commits_file, db->commits, db->key);
    }
    db->counts = true;
}

struct db *db_open(const char *path, enum db_mode mode, GError **error)
{
    struct commits_line line = { .missing = true };
    if (mode == DB_WRITE && !replacement_settle(path, error)) {
        return NULL;
    }
    if (mode == DB_READ || mode == DB_WRITE) {
        commits_read(path, &line);
    }
    g_autoptr(Db) db = handle_connect(path, mode);
    handle_identify(db);
    if (handle_writes(db)) {
        use_wal(db);
    }
    if (db->error == NULL) {
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    }
    read_instance(db);
    check_commits(db, &line);
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return NULL;
    }
    return g_steal_pointer(&db);
}

/* ---- creating ---- */

/* Whether a file may be made at `path`. Another database's log, left beside
 * it, would be taken for its own. */
static bool path_is_free(const char *path, GError **error)
{
    g_autoptr(GPtrArray) files = beside_paths(path, BESIDE_DATABASE | BESIDE_LOG);
    for (guint i = 0; i < files->len; i++) {
        const char *beside = files->pdata[i];
        if (g_file_test(beside, G_FILE_TEST_EXISTS)) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                        i == 0 ? "%s: exists already; nothing was changed"
                               : "%s: is the log of another database and would be taken for "
                                 "that of the new one; move it away first",
                        beside);
            return false;
        }
    }
    return true;
}

void handle_forget_file(const char *draft)
{
    g_autoptr(GPtrArray) files = beside_paths(draft, BESIDE_DATABASE | BESIDE_LOG | BESIDE_SHARED);
    for (guint i = 0; i < files->len; i++) {
        unlink(files->pdata[i]);
    }
}

bool handle_system_error(const char *path, const char *what, GError **error)
{
    int code = errno;
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s: %s", path, what,
                g_strerror(code));
    return false;
}

bool handle_is_whole(const char *draft, GError **error)
{
    g_autoptr(GPtrArray) logs = beside_paths(draft, BESIDE_LOG);
    for (guint i = 0; i < logs->len; i++) {
        const char *log = logs->pdata[i];
        if (g_file_test(log, G_FILE_TEST_EXISTS)) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                        "%s: is left over, so the database is not whole; nothing was made", log);
            return false;
        }
    }
    return true;
}

bool handle_sync_folder(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && fsync(fd) == 0;
    bool told = synced || handle_system_error(folder, "cannot be synced", error);
    if (fd >= 0) {
        close(fd);
    }
    return told;
}

bool handle_make_file(const char *path, GError **error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return handle_system_error(path, "cannot be made", error);
    }
    close(fd);
    return true;
}

/* Makes the whole database under another name. WAL mode comes last, so that
 * what is committed stands in the file itself, synced; and it comes here, since
 * a first writer killed on the way to it would leave a journal that those who
 * only read may not play back. */
static bool write_draft(const char *draft, bool testing, GError **error)
{
    if (!handle_make_file(draft, error)) {
        return false;
    }
    unsigned char key[SECRET_KEY_BYTES];
    random_bytes(key, sizeof(key));
    g_autofree char *ours = g_strdup_printf("PRAGMA application_id = %d", (int)DB_APPLICATION_ID);
    g_autoptr(Db) db = handle_connect(draft, DB_DRAFT);
    handle_execute(db, ours);
    db_begin(db);
    make_tables(db);
    db_run(db, "INSERT INTO instance (one, key, testing, created) VALUES (1, ?, ?, ?)", "bii", key,
           sizeof(key), (gint64)testing, clock_now());
    if (!db_commit(db, error)) {
        return false;
    }
    use_wal(db);
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return false;
    }
    g_clear_pointer(&db, db_close);
    return handle_is_whole(draft, error);
}

/* Gives the finished draft its name, unless something has taken the name. */
static bool name_draft(const char *draft, const char *path, GError **error)
{
    bool named = renameat2(AT_FDCWD, draft, AT_FDCWD, path, RENAME_NOREPLACE) == 0;
    if (!named && errno == EINVAL) {
        named = link(draft, path) == 0; /* a file system that cannot do it in one step */
    }
    if (!named) {
        return handle_system_error(path, "cannot be made", error);
    }
    return handle_sync_folder(path, error);
}

bool db_create(const char *path, bool testing, GError **error)
{
    if (!path_is_free(path, error)) {
        return false;
    }
    g_autofree char *draft = g_strconcat(path, BESIDE_NEW, NULL);
    handle_forget_file(draft);
    commits_forget(path);
    bool made = write_draft(draft, testing, error) && name_draft(draft, path, error);
    handle_forget_file(draft);
    return made;
}
