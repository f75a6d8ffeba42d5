/* doctor: is the database there, whole and ours? Do runs begin, and do they finish? Does its log
 * reach the standby? */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "cli/checkup.h"
#include "cli/mark.h"
#include "standby/keep.h"
#include "store/clocks.h"
#include "store/stats.h"

/* ---- the database ---- */

/* There is no database, but a standby's copy, which should change with each run of the server. */
static void tell_standby(struct checkup *checkup, const char *copy, const struct stat *status)
{
    const gint64 age = MAX(g_get_real_time() / G_USEC_PER_SEC - status->st_mtime, 1);
    checkup->standby = true;
    checkup_tell(checkup, age > CLOCK_DAY ? "!database-standby-late" : "database-standby",
                 .path = copy, .age = age);
}

/* The database could not be opened. If the disk or the rights are the cause, their checks have
 * reported it. */
static void tell_refused(struct checkup *checkup, const char *path)
{
    struct stat status;
    bool missing = stat(path, &status) != 0;
    bool hidden = missing && errno == EACCES;
    g_autofree char *self = checkup_user(geteuid());
    g_autofree char *copy = g_strconcat(path, BESIDE_STANDBY, NULL);
    if (missing && stat(copy, &status) == 0) {
        tell_standby(checkup, copy, &status);
        return;
    }
    const char *key = hidden    ? "!database-hidden"
                      : missing ? "!database-missing"
                      : checkup_faulted(checkup, "disk") || checkup_faulted(checkup, "rights")
                          ? "!database-follows"
                          : "!database-refused";
    checkup_tell(checkup, key, .path = path, .detail = self, .reason = checkup->refused->message);
}

void checkup_database(struct checkup *checkup)
{
    const char *path = checkup->server.config->database;
    struct db *db = checkup->db;
    if (db == NULL) {
        tell_refused(checkup, path);
        return;
    }
    g_autoptr(GPtrArray) faults = db_faults(db, true);
    for (guint i = 0; i < faults->len; i++) {
        checkup_tell(checkup, "!database-damaged", .path = path, .reason = faults->pdata[i]);
    }
    if (faults->len == 0) {
        checkup_tell(checkup, "database-ok", .path = path);
    }
    if (db_lost(db) > 0) {
        checkup_tell(checkup, "!database-lost", .path = path, .count = db_lost(db));
    }
    if (db_is_foreign(db)) {
        checkup_tell(checkup, "!database-foreign", .path = path);
    }
}

void checkup_runs(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const gint64 ended = mark_time(config->database, BESIDE_RAN);
    const gint64 last = ended != 0 ? ended : watermark_read(checkup->db).served;
    const gint64 age = MAX(clock_now() - (last != 0 ? last : db_created(checkup->db)), 1);
    const char *key = last == 0 && age > CHECKUP_PATIENCE ? "!runs-never"
                      : last == 0                         ? "?runs-not-yet"
                      : age > config->outage              ? "!runs-late"
                                                          : "runs-ok";
    checkup_tell(checkup, key, .age = age);
}

/* ---- hold ---- */

void checkup_hold(struct checkup *checkup)
{
    if (checkup->held == 0) {
        return;
    }
    enum { HELD_TOO_LONG = CLOCK_DAY };
    const gint64 age = MAX(clock_now() - checkup->held, 1);
    bool forgotten = age > HELD_TOO_LONG || (age > CHECKUP_PATIENCE && checkup->waits);
    checkup_tell(checkup, forgotten ? "!hold-forgotten" : "?hold-on", .age = age);
}

/* ---- standby ---- */

/* Is the log copied to the standby? By how much the last time lies behind the last run. */
static void look_at_push(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const gint64 ran = mark_time(config->database, BESIDE_RAN);
    const gint64 pushed = mark_time(config->database, BESIDE_PUSHED);
    const char *program = config->standby_push != NULL ? config->standby_push[0] : NULL;
    if (program == NULL) {
        checkup_tell(checkup, "?standby-stays", .path = config->standby);
    } else if (pushed == 0 && ran != 0) {
        checkup_tell(checkup, "!standby-never", .path = config->standby, .detail = program);
    } else if (ran - pushed > CHECKUP_PATIENCE) {
        checkup_tell(checkup, "!standby-late", .path = config->standby, .age = ran - pushed);
    } else if (pushed != 0) {
        checkup_tell(checkup, "standby-ok", .path = config->standby,
                     .age = MAX(clock_now() - pushed, 1));
    }
}

void checkup_standby(struct checkup *checkup)
{
    const char *folder = checkup->server.config->standby;
    g_autoptr(GError) error = NULL;
    struct standby_facts facts;
    if (folder == NULL) {
        checkup_tell(checkup, "standby-none", 0);
    } else if (!standby_look(checkup->db, folder, &facts, &error)) {
        const bool damaged = g_error_matches(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO);
        checkup_tell(checkup, damaged ? "!standby-damaged" : "?standby-unread", .path = folder,
                     .reason = error->message);
    } else if (facts.behind) {
        checkup_tell(checkup, "?standby-behind", .path = folder);
    } else if (!facts.base) {
        checkup_tell(checkup, "?standby-bare", .path = folder);
    } else {
        look_at_push(checkup);
    }
}
