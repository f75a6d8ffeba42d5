#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "store/db.h"
#include "store/handle.h"
#include "store/opening.h"
#include "store/stats.h"

/* ---- the seal of a backup ---- */

#define SEAL_BEGINS "postmove-seal "

enum {
    SHA256_DIGITS = 64,
    SEAL_BYTES = sizeof(SEAL_BEGINS) - 1 + SHA256_DIGITS + 1,
};

/* Makes the seal of the first `length` bytes of an open file. NULL if they cannot be read. Free
 * with g_free. */
static char *seal_of(int fd, off_t length)
{
    enum { AT_ONCE = 1 << 16 };
    g_autofree guchar *bytes = g_malloc(AT_ONCE);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (off_t at = 0; at < length;) {
        const ssize_t got = pread(fd, bytes, (size_t)MIN(length - at, AT_ONCE), at);
        if (got <= 0) {
            return NULL;
        }
        g_checksum_update(sum, bytes, got);
        at += got;
    }
    return g_strconcat(SEAL_BEGINS, g_checksum_get_string(sum), "\n", NULL);
}

/* Puts a seal behind a file that nobody writes to, and syncs it. POSTMOVE_ERROR_LATER if the disk
 * fails. */
static bool seal_put(const char *path, GError **error)
{
    struct stat status;
    g_auto(Descriptor) fd = open(path, O_RDWR | O_CLOEXEC);
    g_autofree char *seal = fd >= 0 && fstat(fd, &status) == 0 ? seal_of(fd, status.st_size) : NULL;
    return (seal != NULL && pwrite(fd, seal, SEAL_BYTES, status.st_size) == SEAL_BYTES &&
            fsync(fd) == 0) ||
           file_fault(path, "cannot be sealed", error);
}

/* How long a page of a database is, as its head says; if there is no sense in that, as short as one
 * can be. */
static off_t page_of(int fd)
{
    enum { AT_PAGE = 16, PAGE_LEAST = 512 };
    guint8 head[AT_PAGE + 2];
    const bool read = pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head);
    const off_t said = read ? head[AT_PAGE] << 8 | head[AT_PAGE + 1] : 0;
    const off_t page = said == 1 ? 1 << 16 : said;
    return page >= PAGE_LEAST && (page & (page - 1)) == 0 ? page : PAGE_LEAST;
}

/* Opens a file that may have a seal, and sets *end to where that begins; -1: it has none. Whatever
 * is behind the last whole page is a seal, perhaps a damaged one, or a page that was cut: SQLite
 * itself notices only when whole pages are missing. Returns the descriptor, or -1 if the file
 * cannot be opened. */
static int open_sealed(const char *path, int flags, off_t *end)
{
    struct stat status;
    const int fd = open(path, flags | O_CLOEXEC);
    const off_t rest = fd >= 0 && fstat(fd, &status) == 0 ? status.st_size % page_of(fd) : 0;
    *end = rest != 0 ? status.st_size - rest : -1;
    return fd;
}

bool seal_holds(const char *path, bool needed, GError **error)
{
    char last[SEAL_BYTES + 1];
    off_t end;
    g_auto(Descriptor) fd = open_sealed(path, O_RDONLY, &end);
    g_autofree char *seal = end >= 0 ? seal_of(fd, end) : NULL;
    const ssize_t length = seal != NULL ? pread(fd, last, sizeof(last), end) : 0;
    const bool holds = fd >= 0 && ((end < 0 && !needed) ||
                                   (length == SEAL_BYTES && memcmp(last, seal, SEAL_BYTES) == 0));
    if (fd < 0 || (end >= 0 && seal == NULL)) {
        file_fault(path, "cannot be read", error);
    } else if (!holds) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "%s: it is damaged, or no backup, and another one is needed: %s", path,
                    length == SEAL_BYTES ? "its bytes are not those that were written"
                                         : "it does not end with a whole seal");
    }
    return holds;
}

bool seal_cut(const char *path, GError **error)
{
    off_t end;
    if (!seal_holds(path, false, error)) {
        return false;
    }
    g_auto(Descriptor) fd = open_sealed(path, O_RDWR, &end);
    return end < 0 || ftruncate(fd, end) == 0 || file_fault(path, "cannot be cut", error);
}

/* ---- looking at a backup ---- */

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
    static const char damaged[] = "it is damaged, and a sound one is needed";
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
    g_autoptr(Db) db = handle_connect(file, DB_READ);
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

/* Reads the copy back, checks it as a restore will, and seals it. Since it has no log of its own,
 * it can be read from a read-only disk. */
static bool prove(const char *copy, struct backup_facts *facts, GError **error)
{
    g_autoptr(Db) db = handle_connect(copy, DB_DRAFT);
    handle_execute(db, "PRAGMA journal_mode = DELETE");
    bool sound = check_all(db, facts, error);
    g_clear_pointer(&db, db_close);
    return sound && handle_is_whole(copy, error) && seal_put(copy, error);
}

/* A copy of a database that has lost commits, or is another server's, would take the place of a
 * better one. `line` was read before it was copied. */
static bool lacks_nothing(const char *path, const char *copy, const char *line, GError **error)
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
    g_autofree char *words = commits_words(MAX(lost, 0), path);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: %s", path, words);
    return false;
}

bool backup_make(const char *path, const char *copy, struct backup_facts *facts, GError **error)
{
    g_autofree char *beside = g_strconcat(copy, ".tmp", NULL);
    g_autofree char *line = commits_read(path);
    /* Another database's log beside it would be taken for the copy's own. */
    if (!handle_is_whole(copy, error)) {
        return false;
    }
    bool made = copy_to(path, beside, error) && prove(beside, facts, error) &&
                lacks_nothing(path, beside, line, error) &&
                (rename(beside, copy) == 0 || file_fault(copy, "cannot be named so", error)) &&
                file_sync_folder(copy, error);
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
    g_autofree char *line = commits_read(database);
    const gint64 noted = commits_number(line, draft->key);
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
    const bool none = line == NULL || noted == COMMITS_OTHERS;
    db_run(draft, "UPDATE instance SET commits = ?",
           none ? (gint64)0 : MAX(draft->commits, noted) + 1);
}
