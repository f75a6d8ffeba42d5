/* A database is made and opened (db.h). */
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
