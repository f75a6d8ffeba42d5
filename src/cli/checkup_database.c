/* doctor: what the database says. */
#include "base/clock.h"
#include "cli/checkup.h"
#include "store/health.h"
#include "store/hold.h"
#include "store/outages.h"

/* The clocks of two machines, or of one that is being set, may be apart. */
enum { CLOCK_SLACK = 2 * CLOCK_MINUTE };

/* The handle without what failed in an earlier check; NULL: none. */
static struct db *fresh(struct checkup *checkup)
{
    if (checkup->session.db != NULL) {
        db_rollback(checkup->session.db);
    }
    return checkup->session.db;
}

/* "3.40.1" as 3040001. */
static gint64 version_number(const char *version)
{
    enum { PARTS = 3 };
    g_auto(GStrv) parts = g_strsplit(version, ".", PARTS + 1);
    gint64 number = 0;
    for (guint i = 0; i < PARTS; i++) {
        bool given = i < g_strv_length(parts);
        number = number * 1000 + (given ? g_ascii_strtoll(parts[i], NULL, 10) : 0);
    }
    return number;
}

/* Whether this SQLite may lose what two connections write at once: all before
 * 3.51.3 but the mended ones of two older series; sqlite.org/wal.html tells. */
static bool wal_may_lose(const char *version)
{
    gint64 number = version_number(version), series = number / 1000;
    return number > 0 && number < 3051003 && !(series == 3044 && number >= 3044006) &&
           !(series == 3050 && number >= 3050007);
}

static void look_at_sqlite(struct checkup *checkup, struct db *db)
{
    g_autofree char *journal = health_journal(db);
    g_autofree char *version = health_sqlite(db);
    const char *path = checkup->server.config->database;
    if (journal[0] != '\0' && g_strcmp0(journal, "wal") != 0) {
        checkup_tell(checkup, "database-journal",
                     &(struct particulars){ .path = path, .detail = journal });
    }
    if (wal_may_lose(version)) {
        checkup_tell(checkup, "database-sqlite",
                     &(struct particulars){ .path = path, .detail = version });
    }
}

void checkup_database(struct checkup *checkup)
{
    const char *path = checkup->server.config->database;
    struct db *db = fresh(checkup);
    if (db == NULL) {
        bool there = g_file_test(path, G_FILE_TEST_EXISTS);
        checkup_tell(checkup, there ? "database-refused" : "database-missing",
                     &(struct particulars){ .path = path, .reason = checkup->refused->message });
        return;
    }
    g_autofree char *version = health_sqlite(db);
    gint64 schema = health_schema(db);
    g_autoptr(GPtrArray) faults = health_faults(db);
    for (guint i = 0; i < faults->len; i++) {
        checkup_tell(checkup, "database-damaged",
                     &(struct particulars){ .path = path, .reason = faults->pdata[i] });
    }
    if (faults->len == 0) {
        checkup_tell(checkup, "database-ok",
                     &(struct particulars){ .path = path, .detail = version, .count = schema });
    }
    look_at_sqlite(checkup, fresh(checkup));
}

void checkup_outbox(struct checkup *checkup)
{
    struct db *db = fresh(checkup);
    struct health_outbox outbox = { 0 };
    if (db != NULL) {
        health_outbox(db, &outbox);
    }
    if (db == NULL || db_failed(db)) {
        checkup_tell(checkup, "outbox-unknown", &(struct particulars){ .count = 0 });
    } else {
        gint64 age = outbox.oldest > 0 ? MAX(clock_now() - outbox.oldest, 0) : 0;
        g_autofree char *span = checkup_span(checkup, age);
        checkup_tell(checkup, age > CHECKUP_PATIENCE ? "outbox-late" : "outbox-ok",
                     &(struct particulars){
                         .detail = span, .reason = outbox.reason, .count = outbox.waiting });
        if (outbox.parked > 0) {
            checkup_tell(checkup, "outbox-parked", &(struct particulars){ .count = outbox.parked });
        }
    }
    health_outbox_clear(&outbox);
}

void checkup_hold(struct checkup *checkup)
{
    struct db *db = fresh(checkup);
    gint64 since = db != NULL ? hold_since(db) : 0;
    g_autofree char *span = checkup_span(checkup, MAX(clock_now() - since, 0));
    const char *key = db == NULL || db_failed(db) ? "hold-unknown"
                      : since != 0                ? "hold-on"
                                                  : "hold-ok";
    checkup_tell(checkup, key, &(struct particulars){ .detail = span });
}

/* Whether runs are so far apart that no clock of a player runs. */
static void look_at_runs(struct checkup *checkup, struct db *db)
{
    gint64 served = attendance_read(db).served;
    gint64 apart = clock_now() - served;
    if (served != 0 && apart > checkup->server.config->outage) {
        g_autofree char *span = checkup_span(checkup, apart);
        checkup_tell(checkup, "clock-standing", &(struct particulars){ .detail = span });
    }
}

void checkup_clock(struct checkup *checkup)
{
    struct db *db = fresh(checkup);
    gint64 newest = db != NULL ? health_newest(db) : 0;
    if (db == NULL || db_failed(db)) {
        checkup_tell(checkup, "clock-unknown", &(struct particulars){ .count = 0 });
    } else if (newest > clock_now() + CLOCK_SLACK) {
        g_autofree char *span = checkup_span(checkup, newest - clock_now());
        checkup_tell(checkup, "clock-back", &(struct particulars){ .detail = span });
    } else {
        g_autofree char *now = clock_for_people(clock_now());
        checkup_tell(checkup, "clock-ok", &(struct particulars){ .detail = now });
        look_at_runs(checkup, db);
    }
}

void checkup_testing(struct checkup *checkup)
{
    struct db *db = fresh(checkup);
    const char *key = db == NULL       ? "testing-unknown"
                      : db_testing(db) ? "testing-yes"
                                       : "testing-ok";
    checkup_tell(checkup, key, &(struct particulars){ .path = checkup->server.config->database });
}
