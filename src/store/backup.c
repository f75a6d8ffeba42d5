#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "store/handle.h"
#include "store/health.h"

/* ---- looking at one ---- */

/* When something happened last; of a server on which nothing has, when it was made. */
static gint64 last_moment(struct db *db)
{
    gint64 moment =
        db_number(db,
                  "SELECT MAX(IFNULL((SELECT time FROM inbox ORDER BY id DESC LIMIT 1), 0),"
                  " IFNULL((SELECT queued FROM outbox ORDER BY id DESC LIMIT 1), 0))",
                  "");
    return moment != 0 ? moment : db_number(db, "SELECT created FROM instance", "");
}

static void read_facts(struct db *db, struct backup_facts *facts)
{
    *facts = (struct backup_facts){
        .testing = db_number(db, "SELECT testing FROM instance", "") != 0,
        .schema = health_schema(db),
        .newest = last_moment(db),
        .boards = db_number(db, "SELECT COUNT(*) FROM boards", ""),
        .players = db_number(db, "SELECT COUNT(*) FROM players", ""),
    };
}

/* Hands out what has failed; true if nothing has. */
static bool is_well(struct db *db, GError **error)
{
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return false;
    }
    return true;
}

/* Damage is a no, even where it stops the looking itself. */
static void look_for_damage(struct db *db)
{
    g_autoptr(GPtrArray) faults = db_faults(db);
    if (db->error != NULL && (sqlite3_errcode(db->handle) & 0xff) == SQLITE_CORRUPT) {
        g_clear_error(&db->error);
        handle_refuse(db, "it is damaged: %s", sqlite3_errstr(SQLITE_CORRUPT));
    } else if (db->error == NULL && faults->len > 0) {
        handle_refuse(db, "it is damaged: %s", (const char *)faults->pdata[0]);
    }
}

/* All that can be wrong in a file that opens. */
static bool check_all(struct db *db, struct backup_facts *facts, GError **error)
{
    handle_identify(db);
    if (db->error == NULL) {
        look_for_damage(db);
    }
    if (db->error == NULL &&
        db_number(db, "SELECT length(key) FROM instance", "") != SECRET_KEY_BYTES) {
        handle_refuse(db, "the key of its server is missing");
    }
    read_facts(db, facts);
    return is_well(db, error);
}

bool backup_check(const char *file, struct backup_facts *facts, GError **error)
{
    g_autoptr(Db) db = handle_connect(file, DB_READ);
    handle_identify(db);
    handle_check_schema(db);
    return check_all(db, facts, error);
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
    g_autoptr(Db) copy = handle_connect(to, DB_WRITE);
    if (copy->error == NULL && !handle_copy(source->handle, copy->handle)) {
        handle_keep_error(copy);
    }
    return is_well(copy, error);
}

static bool sync_file(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool synced =
        (fd >= 0 && fsync(fd) == 0) || handle_system_error(path, "cannot be synced", error);
    if (fd >= 0) {
        close(fd);
    }
    return synced;
}

/* Reads the copy back. Without a log of its own it can be read from a disc that
 * is not to be written to. */
static bool prove(const char *copy, struct backup_facts *facts, GError **error)
{
    g_autoptr(Db) db = handle_connect(copy, DB_WRITE);
    handle_execute(db, "PRAGMA journal_mode = DELETE");
    bool sound = check_all(db, facts, error);
    g_clear_pointer(&db, db_close);
    return sound && handle_is_whole(copy, error) && sync_file(copy, error);
}

static bool rename_synced(const char *from, const char *to, GError **error)
{
    return (rename(from, to) == 0 || handle_system_error(to, "cannot be named so", error)) &&
           handle_sync_folder(to, error);
}

bool backup_make(const char *path, const char *copy, struct backup_facts *facts, GError **error)
{
    g_autofree char *beside = g_strconcat(copy, ".tmp", NULL);
    /* Another database's log beside it would be taken for the copy's own. */
    if (!handle_is_whole(copy, error)) {
        return false;
    }
    bool made = copy_to(path, beside, error) && prove(beside, facts, error) &&
                rename_synced(beside, copy, error);
    handle_forget_file(beside);
    return made;
}

/* ---- the way back ---- */

char *backup_draft(const char *file, const char *database, GError **error)
{
    g_autofree char *draft = g_strconcat(database, ".restored", NULL);
    if (!copy_to(file, draft, error)) {
        handle_forget_file(draft);
        return NULL;
    }
    return g_steal_pointer(&draft);
}

/* The last number given in a table, made to be at least `least`. */
static void raise_number(struct db *db, const char *table, gint64 least)
{
    db_run(db, "UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?", "is", least, table);
    if (db_changes(db) == 0) {
        db_run(db, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", "si", table, least);
    }
}

static gint64 last_number(struct db *db, const char *table)
{
    return db_number(db, "SELECT seq FROM sqlite_sequence WHERE name = ?", "s", table);
}

static bool same_server(struct db *one, struct db *other)
{
    bool same = false;
    struct rows *mine = db_query(one, "SELECT key FROM instance", "");
    struct rows *his = db_query(other, "SELECT key FROM instance", "");
    if (rows_next(mine) && rows_next(his)) {
        g_autoptr(GBytes) a = rows_bytes(mine, 0), b = rows_bytes(his, 0);
        same = a != NULL && b != NULL && g_bytes_equal(a, b);
    }
    rows_end(mine);
    rows_end(his);
    return same;
}

void backup_skip_numbers(struct db *draft, const char *database)
{
    g_autoptr(Db) old = handle_connect(database, DB_READ);
    handle_identify(old);
    bool same = same_server(draft, old);
    struct rows *rows = same ? db_query(old, "SELECT name, seq FROM sqlite_sequence", "") : NULL;
    while (rows_next(rows)) {
        raise_number(draft, rows_text(rows, 0), rows_int(rows, 1));
    }
    if (!same || db_failed(old)) {
        raise_number(draft, "outbox", last_number(draft, "outbox") + BACKUP_LETTERS_SKIPPED);
        raise_number(draft, "boards", last_number(draft, "boards") + BACKUP_BOARDS_SKIPPED);
    }
}

/* The log is carried over into the file, so that what is put aside is whole; of
 * a damaged database whatever there is goes along. */
static void fold_log_in(const char *database)
{
    g_autoptr(Db) db = handle_connect(database, DB_WRITE);
    handle_identify(db);
    handle_execute(db, "PRAGMA journal_mode = DELETE");
}

/* Moves the old database away with its logs. */
static bool put_aside(const char *database, const char *aside, GError **error)
{
    static const char *const endings[] = { "", "-wal", "-journal" };
    if (access(aside, F_OK) == 0) {
        errno = EEXIST;
        return handle_system_error(aside, "the old database cannot be put there", error);
    }
    fold_log_in(database);
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *old = g_strconcat(database, endings[i], NULL);
        g_autofree char *kept = g_strconcat(aside, endings[i], NULL);
        if (rename(old, kept) != 0 && errno != ENOENT) {
            return handle_system_error(old, "cannot be put aside", error);
        }
    }
    g_autofree char *shared = g_strconcat(database, "-shm", NULL);
    unlink(shared);
    return handle_sync_folder(database, error);
}

bool backup_place(const char *draft, const char *database, const char *aside, GError **error)
{
    return handle_is_whole(draft, error) && sync_file(draft, error) &&
           put_aside(database, aside, error) && rename_synced(draft, database, error);
}

void backup_forget_draft(const char *draft)
{
    handle_forget_file(draft);
}
