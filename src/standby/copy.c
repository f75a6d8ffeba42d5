#include "standby/copy.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "standby/log_files.h"
#include "standby/log_record.h"
#include "store/backup.h"
#include "store/changes.h"
#include "store/opening.h"
#include "store/stats.h"

/* A copy, while commits are made in it. */
struct standby {
    struct db *db;
    const struct standby_aim *aim;
    struct standby_reached *reached;
    unsigned char chain[SECRET_HASH_BYTES]; /* the hash of the record made last */
    bool chained;                           /* that is known */
    bool enough;                            /* what follows is later than the aim */
    gint64 end;                             /* the last commit in the log; 0: more of it comes */
};

void standby_reached_clear(struct standby_reached *reached)
{
    g_clear_pointer(&reached->epoch, g_free);
}

/* ---- a commit ---- */

/* True if a record is the one that was made last, or belongs behind that. */
static bool fits(const struct standby *standby, const struct record *record, const char *name,
                 GError **error)
{
    const gint64 reached = standby->reached->number;
    const bool same = record->number == reached;
    if (!same && record->number != reached + 1) {
        return log_refuse(error, name,
                          "the change behind %" G_GINT64_FORMAT
                          ", which the copy lacks, is not there: a part of the log is missing; "
                          "or remove the copy, so that it begins anew",
                          reached);
    }
    return !standby->chained ||
           memcmp(same ? record->hash : record->before, standby->chain, sizeof(standby->chain)) ==
               0 ||
           log_refuse(error, name,
                      "its change %" G_GINT64_FORMAT " is another than the one that the copy has: "
                      "the server went on from an older state; remove the copy, so that it begins "
                      "anew",
                      reached);
}

/* Makes a commit, in the transaction at hand. */
static bool make(struct standby *standby, const struct record *record, GError **error)
{
    struct db *db = standby->db;
    db_savepoint(db);
    changes_apply(db, record->number, record->content, record->length);
    db_run(db, "UPDATE commit_log SET chain = ?, time = ?", record->hash, record->time);
    if (!db_savepoint_end(db, error)) {
        return false;
    }
    memcpy(standby->chain, record->hash, sizeof(standby->chain));
    standby->chained = true;
    standby->reached->time = record->time;
    standby->reached->number = record->number;
    standby->reached->made++;
    return true;
}

/* Makes the commits of a file that the copy lacks. `completed` says whether the last one is. */
static bool make_all(struct standby *standby, const struct segment *segment, bool completed,
                     const char *name, GError **error)
{
    for (guint i = 0; i < segment->records->len && !standby->enough; i++) {
        const struct record *record = &g_array_index(segment->records, struct record, i);
        const gint64 reached = standby->reached->number;
        if (record->number < reached) {
            continue;
        }
        if (!fits(standby, record, name, error)) {
            return false;
        }
        standby->enough = record->number > reached &&
                          (record->time > standby->aim->until ||
                           (i + 1 == segment->records->len && !completed && !standby->aim->last));
        if (record->number > reached && !standby->enough && !make(standby, record, error)) {
            return false;
        }
    }
    return true;
}

/* ---- the log ---- */

/* Makes what a file has, up to the first fault, in one transaction. `next` is the file behind it,
 * or NULL. */
static bool use_file(struct standby *standby, const struct log_file *file,
                     const struct log_file *next, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize length;
    g_auto(Segment) segment = { 0 };
    g_autoptr(GError) fault = NULL, failure = NULL;
    if (!plain_file_contents(file->path, &bytes, &length, error)) {
        return false;
    }
    segment_read(&segment, file->path, file->number, (const guint8 *)bytes, length,
                 db_key(standby->db), &fault);
    /* A file that ends within a record is being carried, and the rest of it comes. */
    standby->end = length - segment.good > sizeof(record_begins) ? 0 : segment.last;
    const struct standby_reached before = *standby->reached;
    db_begin(standby->db);
    const bool made =
        make_all(standby, &segment, segment.completed || next != NULL, file->path, error);
    if (!db_commit(standby->db, &failure)) {
        *standby->reached = before;
        g_clear_error(error);
        g_propagate_error(error, g_steal_pointer(&failure));
        return false;
    }
    if (made && fault != NULL) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    return made;
}

/* The first file of commits of the log `epoch`, from index `at` on; NULL if there is none. */
static const struct log_file *next_of(const GPtrArray *files, guint at, const char *epoch)
{
    for (guint i = at; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (file->time == 0 && strcmp(file->epoch, epoch) == 0) {
            return file;
        }
    }
    return NULL;
}

/* Makes what the copy lacks, from the file that has its last commit. */
static bool use_files(struct standby *standby, const GPtrArray *files, const char *folder,
                      GError **error)
{
    const struct standby_reached *reached = standby->reached;
    const char *epoch = reached->epoch;
    if (next_of(files, 0, epoch) == NULL) {
        return log_refuse(error, folder,
                          "the copy's log is not there; if the server has begun a new one, remove "
                          "the copy, so that it begins anew");
    }
    bool well = true;
    for (guint i = 0; i < files->len && well && !standby->enough; i++) {
        const struct log_file *file = next_of(files, i, epoch),
                              *next = next_of(files, i + 1, epoch);
        if (file == files->pdata[i] && (next == NULL || next->number > reached->number)) {
            well = use_file(standby, file, next, error);
        }
    }
    return well &&
           (standby->enough || standby->end == 0 || standby->end >= reached->number ||
            log_refuse(error, folder,
                       "the log ends with change %" G_GINT64_FORMAT
                       ", and the copy has change %" G_GINT64_FORMAT
                       ": the server went on from an older state; remove the copy, and each "
                       ".base there with a later number, so that it begins anew",
                       standby->end, reached->number));
}

/* ---- the beginning of a copy ---- */

/* Reads how far the copy has come. `base` is the time of the copy from which it has just begun, or
 * 0. */
static bool open_copy(struct standby *standby, const char *copy, gint64 base, GError **error)
{
    struct standby_reached *reached = standby->reached;
    struct db *db = standby->db = seal_cut(copy, error) ? db_open(copy, DB_DRAFT, error) : NULL;
    if (db == NULL) {
        return false;
    }
    struct rows *rows = db_row(db, "SELECT epoch, chain, time FROM commit_log");
    if (rows != NULL) {
        reached->epoch = rows_dup(rows, "epoch");
        reached->time = rows_int(rows, "time"); /* of a copy without commits: when the log began */
        standby->chained = rows_hash(rows, "chain", standby->chain);
    }
    reached->number = db_commits(db);
    reached->testing = db_testing(db);
    if (!standby->chained) {
        reached->time = MAX(MAX(reached->time, base), health_newest(db));
    }
    if (base != 0) { /* the last change in it may be of a kind that leaves no time in the tables */
        db_begin(db);
        db_run(db, "UPDATE commit_log SET time = ?", reached->time);
    }
    return (!db_failed(db) && base == 0) || db_commit(db, error);
}

/* True if a copy of the whole database is as the server made it. */
static bool is_whole(const struct log_file *base, GError **error)
{
    g_autoptr(GError) cause = NULL;
    if (!seal_holds(base->path, true, &cause)) {
        const bool damaged = g_error_matches(cause, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
        g_set_error(error, POSTMOVE_ERROR, cause->code, "%s%s", cause->message,
                    damaged ? "; copy it again, or remove it, so that the one before it is used"
                            : "");
    }
    return cause == NULL;
}

/* Begins a copy in the log `epoch`, in the place of one that is there. */
static bool begin_copy(struct standby *standby, const GPtrArray *files, const char *folder,
                       const char *copy, const char *epoch, GError **error)
{
    struct backup_facts facts = { 0 };
    const gint64 until = standby->aim->until;
    const struct log_file *base = epoch != NULL ? log_files_newest_base(files, epoch, until) : NULL;
    if (base == NULL && until < G_MAXINT64) {
        return log_refuse(error, folder,
                          "no copy of the database in it is so old: a later time is needed, or a "
                          "backup from before it");
    }
    if (base == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "%s: there is no copy of the database in it yet that is of the server's last "
                    "log, %s; its next `postmove run`, or `postmove standby push` there, makes "
                    "one. If that server is lost, and an earlier log is there, you can go on with "
                    "that: remove the files of the last one",
                    folder, epoch != NULL ? epoch : "which is not there either");
        return false;
    }
    /* Root may begin it, and the standby's own user goes on with it. */
    standby->reached->begun = is_whole(base, error) &&
                              backup_make(base->path, copy, &facts, error) &&
                              file_give(copy, base->path, error);
    return standby->reached->begun && open_copy(standby, copy, base->time, error);
}

/* False if several servers have their logs in the folder: nobody says which of them the copy is to
 * be of. */
static bool is_of_one(const GPtrArray *files, const char *folder, GError **error)
{
    for (guint i = 1; i < files->len; i++) {
        const struct log_file *first = files->pdata[0], *file = files->pdata[i];
        if (strcmp(strrchr(first->epoch, '-'), strrchr(file->epoch, '-')) != 0) {
            return log_refuse(error, folder,
                              "there are logs of several servers in it, such as %s and %s: let "
                              "each server carry its log to a folder of its own",
                              first->epoch, file->epoch);
        }
    }
    return true;
}

/* The newest log in the folder that had begun by `until`. If `like` is the name of a log, only logs
 * of the same server count. NULL if there is none. */
static const char *newest_epoch(const GPtrArray *files, const char *like, gint64 until)
{
    const char *newest = NULL;
    for (guint i = 0; i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (file->begun <= until &&
            (like == NULL || g_str_has_suffix(file->epoch, strrchr(like, '-')))) {
            newest = file->epoch;
        }
    }
    return newest;
}

/* Opens the copy that was there. If the server has begun another log since, replaces it by one from
 * that log. */
static bool go_on(struct standby *standby, GPtrArray *files, const char *folder, const char *copy,
                  GError **error)
{
    struct standby_reached *reached = standby->reached;
    const gint64 until = standby->aim->until;
    if (!open_copy(standby, copy, 0, error)) {
        return false;
    }
    if (reached->epoch == NULL) {
        return log_refuse(error, copy, "is no copy of a server that keeps a log for a standby");
    }
    if (reached->time > until) {
        g_autofree char *there = clock_for_people(reached->time), *aim = clock_for_people(until);
        return log_refuse(error, copy,
                          "is the database as of %s already, which is later than %s: give another "
                          "file, or remove this one, so that it begins anew",
                          there, aim);
    }
    const char *epoch = newest_epoch(files, reached->epoch, until);
    if (epoch == NULL || strcmp(epoch, reached->epoch) <= 0) {
        return true;
    }
    g_clear_pointer(&standby->db, db_close);
    standby_reached_clear(reached);
    *reached = (struct standby_reached){ .anew = true };
    standby->chained = false;
    return begin_copy(standby, files, folder, copy, epoch, error);
}

/* Begins a copy where there is none. */
static bool begin(struct standby *standby, const GPtrArray *files, const char *folder,
                  const char *copy, GError **error)
{
    replacement_forget(copy); /* what is left beside one that was removed */
    return is_of_one(files, folder, error) &&
           begin_copy(standby, files, folder, copy, newest_epoch(files, NULL, standby->aim->until),
                      error);
}

bool standby_apply(const char *folder, const char *copy, const struct standby_aim *aim,
                   struct standby_reached *reached, GError **error)
{
    *reached = (struct standby_reached){ 0 };
    g_autoptr(GPtrArray) files = log_files(folder, NULL, error);
    if (files == NULL) {
        return false;
    }
    struct standby standby = { .aim = aim, .reached = reached };
    const bool open = access(copy, F_OK) == 0 ? go_on(&standby, files, folder, copy, error)
                                              : begin(&standby, files, folder, copy, error);
    const bool done = open && use_files(&standby, files, folder, error);
    g_clear_pointer(&standby.db, db_close);
    return done;
}
