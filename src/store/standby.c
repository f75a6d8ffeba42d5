#include "store/standby.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "store/backup.h"
#include "store/changes.h"
#include "store/commit_log.h"
#include "store/commit_record.h"
#include "store/handle.h"
#include "store/health.h"

enum { COMMITS_AT_ONCE = 200 }; /* made in one transaction of the copy */

#define BASE_DRAFT "new.base" /* in the folder of a log */

/* A copy, while commits are made in it. */
struct standby {
    struct db *db;
    const struct standby_aim *aim;
    struct standby_reached *reached;
    unsigned char chain[SECRET_HASH_BYTES]; /* the hash of the record made last */
    bool chained;                           /* that is known */
    gint64 pending;                         /* commits made in the transaction at hand */
    bool enough;                            /* what follows is later than the aim */
};

static bool refuse(GError **error, const char *path, const char *format, ...) G_GNUC_PRINTF(3, 4);

static bool refuse(GError **error, const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *words = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: %s", path, words);
    return false;
}

void standby_reached_clear(struct standby_reached *reached)
{
    g_clear_pointer(&reached->epoch, g_free);
}

/* ---- the beginning of a copy ---- */

/* The newest copy of the whole database that is not later than `until`; NULL: there is none. */
static const struct log_file *newest_base(const GPtrArray *files, gint64 until)
{
    const struct log_file *newest = NULL;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        newest = file->time != 0 && file->time <= until ? file : newest;
    }
    return newest;
}

static bool begin_copy(const GPtrArray *files, const char *folder, const char *copy,
                       const struct standby_aim *aim, GError **error)
{
    g_auto(BackupFacts) facts = { 0 };
    const struct log_file *base = newest_base(files, aim->until);
    if (base != NULL) {
        return backup_make(base->path, copy, &facts, error);
    }
    return newest_base(files, G_MAXINT64) != NULL
               ? refuse(error, folder,
                        "no copy of the database in it is so old: a later time is needed, or a "
                        "backup from before it")
               : refuse(error, folder,
                        "there is no copy of the database in it yet; the server's next `postmove "
                        "run`, or `postmove standby push` there, makes one");
}

/* ---- a commit ---- */

/* Refuses a log whose commit of that number is another than the one that was made here. */
static bool is_the_same(const struct standby *standby, const struct record *record,
                        const char *name, GError **error)
{
    return !standby->chained || memcmp(record->hash, standby->chain, sizeof(record->hash)) == 0 ||
           refuse(error, name,
                  "its change %" G_GINT64_FORMAT " is another than the one that the copy has: the "
                  "server went on from an older state; remove the copy, so that it begins anew",
                  record->number);
}

static void make(struct standby *standby, const struct record *record)
{
    struct db *db = standby->db;
    changes_apply(db, record->number, record->content, record->length);
    db_run(db, "UPDATE commit_log SET chain = ?, time = ?", "bi", (const void *)record->hash,
           sizeof(record->hash), record->time);
}

/* Commits what was made, and counts it. */
static bool settle(struct standby *standby, GError **error)
{
    if (!db_commit(standby->db, error)) {
        return false;
    }
    standby->reached->made += standby->pending;
    standby->reached->number += standby->pending;
    standby->pending = 0;
    return true;
}

/* Makes a commit, in the transaction at hand. */
static bool make_next(struct standby *standby, const struct record *record, GError **error)
{
    struct db *db = standby->db;
    db_savepoint(db);
    make(standby, record);
    if (!db_savepoint_end(db, error)) {
        return false;
    }
    memcpy(standby->chain, record->hash, sizeof(standby->chain));
    standby->chained = true;
    standby->reached->time = record->time;
    standby->pending++;
    if (standby->pending < COMMITS_AT_ONCE) {
        return true;
    }
    return settle(standby, error) && (db_begin(db) || db_commit(db, error));
}

/* Looks at a record of commits, and makes it if it is the next one. `sure` says that the server has
 * completed it. */
static bool look_at(struct standby *standby, const struct record *record, bool sure,
                    const char *name, GError **error)
{
    const gint64 reached = standby->reached->number + standby->pending;
    if (record->number < reached || standby->enough) {
        return true;
    }
    if (record->number == reached) {
        return is_the_same(standby, record, name, error);
    }
    if (record->time > standby->aim->until) {
        standby->enough = true;
        return true;
    }
    if (!sure && !standby->aim->last) {
        standby->reached->waits = true;
        return true;
    }
    return make_next(standby, record, error);
}

/* ---- a file of the log ---- */

/* What is known of the file before. */
struct before {
    bool known;
    gint64 last; /* its last commit */
    unsigned char hash[SECRET_HASH_BYTES];
    char *name; /* borrowed */
};

static bool follows(const struct segment *segment, const struct before *before,
                    const struct log_file *file, GError **error)
{
    const struct record *first = &g_array_index(segment->records, struct record, 0);
    const char *name = file->path;
    if (strcmp(segment->epoch, file->epoch) != 0 || first->number != file->number) {
        return refuse(error, name, "its name is that of another file of a log");
    }
    if (!before->known) {
        return true;
    }
    if (first->number != before->last) {
        return refuse(error, name,
                      "it begins behind change %" G_GINT64_FORMAT ", but %s ends with change "
                      "%" G_GINT64_FORMAT ": a part of the log is missing",
                      first->number, before->name, before->last);
    }
    return memcmp(first->before, before->hash, sizeof(before->hash)) == 0 ||
           refuse(error, name, "it does not belong behind %s", before->name);
}

static bool make_all(struct standby *standby, const struct segment *segment, bool last,
                     const char *name, GError **error)
{
    for (guint i = 0; i < segment->records->len; i++) {
        const struct record *record = &g_array_index(segment->records, struct record, i);
        const bool sure = !last || i + 1 < segment->records->len;
        if (record->kind == RECORD_CHANGES && !look_at(standby, record, sure, name, error)) {
            return false;
        }
    }
    return true;
}

/* Makes what a file has, up to the first fault. `last` says that no file follows. */
static bool use_file(struct standby *standby, const struct log_file *file, bool last,
                     struct before *before, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize length;
    g_auto(Segment) segment = { 0 };
    if (!plain_file_contents(file->path, &bytes, &length, error)) {
        return false;
    }
    g_autoptr(GError) fault = NULL;
    segment_read(&segment, file->path, (const guint8 *)bytes, length, standby->db->key, &fault);
    if (fault == NULL && segment.cut && !last) {
        refuse(&fault, file->path,
               "it is cut off behind change %" G_GINT64_FORMAT ", and the next file is there",
               segment.last);
    }
    if (segment.records->len > 0) {
        const GArray *records = segment.records;
        const struct record *end = &g_array_index(records, struct record, records->len - 1);
        if (!follows(&segment, before, file, error) ||
            !make_all(standby, &segment, last || fault != NULL, file->path, error)) {
            return false;
        }
        *before = (struct before){ .known = true, .last = segment.last, .name = file->path };
        memcpy(before->hash, end->hash, sizeof(before->hash));
    }
    standby->reached->waits = standby->reached->waits || segment.cut;
    if (fault != NULL) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    return true;
}

/* ---- the log ---- */

/* The files of the copy's log, from the one that has its last commit; struct log_file, borrowed. */
static GPtrArray *files_for(const GPtrArray *files, const struct standby_reached *reached)
{
    GPtrArray *chosen = g_ptr_array_new();
    for (guint i = 0; i < files->len; i++) {
        struct log_file *file = files->pdata[i];
        if (file->time != 0 || strcmp(file->epoch, reached->epoch) != 0) {
            continue;
        }
        if (file->number < reached->number) {
            g_ptr_array_set_size(chosen, 0);
        }
        g_ptr_array_add(chosen, file);
    }
    return chosen;
}

/* Says why there is no file from which the copy can go on. */
static bool refuse_log(const GPtrArray *files, const GPtrArray *chosen, const char *folder,
                       const struct standby_reached *reached, GError **error)
{
    if (chosen->len > 0) {
        return refuse(error, folder,
                      "what the copy lacks first, change %" G_GINT64_FORMAT ", is not there any "
                      "more: remove the copy, so that it begins anew",
                      reached->number + 1);
    }
    return refuse(
        error, folder,
        files->len == 0
            ? "there is no log in it"
            : "the copy's log is not there; if the server has begun a new one, remove the "
              "copy, so that it begins anew");
}

static bool use_files(struct standby *standby, const GPtrArray *files, const char *folder,
                      GError **error)
{
    struct standby_reached *reached = standby->reached;
    g_autoptr(GPtrArray) chosen = files_for(files, reached);
    const struct log_file *first = chosen->len > 0 ? chosen->pdata[0] : NULL;
    if (first == NULL || first->number > reached->number) {
        return refuse_log(files, chosen, folder, reached, error);
    }
    struct before before = { 0 };
    for (guint i = 0; i < chosen->len && !standby->enough; i++) {
        if (!use_file(standby, chosen->pdata[i], i + 1 == chosen->len, &before, error)) {
            return false;
        }
    }
    const gint64 number = reached->number + standby->pending;
    return before.last >= number || standby->enough ||
           refuse(error, folder,
                  "the log ends with change %" G_GINT64_FORMAT ", but the copy has change "
                  "%" G_GINT64_FORMAT " already: the end of the log is missing",
                  before.last, number);
}

/* Reads how far the copy has come. */
static bool read_reached(struct standby *standby, GError **error)
{
    struct db *db = standby->db;
    struct standby_reached *reached = standby->reached;
    struct rows *rows =
        db_query(db, "SELECT epoch, chain, time, commits FROM commit_log, instance", "");
    if (rows_next(rows)) {
        g_autoptr(GBytes) chain = rows_bytes(rows, 1);
        reached->epoch = rows_dup(rows, 0);
        reached->time = rows_int(rows, 2); /* of a copy without commits: when the log began */
        reached->number = rows_int(rows, 3);
        standby->chained = chain != NULL && g_bytes_get_size(chain) == sizeof(standby->chain);
        if (standby->chained) {
            memcpy(standby->chain, g_bytes_get_data(chain, NULL), sizeof(standby->chain));
        }
    }
    rows_end(rows);
    if (!standby->chained) {
        reached->time = MAX(reached->time, health_newest(db));
    }
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return false;
    }
    return reached->epoch != NULL ||
           refuse(error, db->path, "is no copy of a server that keeps a log for a standby");
}

static bool apply_to(struct standby *standby, const GPtrArray *files, const char *folder,
                     GError **error)
{
    g_autoptr(GError) fault = NULL;
    if (!read_reached(standby, error) ||
        (!db_begin(standby->db) && !db_commit(standby->db, error))) {
        return false;
    }
    const bool used = use_files(standby, files, folder, &fault);
    /* What was made before a fault stays. */
    g_autoptr(GError) failure = NULL;
    if (!settle(standby, &failure)) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return false;
    }
    if (fault != NULL) {
        g_propagate_error(error, g_steal_pointer(&fault));
    }
    return used;
}

bool standby_apply(const char *folder, const char *copy, const struct standby_aim *aim,
                   struct standby_reached *reached, GError **error)
{
    *reached = (struct standby_reached){ 0 };
    g_autoptr(GPtrArray) files = log_files(folder, error);
    if (files == NULL) {
        return false;
    }
    reached->begun = access(copy, F_OK) != 0;
    if (reached->begun && !begin_copy(files, folder, copy, aim, error)) {
        return false;
    }
    g_autoptr(Db) db = db_open(copy, DB_DRAFT, error);
    struct standby standby = { .db = db, .aim = aim, .reached = reached };
    return db != NULL && apply_to(&standby, files, folder, error);
}

char *standby_epoch(struct db *db)
{
    return commit_log_epoch(db);
}

void standby_leave_log(struct db *copy)
{
    db_run(copy, "DELETE FROM commit_log", "");
}

/* ---- what a server does for its standby ---- */

/* Lets the server's user read what root has made. */
static bool give(const char *path, const char *database, GError **error)
{
    struct stat owner;
    return geteuid() != 0 || stat(database, &owner) != 0 ||
           lchown(path, owner.st_uid, owner.st_gid) == 0 ||
           handle_system_error(path, "cannot be given to the server's user", error);
}

/* Makes a copy of the whole database, named by what is in it. */
static bool make_base(const char *database, const char *folder, GError **error)
{
    g_autofree char *draft = g_build_filename(folder, BASE_DRAFT, NULL);
    g_auto(BackupFacts) facts = { 0 };
    handle_forget_file(draft);
    if (!backup_make(database, draft, &facts, error) || !give(draft, database, error)) {
        return false;
    }
    g_autoptr(Db) db = db_open(draft, DB_READ, error);
    if (db == NULL) {
        return false;
    }
    g_autofree char *epoch = commit_log_epoch(db);
    struct log_file name = {
        .epoch = epoch,
        .number = db->commits,
        .time = clock_now(),
    };
    if (epoch == NULL) {
        return refuse(error, draft, "the database is in no log");
    }
    g_autofree char *path = log_file_path(folder, &name);
    return (rename(draft, path) == 0 || handle_system_error(path, "cannot be named so", error)) &&
           handle_sync_folder(path, error);
}

/* True if the file is not needed to go back to any moment since the copy `base` was made; `next` is
 * the file behind it. */
static bool is_spent(const struct log_file *file, const struct log_file *next,
                     const struct log_file *base)
{
    if (strcmp(file->epoch, base->epoch) != 0) {
        return strcmp(file->epoch, base->epoch) < 0;
    }
    if (file->time != 0) {
        return file->time < base->time;
    }
    return next != NULL && strcmp(next->epoch, base->epoch) == 0 && next->number <= base->number;
}

/* The next file of commits behind a file. */
static const struct log_file *next_of(const GPtrArray *files, guint at)
{
    for (guint i = at + 1; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (file->time == 0) {
            return file;
        }
    }
    return NULL;
}

/* Removes what is older than the newest copy that is `keep` seconds old. */
static bool remove_spent(const char *folder, gint64 keep, GError **error)
{
    g_autoptr(GPtrArray) files = log_files(folder, error);
    const struct log_file *base = files != NULL ? newest_base(files, clock_now() - keep) : NULL;
    for (guint i = 0; base != NULL && i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (is_spent(file, next_of(files, i), base) && unlink(file->path) != 0 && errno != ENOENT) {
            return handle_system_error(file->path, "cannot be removed", error);
        }
    }
    return files != NULL;
}

bool standby_keep_base(const char *database, const char *folder, gint64 keep, GError **error)
{
    g_autoptr(GPtrArray) files = log_files(folder, error);
    if (files == NULL) {
        return false;
    }
    const struct log_file *last = files->len > 0 ? files->pdata[files->len - 1] : NULL;
    if (last == NULL) {
        return true; /* nothing was committed yet */
    }
    const struct log_file *base = newest_base(files, G_MAXINT64);
    const bool fresh = base != NULL && strcmp(base->epoch, last->epoch) == 0 &&
                       base->time > clock_now() - keep && base->time <= clock_now() + CLOCK_HOUR;
    return fresh || (make_base(database, folder, error) && remove_spent(folder, keep, error));
}

bool standby_look(struct db *db, const char *folder, struct standby_facts *facts, GError **error)
{
    *facts = (struct standby_facts){ .last = -1 };
    g_autoptr(GPtrArray) files = log_files(folder, error);
    g_autofree char *epoch = commit_log_epoch(db);
    for (guint i = 0; files != NULL && i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (g_strcmp0(file->epoch, epoch) == 0) {
            facts->base = MAX(facts->base, file->time);
            facts->last =
                file->time == 0 ? MAX(commit_log_last(db, file->path), facts->last) : facts->last;
        }
    }
    facts->behind = facts->last >= 0 ? MAX(db->commits - facts->last, 0) : 0;
    return files != NULL;
}
