/* doctor: is the database there, whole and ours? */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/checkup.h"
#include "store/health.h"
#include "store/schema.h"

struct db *checkup_database_fresh(struct checkup *checkup)
{
    if (checkup->workspace.db != NULL) {
        db_rollback(checkup->workspace.db);
    }
    return checkup->workspace.db;
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

/* A trigger can undo what players do. Nothing goes wrong with anything else that somebody has
 * added, but no backup brings it back. */
static void look_at_schema(struct checkup *checkup, struct db *db)
{
    g_auto(SchemaChanges) changes = { 0 };
    const char *path = checkup->server.config->database;
    schema_compare(db, &changes);
    for (guint i = 0; i < changes.added->len; i++) {
        const char *thing = changes.added->pdata[i];
        bool acts = g_str_has_prefix(thing, "trigger ");
        checkup_tell(checkup, acts ? "database-trigger" : "database-added",
                     &(struct particulars){ .path = path, .detail = thing });
    }
    if (changes.altered != NULL) {
        checkup_tell(checkup, "database-altered",
                     &(struct particulars){ .path = path, .detail = changes.altered });
    }
}

/* It could not be opened. What keeps it from that was told before, if the disk or the
 * rights do. */
static void tell_refused(struct checkup *checkup, const char *path)
{
    struct stat status;
    bool missing = stat(path, &status) != 0;
    bool hidden = missing && errno == EACCES;
    g_autofree char *self = checkup_user(geteuid());
    const char *key = hidden    ? "database-hidden"
                      : missing ? "database-missing"
                      : checkup_faulted(checkup, "disk") || checkup_faulted(checkup, "rights")
                          ? "database-follows"
                          : "database-refused";
    checkup_tell(
        checkup, key,
        &(struct particulars){ .path = path, .detail = self, .reason = checkup->refused->message });
}

void checkup_database(struct checkup *checkup)
{
    const char *path = checkup->server.config->database;
    struct db *db = checkup_database_fresh(checkup);
    if (db == NULL) {
        tell_refused(checkup, path);
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
    if (faults->len == 0) {
        look_at_schema(checkup, checkup_database_fresh(checkup));
    }
    if (db_lost(db) > 0) {
        checkup_tell(checkup, "database-lost",
                     &(struct particulars){ .path = path, .count = db_lost(db) });
    }
    look_at_sqlite(checkup, checkup_database_fresh(checkup));
}

void checkup_testing(struct checkup *checkup)
{
    struct db *db = checkup_database_fresh(checkup);
    const char *key = db == NULL       ? "testing-unknown"
                      : db_testing(db) ? "testing-yes"
                                       : "testing-ok";
    checkup_tell(checkup, key, &(struct particulars){ .path = checkup->server.config->database });
}
