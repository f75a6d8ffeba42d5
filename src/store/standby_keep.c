#include "store/standby_keep.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "store/backup.h"
#include "store/commit_log.h"
#include "store/handle.h"
#include "store/seal.h"

#define BASE_DRAFT "new.base" /* in the folder of a log */

/* Makes a copy of the whole database, named by what is in it. */
static bool make_base(const char *database, const char *folder, GError **error)
{
    g_autofree char *draft = g_build_filename(folder, BASE_DRAFT, NULL);
    g_auto(BackupFacts) facts = { 0 };
    handle_forget_file(draft);
    if (!backup_make(database, draft, &facts, error) || !file_give(draft, database, error)) {
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
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: the database is in no log",
                    database);
        return false;
    }
    g_autofree char *path = log_file_path(folder, &name);
    return (rename(draft, path) == 0 || file_fault(path, "cannot be named so", error)) &&
           file_sync_folder(path, error);
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

/* The files in the folder that are this server's; struct log_file. Free with g_ptr_array_unref. */
static GPtrArray *own_files(const char *database, const char *folder, GError **error)
{
    g_autoptr(Db) db = db_open(database, DB_READ, error);
    g_autoptr(GPtrArray) files = db != NULL ? log_files(folder, error) : NULL;
    for (guint i = files != NULL ? files->len : 0; i > 0; i--) {
        gint64 time;
        if (log_file_owner(files->pdata[i - 1], db->key, &time) != OWNER_US) {
            g_ptr_array_remove_index(files, i - 1);
        }
    }
    return g_steal_pointer(&files);
}

/* Removes what is older than the newest copy that is `keep` seconds old. */
static bool remove_spent(const char *database, const char *folder, gint64 keep, GError **error)
{
    g_autoptr(GPtrArray) files = own_files(database, folder, error);
    const struct log_file *base =
        files != NULL ? log_files_newest_base(files, clock_now() - keep) : NULL;
    for (guint i = 0; base != NULL && i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        if (is_spent(file, next_of(files, i), base) && unlink(file->path) != 0 && errno != ENOENT) {
            return file_fault(file->path, "cannot be removed", error);
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
    const struct log_file *base = log_files_newest_base(files, G_MAXINT64);
    const bool fresh = base != NULL && strcmp(base->epoch, last->epoch) == 0 &&
                       base->time > clock_now() - keep && base->time <= clock_now() + CLOCK_HOUR;
    return fresh ||
           (make_base(database, folder, error) && remove_spent(database, folder, keep, error));
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

/* True if all records of a file of the log are as they were written. */
static bool is_whole(struct db *db, const char *path, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize length;
    g_auto(Segment) segment = { 0 };
    return plain_file_contents(path, &bytes, &length, error) &&
           segment_read(&segment, path, (const guint8 *)bytes, length, db->key, error);
}

bool standby_is_sound(struct db *db, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) files = log_files(folder, error);
    g_autofree char *epoch = commit_log_epoch(db);
    bool sound = files != NULL;
    for (guint i = 0; sound && i < files->len; i++) {
        const struct log_file *file = files->pdata[i];
        sound = g_strcmp0(file->epoch, epoch) != 0 ||
                (file->time != 0 ? seal_holds(file->path, error) : is_whole(db, file->path, error));
    }
    return sound;
}
