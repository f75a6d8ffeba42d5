#include "standby/keep.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/log.h"
#include "standby/commit_log.h"
#include "standby/log_files.h"
#include "standby/log_record.h"
#include "store/backup.h"

#define BASE_DRAFT "new.base" /* in the folder of a log */

/* ---- what is there ---- */

/* Reads a file of commits; sets *last to the last one. */
static bool is_whole(struct db *db, const struct log_file *file, gint64 *last, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize length;
    g_auto(Segment) segment = { 0 };
    if (!plain_file_contents(file->path, &bytes, &length, error) ||
        !segment_read(&segment, file->path, file->number, (const guint8 *)bytes, length, db_key(db),
                      error)) {
        return false;
    }
    *last = segment.last;
    return true;
}

static bool refuse_gap(const char *path, gint64 from, gint64 to, GError **error)
{
    return log_refuse(error, path,
                      "the changes from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                      ", which belong behind it, are not there",
                      from + 1, to);
}

/* Reads what a standby needs that begins from the copy `base` (NULL: there is none): that, and the
 * files of its log from the one with the next commit on. Sets *last to the last commit. */
static bool is_useful(struct db *db, const GPtrArray *files, const char *epoch,
                      const struct log_file *base, gint64 *last, GError **error)
{
    const gint64 from = base != NULL ? base->number : 0;
    gint64 next = G_MAXINT64, end = -1; /* where the file behind begins, and this one ends */
    *last = -1;
    bool sound = base == NULL || seal_holds(base->path, true, error);
    for (guint i = files->len; i > 0 && sound && next > from; i--) {
        const struct log_file *file = files->pdata[i - 1];
        if (file->time != 0 || g_strcmp0(file->epoch, epoch) != 0) {
            continue;
        }
        sound = is_whole(db, file, &end, error) &&
                (next == G_MAXINT64 || end >= next || refuse_gap(file->path, end, next, error));
        *last = MAX(*last, end);
        next = file->number;
    }
    return sound && (base == NULL || next == G_MAXINT64 || next <= from ||
                     refuse_gap(base->path, from, next, error));
}

bool standby_look(struct db *db, const char *folder, struct standby_facts *facts, GError **error)
{
    gint64 last = -1;
    g_autoptr(GPtrArray) files = log_files(folder, NULL, error);
    g_autofree char *epoch = commit_log_epoch(db);
    const struct log_file *base =
        files != NULL && epoch != NULL ? log_files_newest_base(files, epoch, G_MAXINT64) : NULL;
    const bool sound = files != NULL && is_useful(db, files, epoch, base, &last, error);
    *facts = (struct standby_facts){ .behind = last < db_commits(db), .base = base != NULL };
    return sound;
}

/* ---- copies of the whole database ---- */

/* False, and logged, if another copy of the whole database is needed because of the newest one or
 * what is behind it. */
static bool will_do(const char *database, const char *folder)
{
    g_autoptr(GError) fault = NULL;
    struct standby_facts facts;
    g_autoptr(Db) db = db_open(database, DB_READ, NULL);
    if (db == NULL || standby_look(db, folder, &facts, &fault) ||
        !g_error_matches(fault, POSTMOVE_ERROR, POSTMOVE_ERROR_NO)) {
        return true;
    }
    log_line("%s; another copy of the database is made beside it", fault->message);
    return false;
}

/* Makes a copy of the whole database, named by what is in it. Returns the name of its log; NULL
 * with the error. Free with g_free. */
static char *make_base(const char *database, const char *folder, GError **error)
{
    g_autofree char *draft = g_build_filename(folder, BASE_DRAFT, NULL);
    struct backup_facts facts = { 0 };
    if (!backup_make(database, draft, &facts, error) || !file_give(draft, database, error)) {
        return NULL;
    }
    g_autoptr(Db) db = db_open(draft, DB_READ, error);
    g_autofree char *epoch = db != NULL ? commit_log_epoch(db) : NULL;
    if (db != NULL && epoch == NULL) {
        log_refuse(error, database, "the database is in no log");
    }
    if (epoch == NULL) {
        return NULL;
    }
    g_autofree char *path = log_file_path(folder, epoch, db_commits(db), clock_now());
    const bool named =
        (rename(draft, path) == 0 || file_fault(path, "cannot be named so", error)) &&
        file_sync_folder(path, error);
    return named ? g_steal_pointer(&epoch) : NULL;
}

/* Removes what is older than the newest copy that is `keep` seconds old, of the server whose log
 * that is. */
static bool remove_spent(const char *folder, const char *epoch, gint64 keep, GError **error)
{
    g_autoptr(GPtrArray) files = log_files(folder, strrchr(epoch, '-'), error);
    const struct log_file *base =
        files != NULL ? log_files_newest_base(files, NULL, clock_now() - keep) : NULL;
    bool older = false;   /* the file lies before that copy */
    bool covered = false; /* the copy has what is in the files before */
    for (guint i = base != NULL ? files->len : 0; i > 0; i--) {
        const struct log_file *file = files->pdata[i - 1];
        const bool same = strcmp(file->epoch, base->epoch) == 0;
        /* The time of another copy may be a wrong one. */
        const bool spent = older && (!same || file->time != 0 || covered);
        older = older || file == base;
        covered = covered || (same && file->time == 0 && file->number <= base->number);
        if (spent && unlink(file->path) != 0 && errno != ENOENT) {
            return file_fault(file->path, "cannot be removed", error);
        }
    }
    return files != NULL;
}

bool standby_keep_base(const char *database, const char *folder, gint64 keep, bool look,
                       GError **error)
{
    g_autoptr(GPtrArray) files = log_files(folder, NULL, error);
    if (files == NULL || files->len == 0) {
        return files != NULL; /* nothing was committed yet */
    }
    const struct log_file *last = files->pdata[files->len - 1];
    const struct log_file *base = log_files_newest_base(files, last->epoch, G_MAXINT64);
    if (base != NULL && base->time > clock_now() - keep && base->time <= clock_now() + CLOCK_HOUR &&
        (!look || will_do(database, folder))) {
        return true;
    }
    g_autofree char *epoch = make_base(database, folder, error);
    return epoch != NULL && remove_spent(folder, epoch, keep, error);
}
