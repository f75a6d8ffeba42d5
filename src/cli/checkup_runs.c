/* doctor: do runs begin, and do they come to their end? Is the server held? */
#include <sys/stat.h>

#include "base/beside.h"
#include "base/clock.h"
#include "base/lock.h"
#include "cli/checkup.h"
#include "cli/mark.h"
#include "store/health.h"
#include "store/outages.h"

/* ---- runs ---- */

enum {
    OUTAGES_IN_A_ROW = 3,
    OUTAGES_LOOKED_AT = 90 * CLOCK_DAY, /* back from now */
    HELD_TOO_LONG = CLOCK_DAY,
};

/* The distance of runs that are all farther apart than `outage` allows: the last ones
 * each ended an outage that began where the one before had ended. 0: they are not. */
static gint64 distance_of_runs(struct db *db)
{
    g_autoptr(GArray) outages = outages_since(db, clock_now() - OUTAGES_LOOKED_AT);
    gint64 distance = 0, end = 0;
    guint row = 0;
    for (guint i = 0; i < outages->len; i++) {
        const struct outage *outage = &g_array_index(outages, struct outage, i);
        bool follows = outage->kind == OUTAGE_STOOD_STILL && outage->begin - end < CLOCK_HOUR;
        row = follows ? row + 1 : 1;
        distance =
            follows ? MAX(distance, outage->end - outage->begin) : outage->end - outage->begin;
        end = outage->end;
    }
    return row >= OUTAGES_IN_A_ROW && clock_now() - end <= 2 * distance ? distance : 0;
}

/* When a run began last, if none is at work; 0: not known. By the system's clock, which
 * is not that of a database for tests. */
static gint64 last_begun(const struct config *config, struct db *db)
{
    struct stat status;
    g_autofree char *path = g_strconcat(config->database, BESIDE_LOCK_RUN, NULL);
    g_autofree char *holder = lock_holder(path);
    return holder == NULL && !db_testing(db) && stat(path, &status) == 0 ? status.st_mtime : 0;
}

void checkup_runs(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    struct db *db = checkup_database_fresh(checkup);
    struct mark mark = mark_read(config->database, BESIDE_RAN);
    g_free(mark.about);
    if (db == NULL) {
        checkup_tell(checkup, "runs-unknown", &(struct particulars){ 0 });
        return;
    }
    gint64 last = MAX(mark.time, attendance_read(db).served), created = health_created(db);
    gint64 begun = last_begun(config, db), distance = distance_of_runs(db);
    gint64 age = MAX(clock_now() - (last != 0 ? last : created), 0);
    const char *key = "runs-ok";
    if (distance != 0) {
        key = "runs-apart";
        age = distance;
    } else if (mark.time != 0 && begun - mark.time > CHECKUP_PATIENCE) {
        key = "runs-cut";
        age = MAX(clock_now() - mark.time, 0);
    } else if (last == 0) {
        key = age > CHECKUP_PATIENCE ? "runs-never" : "runs-not-yet";
    } else if (age > config->outage) {
        key = "runs-late";
    }
    g_autofree char *span = checkup_span(checkup, age);
    g_autofree char *outage = checkup_span(checkup, config->outage);
    checkup_tell(checkup, db_failed(db) ? "runs-unknown" : key,
                 &(struct particulars){ .path = config->path, .detail = span, .reason = outage });
}

/* ---- hold ---- */

void checkup_hold(struct checkup *checkup)
{
    if (checkup->workspace.db == NULL) {
        checkup_tell(checkup, "hold-unknown", &(struct particulars){ 0 });
        return;
    }
    gint64 age = MAX(clock_now() - checkup->held, 0);
    g_autofree char *span = checkup_span(checkup, age);
    bool forgotten = age > HELD_TOO_LONG || (age > CHECKUP_PATIENCE && checkup->waits);
    checkup_tell(checkup,
                 checkup->held == 0 ? "hold-ok"
                 : forgotten        ? "hold-forgotten"
                                    : "hold-on",
                 &(struct particulars){ .detail = span });
}

/* ---- clock ---- */

void checkup_clock(struct checkup *checkup)
{
    struct db *db = checkup_database_fresh(checkup);
    gint64 newest = db != NULL ? health_newest(db) : 0;
    if (db == NULL || db_failed(db)) {
        checkup_tell(checkup, "clock-unknown", &(struct particulars){ 0 });
    } else if (newest > clock_now() + CHECKUP_CLOCK_SLACK) {
        g_autofree char *span = checkup_span(checkup, newest - clock_now());
        checkup_tell(checkup, "clock-back", &(struct particulars){ .detail = span });
    } else {
        g_autofree char *now = clock_for_people(clock_now());
        checkup_tell(checkup, "clock-ok", &(struct particulars){ .detail = now });
    }
}
