#include "store/opening.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "base/random.h"
#include "store/db.h"
#include "store/handle.h"

/* bytes of a file's name */
enum { NAME_MAX_BYTES = 255 };

char *replacement_draft(const char *database)
{
    return g_strconcat(database, BESIDE_RESTORED, NULL);
}

static char *decision_of(const char *database)
{
    return g_strconcat(database, BESIDE_RESTORING, NULL);
}

/* False if it is not possible to tell: a failing disk must not be taken for a missing file. */
static bool look_for(const char *path, bool *there, GError **error)
{
    *there = access(path, F_OK) == 0;
    return *there || errno == ENOENT || file_fault(path, "cannot be looked at", error);
}

/* ---- the decision ---- */

/* Removes what is left of a replacement that was not decided. The unfinished decision goes
 * last: while it is there, nobody reads. */
static bool give_up(const char *database, GError **error)
{
    g_autofree char *draft = replacement_draft(database);
    g_autofree char *decision = decision_of(database);
    handle_forget_file(draft);
    if (unlink(decision) != 0 && errno != ENOENT) {
        return file_fault(decision, "cannot be removed", error);
    }
    return true;
}

static bool write_synced(const char *path, const char *line, GError **error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t length = strlen(line);
    bool written = fd >= 0 && write(fd, line, length) == (ssize_t)length && fsync(fd) == 0;
    bool told = written || file_fault(path, "cannot be written", error);
    if (fd >= 0) {
        close(fd);
    }
    return told;
}

/* Returns the whole line. NULL if it was only begun. */
static char *line_of(const char *text, gsize length)
{
    bool whole = length > 1 && length <= NAME_MAX_BYTES && text[length - 1] == '\n' &&
                 strlen(text) == length && memchr(text, '/', length) == NULL;
    return whole ? g_strndup(text, length - 1) : NULL;
}

/* *aside is the path that the old database gets (free with g_free); NULL: nothing was decided. */
static bool read_decision(const char *database, char **aside, GError **error)
{
    *aside = NULL;
    g_autofree char *decision = decision_of(database);
    g_autofree char *text = NULL;
    gsize length;
    if (!plain_file_contents(decision, &text, &length, error)) {
        return false;
    }
    g_autofree char *name = line_of(text, length);
    if (name != NULL) {
        g_autofree char *folder = g_path_get_dirname(database);
        *aside = g_build_filename(folder, name, NULL);
    }
    return true;
}

/* ---- what was decided ---- */

/* A file that is missing was moved before the interruption. */
static bool move_away(const char *from, const char *to, GError **error)
{
    bool there, taken;
    if (!look_for(from, &there, error) || !look_for(to, &taken, error)) {
        return false;
    }
    if (there && taken) {
        errno = EEXIST;
        return file_fault(to, "the old database cannot be put there", error);
    }
    return !there || rename(from, to) == 0 || file_fault(from, "cannot be put aside", error);
}

void replacement_fold(const char *database)
{
    g_autofree char *journal = g_strconcat(database, BESIDE_JOURNAL, NULL);
    for (int i = 0; i < 2; i++) {
        g_autoptr(Db) db = handle_connect(database, DB_DRAFT);
        handle_identify(db);
        handle_execute(db, "PRAGMA journal_mode = DELETE");
        g_clear_pointer(&db, db_close);
        /* One that could not be removed is played back when the file is opened again. */
        if (access(journal, F_OK) != 0) {
            return;
        }
    }
}

/* Moves the old database away with its logs. The file goes first: while it is in its place its
 * logs are beside it, and can be folded into it. */
static bool put_aside(const char *database, const char *aside, GError **error)
{
    g_autofree const char **endings = beside_endings(BESIDE_DATABASE | BESIDE_LOG);
    if (access(database, F_OK) == 0) {
        replacement_fold(database);
    }
    for (size_t i = 0; endings[i] != NULL; i++) {
        g_autofree char *old = g_strconcat(database, endings[i], NULL);
        g_autofree char *kept = g_strconcat(aside, endings[i], NULL);
        if (!move_away(old, kept, error)) {
            return false;
        }
    }
    g_autofree char *shared = g_strconcat(database, BESIDE_SHM, NULL);
    unlink(shared);
    return file_sync_folder(database, error);
}

static bool place(const char *draft, const char *database, const char *aside, GError **error)
{
    return put_aside(database, aside, error) &&
           (rename(draft, database) == 0 ||
            file_fault(database, "the draft cannot be named so", error));
}

/* Does what is left to do. If there is no draft, the new database is in its place already. */
static bool finish(const char *database, const char *aside, GError **error)
{
    g_autofree char *decision = decision_of(database);
    g_autofree char *draft = replacement_draft(database);
    bool there;
    if (!look_for(draft, &there, error) || (there && !place(draft, database, aside, error)) ||
        !file_sync_folder(database, error)) {
        return false;
    }
    handle_forget_file(draft);
    return unlink(decision) == 0 || file_fault(decision, "cannot be removed", error);
}

static bool finish_or_tell(const char *database, const char *aside, GError **error)
{
    g_autoptr(GError) reason = NULL;
    if (finish(database, aside, &reason)) {
        return true;
    }
    g_set_error(error, reason->domain, reason->code,
                "%s; it is decided that the database is replaced, and the next command that "
                "writes to it, such as `postmove run`, goes on with that",
                reason->message);
    return false;
}

bool replacement_carry_out(const char *database, const char *aside, GError **error)
{
    g_autofree char *decision = decision_of(database);
    g_autofree char *name = g_path_get_basename(aside);
    g_autofree char *line = g_strconcat(name, "\n", NULL);
    if (!write_synced(decision, line, error) || !file_sync_folder(database, error)) {
        give_up(database, NULL);
        return false;
    }
    return finish_or_tell(database, aside, error);
}

static bool settle_decision(const char *database, GError **error)
{
    g_autofree char *aside = NULL;
    if (!read_decision(database, &aside, error)) {
        return false;
    }
    if (aside == NULL) {
        return give_up(database, error);
    }
    if (!finish_or_tell(database, aside, error)) {
        return false;
    }
    log_line("%s: a restore that was cut short is done; the database before it, if there was one, "
             "is %s",
             database, aside);
    return true;
}

bool replacement_settle(const char *database, GError **error)
{
    g_autofree char *draft = replacement_draft(database);
    g_autofree char *decision = decision_of(database);
    bool decided, drafted;
    if (!look_for(decision, &decided, error)) {
        return false;
    }
    if (decided) {
        return settle_decision(database, error);
    }
    if (look_for(draft, &drafted, NULL) && drafted) {
        handle_forget_file(draft);
    }
    return true;
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
static void check_commits(struct db *db, const struct commits_line *line)
{
    gint64 number = db->error == NULL ? commits_number(line, db->key) : 0;
    db->lost = MAX(number - db->commits, 0);
    db->foreign = number == COMMITS_OTHERS;
    if (db->error != NULL || db->mode != DB_WRITE) {
        return;
    }
    if (db->lost > 0 || db->foreign) {
        g_autofree char *words =
            db->foreign ? commits_foreign_words(db->path) : commits_words(db->lost, db->path);
        db_fail(db, "%s", words);
        return;
    }
    if (number < 0 && (!line->missing || db->commits > 0)) {
        log_line("%s.commits: %s; it is made anew, and whether the database had lost changes "
                 "before cannot be told",
                 db->path, line->missing ? "is missing" : "is damaged");
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

/* True if a file may be made at `path`. If another database's log was left beside it, SQLite
 * would take that for the new file's own. */
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

/* Gives the finished draft its name, unless something has taken the name. */
static bool name_draft(const char *draft, const char *path, GError **error)
{
    bool named = renameat2(AT_FDCWD, draft, AT_FDCWD, path, RENAME_NOREPLACE) == 0;
    if (!named && errno == EINVAL) {
        named = link(draft, path) == 0; /* a file system that cannot do it in one step */
    }
    if (!named) {
        return file_fault(path, "cannot be made", error);
    }
    return file_sync_folder(path, error);
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
