#include "store/opening.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/random.h"
#include "store/db.h"
#include "store/handle.h"

char *replacement_draft(const char *database)
{
    return g_strconcat(database, BESIDE_RESTORED, NULL);
}

bool replacement_fold(const char *database, GError **error)
{
    g_autofree char *journal = g_strconcat(database, BESIDE_JOURNAL, NULL);
    for (int i = 0; i < 2; i++) {
        g_autoptr(Db) db = handle_connect(database, DB_DRAFT); /* ours, or another's */
        /* When it is closed, SQLite removes the log of which all is in the file. */
        if (db_number(db, "PRAGMA wal_checkpoint(TRUNCATE)") != 0) {
            db_fail(db, "another process is using it, try again");
        }
        const int code = db->error != NULL ? sqlite3_errcode(db->handle) & 0xff : SQLITE_OK;
        if (db->error != NULL && db->error->code != POSTMOVE_ERROR_NO && code != SQLITE_CORRUPT &&
            code != SQLITE_NOTADB) {
            g_propagate_error(error, g_steal_pointer(&db->error));
            return false;
        }
        g_clear_pointer(&db, db_close);
        /* One that could not be removed is played back when the file is opened again. */
        if (access(journal, F_OK) != 0) {
            break;
        }
    }
    return true;
}

/* Gives the old database the name `aside`, beside its own. Its log is in it; one that is left is
 * that of a damaged database, or of one that is gone, and gets the other name alone. */
static bool put_aside(const char *database, const char *aside, GError **error)
{
    const bool there = access(database, F_OK) == 0;
    if (there && !replacement_fold(database, error)) {
        return false;
    }
    if (there && link(database, aside) != 0) {
        return file_fault(aside, "the old database cannot be put there", error);
    }
    g_autofree const char **endings = beside_endings(BESIDE_LOG);
    for (size_t i = 0; endings[i] != NULL; i++) {
        g_autofree char *log = g_strconcat(database, endings[i], NULL);
        g_autofree char *kept = g_strconcat(aside, endings[i], NULL);
        if (rename(log, kept) != 0 && errno != ENOENT) {
            return file_fault(log, "cannot be put aside", error);
        }
    }
    g_autofree char *shared = g_strconcat(database, BESIDE_SHM, NULL);
    unlink(shared);
    return file_sync_folder(database, error);
}

bool replacement_carry_out(const char *database, const char *aside, GError **error)
{
    g_autofree char *draft = replacement_draft(database);
    g_auto(Descriptor) fd = open(draft, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0) {
        return file_fault(draft, "cannot be synced", error);
    }
    const bool done = handle_is_whole(draft, error) && put_aside(database, aside, error) &&
                      (rename(draft, database) == 0 ||
                       file_fault(database, "the draft cannot be named so", error)) &&
                      file_sync_folder(database, error);
    if (!done && file_is_same(database, aside)) {
        unlink(aside);
    }
    replacement_forget(draft);
    return done;
}

void replacement_forget(const char *draft)
{
    handle_forget_file(draft);
}

/* ---- opening (db.h) ---- */

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

static void use_wal(struct db *db)
{
    g_autofree char *mode = db_text(db, "PRAGMA journal_mode = WAL");
    g_autofree char *room = g_strdup_printf("PRAGMA cache_size = -%d", (int)CACHE_KIB);
    if (mode != NULL && strcmp(mode, "wal") != 0) {
        db_fail(db, "this file system cannot hold a database in WAL mode");
    }
    handle_execute(db, room);
    if (db->error == NULL) {
        sqlite3_wal_autocheckpoint(db->handle, LOG_PAGES);
    }
}

static void read_instance(struct db *db)
{
    struct rows *rows = db_row(db, "SELECT key, letter_key, testing, commits FROM instance");
    if (rows == NULL || !rows_hash(rows, "key", db->key) ||
        !rows_hash(rows, "letter_key", db->letter_key)) {
        db_fail(db, "the keys of this server are missing; restore a backup");
        return;
    }
    db->testing = rows_int(rows, "testing") != 0;
    db->commits = rows_int(rows, "commits");
}

/* Refuses to write to a database that has lost commits, or is another server's: what follows would
 * build on a state that differs from what players know. */
static void check_commits(struct db *db, const char *line)
{
    gint64 number = db->error == NULL ? commits_number(line, db->key) : 0;
    db->lost = MAX(number - db->commits, 0);
    db->foreign = number == COMMITS_OTHERS;
    if (db->error != NULL || db->mode != DB_WRITE) {
        return;
    }
    if (db->lost > 0 || db->foreign) {
        g_autofree char *words = commits_words(db->lost, db->path);
        db_fail(db, "%s", words);
        return;
    }
    if (number < 0 && (line != NULL || db->commits > 0)) {
        log_line("%s.commits: %s; it is made anew, and whether the database had lost changes "
                 "before cannot be told",
                 db->path, line == NULL ? "is missing" : "is damaged");
    }
    db->commits_file = commits_open(db->path);
    if (number < 0) {
        commits_write(db->commits_file, db->commits, db->key);
    }
    db->counts = true;
}

struct db *db_open(const char *path, enum db_mode mode, GError **error)
{
    g_autofree char *draft = replacement_draft(path);
    if (mode == DB_WRITE && access(draft, F_OK) == 0) {
        handle_forget_file(draft); /* of a restore that was killed */
    }
    g_autofree char *line = mode == DB_READ || mode == DB_WRITE ? commits_read(path) : NULL;
    g_autoptr(Db) db = handle_connect(path, mode);
    handle_identify(db);
    if (handle_writes(db)) {
        use_wal(db);
    }
    if (db->error == NULL) {
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    }
    read_instance(db);
    check_commits(db, line);
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return NULL;
    }
    return g_steal_pointer(&db);
}

struct db *db_none(GError **error)
{
    g_autoptr(Db) db = handle_connect(":memory:", DB_DRAFT);
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return NULL;
    }
    return g_steal_pointer(&db);
}

/* ---- creating ---- */

/* Makes the whole database under another name. WAL mode comes last, so that what is committed
 * is in the file itself, synced. It is set here, not by the first writer: if that writer were
 * killed on the way, it would leave a journal that readers may not roll back. */
static bool write_draft(const char *draft, bool testing, GError **error)
{
    if (!handle_make_file(draft, error)) {
        return false;
    }
    unsigned char key[SECRET_KEY_BYTES];
    random_bytes(key, sizeof(key));
    g_autofree char *ours = g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d",
                                            (int)DB_APPLICATION_ID, (int)DB_SCHEMA);
    g_autoptr(Db) db = handle_connect(draft, DB_DRAFT);
    handle_execute(db, ours);
    db_begin(db);
    handle_execute(db, schema_text);
    db_run(db,
           "INSERT INTO instance (one, key, letter_key, testing, created)"
           " VALUES (1, :key, :key, :testing, ?)",
           key, testing, clock_now());
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

bool db_create(const char *path, bool testing, GError **error)
{
    if (access(path, F_OK) == 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: exists already; nothing was changed", path);
        return false;
    }
    if (!handle_is_whole(path, error)) {
        return false;
    }
    g_autofree char *draft = g_strconcat(path, BESIDE_NEW, NULL);
    handle_forget_file(draft);
    commits_forget(path);
    const bool made = write_draft(draft, testing, error) &&
                      (rename(draft, path) == 0 || file_fault(path, "cannot be made", error)) &&
                      file_sync_folder(path, error);
    handle_forget_file(draft);
    return made;
}
