#include "store/standby.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
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
#include "store/seal.h"

enum { COMMITS_AT_ONCE = 200 }; /* made in one transaction of the copy */

/* A copy, while commits are made in it. */
struct standby {
    struct db *db;
    const struct standby_aim *aim;
    struct standby_reached *reached;
    unsigned char chain[SECRET_HASH_BYTES]; /* the hash of the record made last */
    bool chained;                           /* that is known */
    gint64 pending;                         /* commits made in the transaction at hand */
    gint64 begun;                           /* when the copy of the whole database was made from
                                               which this one begins now; 0: it does not */
    bool enough;                            /* what follows is later than the aim */
};

void standby_reached_clear(struct standby_reached *reached)
{
    g_clear_pointer(&reached->epoch, g_free);
}

/* ---- the beginning of a copy ---- */

/* The last log in the folder that began before `until` and is not another server's; NULL: there is
 * none. What is not later than `known` is not looked at. `key` is NULL if no server is known. */
static const char *newest_epoch(const GPtrArray *files, const unsigned char *key, const char *known,
                                gint64 until)
{
    for (guint i = files->len; i > 0; i--) {
        const struct log_file *file = files->pdata[i - 1];
        gint64 time;
        if (g_strcmp0(file->epoch, known) <= 0) {
            return file->epoch;
        }
        const bool others = log_file_owner(file, key, &time) == OWNER_ANOTHER;
        /* Of a log that was only begun the name alone has the time. */
        if (!others && (time != 0 ? time : epoch_time(file->epoch)) <= until) {
            return file->epoch;
        }
    }
    return NULL;
}

/* Says why no copy can begin in the log `epoch`. */
static bool refuse_begin(const GPtrArray *files, const char *folder, const char *epoch,
                         GError **error)
{
    const struct log_file *newest = log_files_newest_base(files, G_MAXINT64);
    const struct log_file *first = files->len > 0 ? files->pdata[0] : NULL;
    if (epoch == NULL ? newest != NULL : newest != NULL && strcmp(newest->epoch, epoch) >= 0) {
        return log_refuse(error, folder,
                          "no copy of the database in it is so old: a later time is needed, or a "
                          "backup from before it");
    }
    if (first == NULL || epoch == NULL || strcmp(first->epoch, epoch) == 0) {
        return log_refuse(error, folder,
                          "there is no copy of the database in it yet; the server's next `postmove "
                          "run`, or `postmove standby push` there, makes one");
    }
    g_set_error(
        error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
        "%s: the server has begun another log, %s, and no copy of its database is there "
        "yet; its next `postmove run`, or `postmove standby push` there, makes one. If that "
        "server is lost, and you want to go on with what it did before that log, remove the "
        "files of that name",
        folder, epoch);
    return false;
}

/* Begins a copy in the log `epoch`, in the place of one that is there. */
static bool begin_copy(struct standby *standby, const GPtrArray *files, const char *folder,
                       const char *copy, const char *epoch, GError **error)
{
    const char *damaged = NULL;
    for (guint i = files->len; i > 0 && epoch != NULL; i--) {
        const struct log_file *file = files->pdata[i - 1];
        g_auto(BackupFacts) facts = { 0 }, checked = { 0 };
        g_autoptr(GError) fault = NULL;
        if (file->time == 0 || file->time > standby->aim->until ||
            strcmp(file->epoch, epoch) != 0) {
            continue;
        }
        if (seal_holds(file->path, &fault) && backup_make(file->path, copy, &facts, &fault)) {
            standby->begun = file->time;
            /* Root may begin it, and the standby's own user goes on with it. */
            return file_give(copy, file->path, error);
        }
        if (backup_check(file->path, &checked, NULL)) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        damaged = file->path; /* with the log, the one before it comes to the same */
    }
    return damaged != NULL
               ? log_refuse(
                     error, damaged,
                     "this copy of the database is damaged, and no other one is in the folder "
                     "from which to begin: copy the folder from the server again")
               : refuse_begin(files, folder, epoch, error);
}

/* ---- a commit ---- */

/* Refuses a log whose commit of that number is another than the one that was made here. */
static bool is_the_same(const struct standby *standby, const struct record *record,
                        const char *name, GError **error)
{
    return !standby->chained || memcmp(record->hash, standby->chain, sizeof(record->hash)) == 0 ||
           log_refuse(error, name,
                      "its change %" G_GINT64_FORMAT
                      " is another than the one that the copy has: the "
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
        return log_refuse(error, name, "its name is that of another file of a log");
    }
    if (!before->known) {
        return true;
    }
    if (first->number != before->last) {
        return log_refuse(error, name,
                          "it begins behind change %" G_GINT64_FORMAT ", but %s ends with change "
                          "%" G_GINT64_FORMAT ": a part of the log is missing",
                          first->number, before->name, before->last);
    }
    return memcmp(first->before, before->hash, sizeof(before->hash)) == 0 ||
           log_refuse(error, name, "it does not belong behind %s", before->name);
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
        log_refuse(&fault, file->path,
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
        return log_refuse(error, folder,
                          "the first change that the copy lacks, %" G_GINT64_FORMAT
                          ", is no longer there: remove the copy, so that it begins anew",
                          reached->number + 1);
    }
    return log_refuse(
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
           log_refuse(error, folder,
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
        reached->time = MAX(MAX(reached->time, standby->begun), health_newest(db));
    }
    if (db->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&db->error));
        return false;
    }
    return reached->epoch != NULL ||
           log_refuse(error, db->path, "is no copy of a server that keeps a log for a standby");
}

static bool apply_to(struct standby *standby, const GPtrArray *files, const char *folder,
                     GError **error)
{
    g_autoptr(GError) fault = NULL;
    if (!db_begin(standby->db) && !db_commit(standby->db, error)) {
        return false;
    }
    if (standby->begun != 0) {
        /* The last change in it may be of a kind that leaves no time in the tables. */
        db_run(standby->db, "UPDATE commit_log SET time = ?", "i", standby->reached->time);
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

/* Opens the copy and reads how far it has come. */
static bool open_copy(struct standby *standby, const char *copy, GError **error)
{
    standby->db = seal_cut(copy, error) ? db_open(copy, DB_DRAFT, error) : NULL;
    return standby->db != NULL && read_reached(standby, error);
}

/* False if the copy that was there is later than the aim. */
static bool is_early_enough(const struct standby *standby, GError **error)
{
    const gint64 time = standby->reached->time, until = standby->aim->until;
    if (time <= until) {
        return true;
    }
    g_autofree char *there = clock_for_people(time), *wanted = clock_for_people(until);
    return log_refuse(
        error, standby->db->path,
        "is the database as of %s already, which is later than %s: give another file, "
        "or remove this one, so that it begins anew",
        there, wanted);
}

/* Opens the copy that was there. If the server has begun another log since, replaces it by one from
 * that log. */
static bool go_on(struct standby *standby, const GPtrArray *files, const char *folder,
                  const char *copy, GError **error)
{
    struct standby_reached *reached = standby->reached;
    const gint64 until = standby->aim->until;
    if (!open_copy(standby, copy, error) || !is_early_enough(standby, error)) {
        return false;
    }
    const char *epoch = newest_epoch(files, standby->db->key, reached->epoch, until);
    if (epoch == NULL || strcmp(epoch, reached->epoch) <= 0) {
        return true;
    }
    g_clear_pointer(&standby->db, db_close);
    standby_reached_clear(reached);
    *reached = (struct standby_reached){ 0 };
    if (!begin_copy(standby, files, folder, copy, epoch, error)) {
        return false;
    }
    reached->begun = reached->anew = true;
    return open_copy(standby, copy, error);
}

static bool begin(struct standby *standby, const GPtrArray *files, const char *folder,
                  const char *copy, GError **error)
{
    const char *epoch = newest_epoch(files, NULL, NULL, standby->aim->until);
    standby->reached->begun = begin_copy(standby, files, folder, copy, epoch, error);
    return standby->reached->begun && open_copy(standby, copy, error);
}

bool standby_apply(const char *folder, const char *copy, const struct standby_aim *aim,
                   struct standby_reached *reached, GError **error)
{
    *reached = (struct standby_reached){ 0 };
    g_autoptr(GPtrArray) files = log_files(folder, error);
    if (files == NULL) {
        return false;
    }
    struct standby standby = { .aim = aim, .reached = reached };
    const bool open = access(copy, F_OK) == 0 ? go_on(&standby, files, folder, copy, error)
                                              : begin(&standby, files, folder, copy, error);
    const bool done = open && apply_to(&standby, files, folder, error);
    g_clear_pointer(&standby.db, db_close);
    return done;
}

char *standby_epoch(struct db *db)
{
    return commit_log_epoch(db);
}

void standby_leave_log(struct db *copy)
{
    db_run(copy, "DELETE FROM commit_log", "");
}
