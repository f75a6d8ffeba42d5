#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "store/db.h"
#include "store/handle.h"
#include "store/health.h"
#include "store/opening.h"
#include "store/seal.h"

/* ---- looking at one ---- */

/* Returns the error that the handle keeps; true if there is none. */
static bool is_well(struct db *db, GError **error)
{
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return false;
    }
    return true;
}

/* Turns damage into POSTMOVE_ERROR_NO, even where the damage stops the check itself. */
static void look_for_damage(struct db *db)
{
    g_autoptr(GPtrArray) faults = db_faults(db, false);
    const char *damaged =
        db->backup ? "this backup is damaged, and another one is needed" : "it is damaged";
    if (db->error != NULL && (sqlite3_errcode(db->handle) & 0xff) == SQLITE_CORRUPT) {
        g_clear_error(&db->error);
        handle_refuse(db, "%s: %s", damaged, sqlite3_errstr(SQLITE_CORRUPT));
    } else if (db->error == NULL && faults->len > 0) {
        handle_refuse(db, "%s: %s", damaged, (const char *)faults->pdata[0]);
    }
}

/* Finds all that can be wrong in a file that opens. */
static bool check_all(struct db *db, struct backup_facts *facts, GError **error)
{
    handle_identify(db);
    if (db->error == NULL) {
        look_for_damage(db);
    }
    if (db->error == NULL &&
        db_number(db, "SELECT length(key) + length(letter_key) FROM instance") !=
            (gint64)2 * SECRET_KEY_BYTES) {
        handle_refuse(db, "the keys of its server are missing");
    }
    *facts = (struct backup_facts){
        .testing = db_number(db, "SELECT testing FROM instance") != 0,
        .newest = health_newest(db),
        .boards = db_number(db, "SELECT COUNT(*) FROM boards"),
        .players = db_number(db, "SELECT COUNT(*) FROM players"),
    };
    return is_well(db, error);
}

bool backup_check(const char *file, struct backup_facts *facts, GError **error)
{
    *facts = (struct backup_facts){ 0 };
    if (!seal_holds(file, false, error)) {
        return false;
    }
    g_autoptr(Db) db = handle_connect_backup(file, DB_READ);
    return check_all(db, facts, error);
}

/* How many commits a database of ours has counted; sets the key of the handle. False after a
 * failure. */
static bool read_commits(struct db *db, gint64 *commits)
{
    struct rows *rows = db_row(db, "SELECT commits, key FROM instance");
    *commits = rows != NULL ? rows_int(rows, "commits") : 0;
    return rows != NULL && rows_hash(rows, "key", db->key);
}

/* ---- copying ---- */

/* Copies a database to a new file of that name. */
static bool copy_to(const char *from, const char *to, GError **error)
{
    handle_forget_file(to);
    if (!handle_make_file(to, error)) {
        return false;
    }
    g_autoptr(Db) source = handle_connect(from, DB_READ);
    handle_identify(source);
    if (!is_well(source, error)) {
        return false;
    }
    g_autoptr(Db) copy = handle_connect(to, DB_DRAFT);
    if (copy->error == NULL && !handle_copy(source->handle, copy->handle)) {
        handle_keep_error(copy);
    }
    return is_well(copy, error);
}

static bool sync_file(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool synced = (fd >= 0 && fsync(fd) == 0) || file_fault(path, "cannot be synced", error);
    if (fd >= 0) {
        close(fd);
    }
    return synced;
}

/* Reads the copy back, checks it as a restore will, and seals it. Since it has no log of its own,
 * it can be read from a read-only disk. */
static bool prove(const char *copy, struct backup_facts *facts, GError **error)
{
    g_autoptr(Db) db = handle_connect(copy, DB_DRAFT);
    handle_execute(db, "PRAGMA journal_mode = DELETE");
    bool sound = check_all(db, facts, error);
    g_clear_pointer(&db, db_close);
    return sound && handle_is_whole(copy, error) && seal_put(copy, error) && sync_file(copy, error);
}

static bool rename_synced(const char *from, const char *to, GError **error)
{
    return (rename(from, to) == 0 || file_fault(to, "cannot be named so", error)) &&
           file_sync_folder(to, error);
}

/* A copy of a database that has lost commits, or is another server's, would take the place of a
 * better one. `line` was read before it was copied. */
static bool lacks_nothing(const char *path, const char *copy, const struct commits_line *line,
                          GError **error)
{
    g_autoptr(Db) db = handle_connect(copy, DB_READ);
    gint64 commits;
    if (!read_commits(db, &commits)) {
        return is_well(db, error);
    }
    const gint64 noted = commits_number(line, db->key), lost = noted - commits;
    if (lost <= 0 && noted != COMMITS_OTHERS) {
        return true;
    }
    g_autofree char *words = lost > 0 ? commits_words(lost, path) : commits_foreign_words(path);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: %s", path, words);
    return false;
}

bool backup_make(const char *path, const char *copy, struct backup_facts *facts, GError **error)
{
    g_autofree char *beside = g_strconcat(copy, ".tmp", NULL);
    struct commits_line line;
    commits_read(path, &line);
    /* Another database's log beside it would be taken for the copy's own. */
    if (!handle_is_whole(copy, error)) {
        return false;
    }
    bool made = copy_to(path, beside, error) && prove(beside, facts, error) &&
                lacks_nothing(path, beside, &line, error) && rename_synced(beside, copy, error);
    handle_forget_file(beside);
    return made;
}

/* ---- the way back ---- */

char *backup_draft(const char *file, const char *database, GError **error)
{
    g_autofree char *draft = replacement_draft(database);
    bool good = seal_holds(file, false, error) && copy_to(file, draft, error);
    if (good) {
        struct backup_facts facts;
        g_autoptr(Db) db = handle_connect(draft, DB_DRAFT);
        good = check_all(db, &facts, error);
    }
    if (!good) {
        handle_forget_file(draft);
    }
    return good ? g_steal_pointer(&draft) : NULL;
}

/* Sets the last number given in a table to at least `least`. */
static void raise_number(struct db *db, const char *table, gint64 least)
{
    db_run(db, "UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?", least, table);
    if (db_changes(db) == 0) {
        db_run(db, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, least);
    }
}

static gint64 last_number(struct db *db, const char *table)
{
    return db_number(db, "SELECT seq FROM sqlite_sequence WHERE name = ?", table);
}

/* The numbers of the old database, if that is the same server's, whole and read to its end. */
static bool raise_to_old(struct db *draft, struct db *old, gint64 noted)
{
    gint64 commits;
    if (!read_commits(old, &commits) || noted > commits ||
        memcmp(old->key, draft->key, sizeof(draft->key)) != 0) {
        return false;
    }
    struct rows *rows = db_query(old, "SELECT name, seq FROM sqlite_sequence");
    while (rows_next(rows)) {
        raise_number(draft, rows_text(rows, "name"), rows_int(rows, "seq"));
    }
    return !db_failed(old);
}

void backup_skip_numbers(struct db *draft, const char *database)
{
    struct commits_line line;
    commits_read(database, &line);
    gint64 noted = commits_number(&line, draft->key);
    g_autoptr(Db) old = handle_connect(database, DB_READ);
    handle_identify(old);
    if (!raise_to_old(draft, old, noted)) {
        raise_number(draft, "outbox", last_number(draft, "outbox") + BACKUP_LETTERS_SKIPPED);
        raise_number(draft, "boards", last_number(draft, "boards") + BACKUP_BOARDS_SKIPPED);
    }
    /* Commits, too: what was noted of the old database must not count against the new one. */
    if (noted == COMMITS_OTHERS) {
        commits_forget(database);
    }
    const bool none = line.missing || noted == COMMITS_OTHERS;
    db_run(draft, "UPDATE instance SET commits = ?",
           none ? (gint64)0 : MAX(draft->commits, noted) + 1);
}

bool backup_place(const char *database, const char *aside, GError **error)
{
    g_autofree char *draft = replacement_draft(database);
    return handle_is_whole(draft, error) && sync_file(draft, error) &&
           replacement_carry_out(database, aside, error);
}

void backup_forget_draft(const char *draft)
{
    handle_forget_file(draft);
}
