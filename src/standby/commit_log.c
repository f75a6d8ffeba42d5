#include "standby/commit_log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "standby/log_files.h"
#include "standby/log_record.h"
#include "store/changes.h"

enum { SEGMENT_BYTES = 1024 * 1024 }; /* beyond them another file begins */

/* Where a log ends. */
struct tail {
    gint64 number;                         /* the last commit */
    gint64 end;                            /* where the next record goes */
    unsigned char hash[SECRET_HASH_BYTES]; /* of the last record */
};

struct commit_log {
    struct db *db;
    char *database, *folder, *epoch;
    char *path;             /* of the file that is written to */
    int file;               /* -1: none is */
    struct tail tail, next; /* now, and when the transaction at hand is committed */
    bool written;           /* the record of that transaction may be in the file */
    bool failed;            /* so may one behind the tail, whose commit failed */
};

char *commit_log_epoch(struct db *db)
{
    return db_text(db, "SELECT epoch FROM commit_log");
}

void commit_log_leave(struct db *copy)
{
    db_run(copy, "DELETE FROM commit_log");
}

/* ---- writing ---- */

static bool open_file(struct commit_log *log, int flags, GError **error)
{
    log->file = open(log->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, 0600);
    return log->file >= 0 || file_fault(log->path, "cannot be opened", error);
}

/* Begins another file behind the last record. */
static bool begin_file(struct commit_log *log, GError **error)
{
    if (log->file >= 0) {
        close(log->file);
    }
    g_free(log->path);
    log->path = log_file_path(log->folder, log->epoch, log->tail.number, 0);
    log->tail.end = 0;
    plain_file_prepare(log->path, log->database);
    return open_file(log, O_CREAT | O_TRUNC, error) && file_sync_folder(log->path, error);
}

/* Writes behind the last record, in the place of what may stand there; false with errno. */
static bool append(const struct commit_log *log, const void *bytes, gsize length)
{
    bool well = ftruncate(log->file, (off_t)log->tail.end) == 0;
    for (gsize done = 0; well && done < length;) {
        const ssize_t count =
            TEMP_FAILURE_RETRY(pwrite(log->file, (const guint8 *)bytes + done, length - done,
                                      (off_t)(log->tail.end + (gint64)done)));
        well = count > 0;
        done += well ? (gsize)count : 0;
    }
    return well;
}

static bool log_write(void *data, gint64 number, const guint8 *content, gsize length,
                      GError **error)
{
    struct commit_log *log = data;
    if ((log->file < 0 || log->tail.end > SEGMENT_BYTES) && !begin_file(log, error)) {
        return false;
    }
    struct record record = {
        .number = number,
        .time = clock_now(),
        .content = content,
        .length = length,
    };
    memcpy(record.before, log->tail.hash, sizeof(record.before));
    g_autoptr(GByteArray) bytes = record_write(&record, db_key(log->db));
    log->next = (struct tail){ .number = number, .end = log->tail.end + bytes->len };
    memcpy(log->next.hash, record.hash, sizeof(record.hash));
    log->written = true;
    return (append(log, bytes->data, bytes->len) && fdatasync(log->file) == 0) ||
           file_fault(log->path, "cannot be written", error);
}

/* A commit that failed may be in the database nevertheless, if the disk alone failed. Its record
 * stays until the next one takes its place, or until the database is opened again. */
static void log_ended(void *data, bool committed)
{
    struct commit_log *log = data;
    if (log->written) {
        log->failed = !committed;
        log->tail = committed ? log->next : log->tail;
    }
    log->written = false;
}

static void log_free(struct commit_log *log)
{
    if (log->file >= 0) {
        close(log->file);
    }
    g_free(log->database);
    g_free(log->folder);
    g_free(log->epoch);
    g_free(log->path);
    g_free(log);
}

/* Says that the last commit is done. It is not synced: until the next one, a standby waits with it
 * then. */
static void log_close(void *data)
{
    struct commit_log *log = data;
    if (log->tail.end > 0 && !log->failed) {
        append(log, record_begins, sizeof(record_begins));
    }
    log_free(log);
}

/* ---- opening ---- */

/* Sets where a file of the log ends, without a last record whose commit the database lacks because
 * we were killed. *found is false if the file was only begun. */
static bool read_end(struct commit_log *log, const struct log_file *file, bool *found,
                     GError **error)
{
    g_autofree char *bytes = NULL;
    gsize length;
    g_auto(Segment) segment = { 0 };
    if (!plain_file_contents(file->path, &bytes, &length, error)) {
        return false;
    }
    /* If it is damaged, it ends before the database's last commit, and a new log begins. */
    segment_read(&segment, file->path, file->number, (const guint8 *)bytes, length, db_key(log->db),
                 NULL);
    g_free(log->path);
    log->path = g_strdup(file->path);
    log->tail = (struct tail){ .number = segment.last, .end = (gint64)segment.good };
    *found = segment.records->len > 0;
    if (*found) {
        const struct record *last =
            &g_array_index(segment.records, struct record, segment.records->len - 1);
        const bool killed = segment.last == db_commits(log->db) + 1 && !segment.completed;
        log->tail.number -= killed;
        log->tail.end -= killed ? (gint64)(last->length + RECORD_LEAST) : 0;
        memcpy(log->tail.hash, killed ? last->before : last->hash, sizeof(log->tail.hash));
    }
    return true;
}

/* Sets where the log ends, in its last file that has a record; log->path stays NULL if it has no
 * file. */
static bool find_end(struct commit_log *log, const GPtrArray *files, GError **error)
{
    bool found = false;
    for (guint i = files->len; i > 0 && !found; i--) {
        const struct log_file *file = files->pdata[i - 1];
        if (file->time == 0 && g_strcmp0(file->epoch, log->epoch) == 0 &&
            !read_end(log, file, &found, error)) {
            return false;
        }
    }
    return true;
}

/* Begins a new log. The commit that names it in the database is not in it. */
static bool begin_log(struct commit_log *log, const GPtrArray *files, const char *server,
                      GError **error)
{
    log_line(files->len == 0
                 ? "%s: the log for a standby begins"
                 : "%s: the log there does not end with the last changes of this database, so "
                   "another one begins; the standby begins anew from the next copy of the database "
                   "there",
             log->folder);
    g_autofree char *before = log->epoch;
    log->epoch = log_new_epoch(files, server, before);
    db_begin(log->db);
    db_run(log->db, "INSERT OR REPLACE INTO commit_log (one, epoch, time) VALUES (1, ?, ?)",
           log->epoch, clock_now());
    const bool named = db_commit(log->db, error);
    log->tail = (struct tail){ .number = db_commits(log->db) };
    return named && begin_file(log, error);
}

/* Makes the folder, for the server's user even if root calls it. */
static bool make_folder(const struct commit_log *log, GError **error)
{
    g_autofree char *parent = g_path_get_dirname(log->folder);
    /* What root makes above it stays root's: the server's user has to come through. */
    if (g_mkdir_with_parents(parent, 0755) != 0 ||
        (mkdir(log->folder, 0700) != 0 && errno != EEXIST)) {
        return file_fault(log->folder, "cannot be made", error);
    }
    g_autoptr(GDir) inside = g_dir_open(log->folder, 0, NULL);
    return inside == NULL || g_dir_read_name(inside) != NULL ||
           file_give(log->folder, log->database, error);
}

/* False if another server keeps its log in the folder: a standby could take the other's for this
 * one's. */
static bool is_alone(const GPtrArray *files, const char *server, GError **error)
{
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (!g_str_has_suffix(file->epoch, server)) {
            return log_refuse(error, file->path,
                              "is the log of another server, and two servers cannot keep their "
                              "logs in one folder: give `standby` in the configuration a folder of "
                              "its own");
        }
    }
    return true;
}

/* Finds the end of the log, or begins a new one. */
static bool settle(struct commit_log *log, GError **error)
{
    g_autofree char *server = log_server(db_key(log->db));
    g_autoptr(GPtrArray) files =
        make_folder(log, error) ? log_files(log->folder, NULL, error) : NULL;
    if (files == NULL || !is_alone(files, server, error) || !find_end(log, files, error)) {
        return false;
    }
    const gint64 ahead = log->path != NULL ? log->tail.number - db_commits(log->db) : -1;
    if (ahead > 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: changes that were made to it last are missing, %" G_GINT64_FORMAT
                    " in all, as its log %s shows; put back what is missing, or restore a backup "
                    "with `postmove restore FILE`; `postmove restore --as-it-is` goes on without "
                    "them",
                    log->database, ahead, log->path);
        return false;
    }
    return ahead == 0 ? open_file(log, 0, error) : begin_log(log, files, server, error);
}

/* What opening the log commits is not in it. */
bool commit_log_open(struct db *db, const char *path, const char *folder, GError **error)
{
    struct commit_log *log = g_new0(struct commit_log, 1);
    log->db = db;
    log->database = g_strdup(path);
    log->folder = g_strdup(folder);
    log->epoch = commit_log_epoch(db);
    log->file = -1;
    if (!settle(log, error)) {
        log_free(log);
        return false;
    }
    changes_watch(db, (struct changes_log){ log, log_write, log_ended, log_close });
    return true;
}
