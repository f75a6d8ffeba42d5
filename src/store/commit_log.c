#include "store/commit_log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "store/changes.h"
#include "store/commit_record.h"
#include "store/handle.h"

enum { SEGMENT_BYTES = 2 * 1024 * 1024 }; /* beyond them another file begins */

/* Where a file ends. */
struct tail {
    struct record last; /* without its content */
    gint64 end;         /* where the next record goes */
};

struct commit_log {
    char *folder, *epoch;
    char *path;                      /* of the file that is written to */
    int file;                        /* -1: none is */
    struct tail now, earlier;        /* and where it ended before the last record */
    bool written;                    /* that record is of the transaction at hand */
    bool unsound;                    /* a write or a cut failed: what is in the file is not known */
    struct sqlite3_session *session; /* of the transaction at hand */
    struct sqlite3_session *ready;   /* see changes_prepare */
};

char *commit_log_epoch(struct db *db)
{
    struct rows *rows = db_query(db, "SELECT epoch FROM commit_log", "");
    char *epoch = rows_next(rows) ? rows_dup(rows, 0) : NULL;
    rows_end(rows);
    return epoch;
}

/* ---- writing ---- */

static void cannot(struct db *db, const char *path, const char *what)
{
    const int code = errno;
    db_halt(db,
            "nothing is committed, since its log %s cannot be %s: %s; without `standby` in the "
            "configuration the server goes on without a log",
            path, what, g_strerror(code));
}

/* Cuts off what is behind the last good record. */
static void cut(struct commit_log *log)
{
    log->unsound = log->unsound || ftruncate(log->file, (off_t)log->now.end) != 0;
}

/* Writes a record behind the last; false with errno. */
static bool append(struct commit_log *log, struct record *record, const GByteArray *bytes,
                   bool synced)
{
    for (guint done = 0; done < bytes->len;) {
        ssize_t count =
            pwrite(log->file, bytes->data + done, bytes->len - done, (off_t)(log->now.end + done));
        if (count < 0 && errno != EINTR) {
            return false;
        }
        done += count > 0 ? (guint)count : 0;
    }
    if (synced && fdatasync(log->file) != 0) {
        return false;
    }
    log->earlier = log->now;
    log->now = (struct tail){ *record, log->earlier.end + bytes->len };
    log->now.last.content = NULL;
    return true;
}

static bool sync_with_folder(const char *path, int file, GError **error)
{
    return (fsync(file) == 0 || file_fault(path, "cannot be synced", error)) &&
           file_sync_folder(path, error);
}

/* Begins another file behind the last record, which is not of the transaction at hand. */
static bool begin_file(struct db *db, GError **error)
{
    struct commit_log *log = db->log;
    const struct log_file name = { .epoch = log->epoch, .number = log->now.last.number };
    g_autofree char *path = log_file_path(log->folder, &name);
    plain_file_prepare(path, db->path);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) {
        return file_fault(path, "cannot be made", error);
    }
    struct record record = { .number = log->now.last.number, .time = clock_now() };
    memcpy(record.before, log->now.last.hash, sizeof(record.before));
    g_autoptr(GByteArray) bytes = record_write_begin(&record, log->epoch, db->key);
    if (log->file >= 0) {
        close(log->file);
    }
    log->file = file;
    log->now.end = 0;
    g_free(log->path);
    log->path = g_steal_pointer(&path);
    const bool begun =
        (append(log, &record, bytes, false) || file_fault(log->path, "cannot be written", error)) &&
        sync_with_folder(log->path, file, error);
    if (!begun) {
        unlink(log->path); /* or each further try would leave one more */
    }
    return begun;
}

static void watch_begin(struct db *db)
{
    changes_forget(db->log->session);
    db->log->session = changes_watch(db);
}

/* Another file begins if this one is long. A failure sticks. */
static void make_room(struct db *db)
{
    g_autoptr(GError) error = NULL;
    if (db->error == NULL && db->log->now.end > SEGMENT_BYTES && !begin_file(db, &error)) {
        db->log->unsound = true; /* the next handle finds out what is there */
        db_halt(db, "nothing is committed, since its log cannot go on: %s", error->message);
    }
}

static void watch_write(struct db *db)
{
    struct commit_log *log = db->log;
    g_autoptr(GByteArray) changes = db->error == NULL ? changes_taken(db, log->session) : NULL;
    if (changes != NULL && log->unsound) {
        db_halt(db, "nothing is committed, since its log %s could not be written before",
                log->path);
    }
    if (changes != NULL && changes->len > RECORD_MOST - RECORD_LEAST) {
        db_fail(db, "a transaction is too large for its log");
    }
    make_room(db);
    if (db->error != NULL || changes == NULL) {
        return;
    }
    struct record record = {
        .kind = RECORD_CHANGES,
        .number = db->commits + 1,
        .time = clock_now(),
        .content = changes->data,
        .length = changes->len,
    };
    memcpy(record.before, log->now.last.hash, sizeof(record.before));
    g_autoptr(GByteArray) bytes = record_write(&record, db->key);
    log->written = append(log, &record, bytes, true);
    if (!log->written) {
        cannot(db, log->path, "written");
        cut(log);
    }
}

static void end_transaction(struct commit_log *log)
{
    changes_forget(log->session);
    log->session = NULL;
    log->written = false;
}

static void watch_done(struct db *db)
{
    end_transaction(db->log);
}

/* The transaction is not committed: no standby may make its changes. */
static void watch_rollback(struct db *db)
{
    struct commit_log *log = db->log;
    if (log->written) {
        log->now = log->earlier;
        cut(log);
    }
    end_transaction(log);
}

/* Says that the last commit is done. It is not synced: if it is lost, the next handle says it. */
static void say_closed(struct db *db)
{
    struct commit_log *log = db->log;
    struct record record = {
        .kind = RECORD_CLOSED,
        .number = log->now.last.number,
        .time = clock_now(),
    };
    memcpy(record.before, log->now.last.hash, sizeof(record.before));
    g_autoptr(GByteArray) bytes = record_write(&record, db->key);
    if (!append(log, &record, bytes, false)) {
        cut(log);
    }
}

static void watch_close(struct db *db)
{
    struct commit_log *log = db->log;
    if (log->written) {
        watch_rollback(db);
    }
    if (log->file >= 0 && log->now.last.kind == RECORD_CHANGES && !log->unsound) {
        say_closed(db);
    }
    end_transaction(log);
    changes_forget(log->ready);
    if (log->file >= 0) {
        close(log->file);
    }
    g_free(log->folder);
    g_free(log->epoch);
    g_free(log->path);
    g_free(log);
    db->log = NULL;
}

/* ---- finding the end ---- */

/* Finds the last record from the end of the file: it is whole as a rule. NULL: it is not, or is
 * none. The record's content is in the bytes. */
static GBytes *read_last(int file, gint64 length, const unsigned char *key, struct record *record)
{
    guint8 tail[RECORD_SIZE_BYTES];
    if (length < RECORD_LEAST ||
        pread(file, tail, sizeof(tail), (off_t)(length - (gint64)sizeof(tail))) != sizeof(tail)) {
        return NULL;
    }
    const gint64 size = (gint64)tail[0] << 24 | tail[1] << 16 | tail[2] << 8 | tail[3];
    if (size < RECORD_LEAST || size > length) {
        return NULL;
    }
    guint8 *bytes = g_malloc((gsize)size);
    gsize found = 0;
    if (pread(file, bytes, (gsize)size, (off_t)(length - size)) == size &&
        record_read(bytes, (gsize)size, key, record, &found) == RECORD_WHOLE &&
        found == (gsize)size) {
        return g_bytes_new_take(bytes, (gsize)size);
    }
    g_free(bytes);
    return NULL;
}

/* Reads the whole file for its last good record. NULL: it has none. */
static GBytes *search_last(const char *path, const unsigned char *key, struct record *record,
                           gint64 *end)
{
    char *text = NULL;
    gsize length = 0;
    if (!plain_file_contents(path, &text, &length, NULL)) {
        return NULL;
    }
    g_autoptr(GBytes) bytes = g_bytes_new_take(text, length);
    g_auto(Segment) segment = { 0 };
    segment_read(&segment, path, (const guint8 *)text, length, key, NULL);
    if (segment.records->len == 0) {
        return NULL;
    }
    *record = g_array_index(segment.records, struct record, segment.records->len - 1);
    *end = (gint64)segment.good;
    return g_steal_pointer(&bytes);
}

gint64 commit_log_last(struct db *db, const char *path)
{
    struct record record = { 0 };
    struct stat status;
    gint64 end;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    g_autoptr(GBytes) bytes =
        fstat(file, &status) == 0 ? read_last(file, status.st_size, db->key, &record) : NULL;
    close(file);
    if (bytes == NULL) {
        bytes = search_last(path, db->key, &record, &end);
    }
    return bytes != NULL ? record.number : -1;
}

/* Opens a file of the log and finds its last record, whose content is in the bytes. NULL if it has
 * none: then it was only begun. */
static GBytes *open_file(struct db *db, const char *path)
{
    struct commit_log *log = db->log;
    struct stat status;
    log->file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (log->file < 0 || fstat(log->file, &status) != 0) {
        cannot(db, path, "opened");
        return NULL;
    }
    log->now.end = status.st_size;
    GBytes *bytes = read_last(log->file, log->now.end, db->key, &log->now.last);
    if (bytes == NULL) {
        bytes = search_last(path, db->key, &log->now.last, &log->now.end);
    }
    if (bytes == NULL) {
        close(log->file);
        log->file = -1;
        return NULL;
    }
    if (log->now.end < status.st_size) {
        cut(log);
    }
    g_free(log->path);
    log->path = g_strdup(path);
    return bytes;
}

/* Opens the last file that has a record. NULL: there is none. */
static GBytes *open_last(struct db *db, const GPtrArray *files)
{
    for (guint i = files->len; i > 0 && db->error == NULL; i--) {
        const struct log_file *file = files->pdata[i - 1];
        if (file->time == 0 && strcmp(file->epoch, db->log->epoch) == 0) {
            GBytes *bytes = open_file(db, file->path);
            if (bytes != NULL) {
                return bytes;
            }
        }
    }
    return NULL;
}

/* ---- opening ---- */

/* "20261126-183021-0123456789abcdef", later than those of all files. NULL with the error if none
 * can be. */
static char *new_epoch(const GPtrArray *files, GError **error)
{
    guint8 bytes[8];
    char random[2 * sizeof(bytes) + 1];
    const struct log_file *last = files->len > 0 ? files->pdata[files->len - 1] : NULL;
    random_bytes(bytes, sizeof(bytes));
    for (size_t i = 0; i < sizeof(bytes); i++) {
        g_snprintf(random + 2 * i, 3, "%02x", bytes[i]);
    }
    g_autofree char *epoch = NULL;
    /* After the clock was put back, the name has a date to come. */
    for (gint64 time = clock_now();
         epoch == NULL || (last != NULL && strcmp(epoch, last->epoch) <= 0); time += CLOCK_DAY) {
        g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(time);
        if (date == NULL) { /* behind the year 9999 */
            log_refuse(error, last != NULL ? last->path : "the clock",
                       "no log can have a later name, so none can begin; move this file away");
            return NULL;
        }
        g_autofree char *stamp = g_date_time_format(date, "%Y%m%d-%H%M%S");
        g_free(epoch);
        epoch = g_strconcat(stamp, "-", random, NULL);
    }
    return g_steal_pointer(&epoch);
}

/* Begins a new log. The commit that names it in the database is not in it. */
static bool begin_log(struct db *db, const GPtrArray *files, GError **error)
{
    struct commit_log *log = db->log;
    g_autofree char *epoch = new_epoch(files, error);
    if (epoch == NULL) {
        return false;
    }
    log_line(log->epoch == NULL && files->len == 0 ? "%s: the log for a standby begins"
             : log->epoch == NULL
                 ? "%s: the log there is not that of this database, so another one begins; the "
                   "standby begins anew from the next copy of the database there"
                 : "%s: the log for a standby is not that of the last changes, so another one "
                   "begins; the standby begins anew from the next copy of the database there",
             log->folder);
    g_free(log->epoch);
    log->epoch = g_steal_pointer(&epoch);
    db_begin(db);
    db_run(db, "INSERT OR REPLACE INTO commit_log (one, epoch, time) VALUES (1, ?, ?)", "si",
           log->epoch, clock_now());
    const bool named = db_commit(db, error);
    log->now.last = (struct record){ .number = db->commits };
    return named && begin_file(db, error);
}

/* Carries out the commit that the log has and the database lacks. */
static bool redo(struct db *db, GError **error)
{
    const struct commit_log *log = db->log;
    const bool counts = db->counts;
    db->counts = false; /* its change of that number is one of the changes */
    db_begin(db);
    changes_apply(db, log->now.last.number, log->now.last.content, log->now.last.length);
    const bool done = db_commit(db, error);
    db->counts = counts;
    if (done) {
        db->commits = log->now.last.number;
        commits_write(db->commits_file, db->commits, db->key);
    }
    return done;
}

/* Makes the folder, for the server's user even if root calls it. */
static bool make_folder(struct db *db, const char *folder, GError **error)
{
    struct stat owner;
    g_autofree char *parent = g_path_get_dirname(folder);
    /* What root makes above it stays root's: the server's user has to come through. */
    if (g_mkdir_with_parents(parent, 0755) != 0 || g_mkdir_with_parents(folder, 0700) != 0) {
        return file_fault(folder, "cannot be made", error);
    }
    g_autoptr(GDir) inside = g_dir_open(folder, 0, NULL);
    if (geteuid() == 0 && inside != NULL && g_dir_read_name(inside) == NULL &&
        stat(db->path, &owner) == 0 && lchown(folder, owner.st_uid, owner.st_gid) != 0) {
        return file_fault(folder, "cannot be given to the server's user", error);
    }
    return true;
}

/* Compares the end of the log with the database. */
static bool settle(struct db *db, const GPtrArray *files, GBytes *bytes, GError **error)
{
    const struct commit_log *log = db->log;
    const gint64 ahead = bytes != NULL ? log->now.last.number - db->commits : -1;
    if (ahead < 0) {
        return begin_log(db, files, error);
    }
    if (ahead == 0) {
        return true;
    }
    if (ahead == 1 && log->now.last.kind == RECORD_CHANGES) {
        return redo(db, error);
    }
    g_autofree char *words = commits_words(ahead, db->path);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s", db->path, words);
    return false;
}

/* False if another server keeps its log in the folder: each would take the other's files for its
 * own old ones. */
static bool is_alone(const GPtrArray *files, struct db *db, const char *own, GError **error)
{
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        gint64 time;
        if (file->time == 0 && g_strcmp0(file->epoch, own) != 0 &&
            log_file_owner(file, db->key, &time) == OWNER_ANOTHER) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                        "%s: is the log of another server, and two servers cannot keep their logs "
                        "in one folder: give `standby` in the configuration a folder of its own",
                        file->path);
            return false;
        }
    }
    return true;
}

static const struct transaction_watcher watcher = {
    .begin = watch_begin,
    .write = watch_write,
    .done = watch_done,
    .rollback = watch_rollback,
    .close = watch_close,
};

/* Nobody watches until the log is open: what opening it commits is not in the log. */
bool commit_log_open(struct db *db, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) files = make_folder(db, folder, error) ? log_files(folder, error) : NULL;
    g_autofree char *epoch = commit_log_epoch(db);
    if (files == NULL || !is_alone(files, db, epoch, error)) {
        return false;
    }
    db->log = g_new0(struct commit_log, 1);
    db->log->folder = g_strdup(folder);
    db->log->file = -1;
    db->log->ready = changes_prepare(db);
    db->log->epoch = g_steal_pointer(&epoch);
    g_autoptr(GBytes) bytes =
        db->log->epoch != NULL && db->error == NULL ? open_last(db, files) : NULL;
    const bool open = db->error == NULL && settle(db, files, bytes, error);
    db->log->now.last.content = NULL;
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
    }
    db->log->unsound = db->log->unsound || !open;
    db->watcher = &watcher;
    return open;
}
