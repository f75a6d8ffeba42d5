/* doctor: the letters that are not sent, the players who get none, and the backups. */
#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/plain_file.h"
#include "cli/checkup.h"
#include "cli/mark.h"
#include "store/backup.h"
#include "store/health.h"
#include "store/stats.h"

enum {
    KEPT_BACK_MANY = 3, /* so many players, and half of all: it is not their mailboxes */
    BACKUP_PATIENCE = 8 * CLOCK_DAY, /* a weekly one may be a day late */
};

/* ---- outbox ---- */

static void tell_outbox(struct checkup *checkup, const struct health_outbox *outbox)
{
    gint64 age = outbox->oldest > 0 ? MAX(clock_now() - outbox->oldest, 0) : 0;
    g_autofree char *span = checkup_span(checkup, age);
    bool stuck = outbox->failing > 0 && outbox->sent <= outbox->failing_newest;
    const char *key = checkup->held != 0       ? "outbox-held"
                      : age > CHECKUP_PATIENCE ? "outbox-late"
                      : stuck                  ? "outbox-failing"
                                               : "outbox-ok";
    checkup_tell(checkup, key,
                 &(struct particulars){
                     .detail = span, .reason = outbox->reason, .count = outbox->waiting });
    if (outbox->failing > 0 && !stuck) {
        checkup_tell(checkup, "outbox-tried",
                     &(struct particulars){ .reason = outbox->reason, .count = outbox->failing });
    }
    if (outbox->parked > 0) {
        bool none_since = outbox->sent <= outbox->parked_newest;
        checkup_tell(checkup, none_since ? "outbox-given-up" : "outbox-parked",
                     &(struct particulars){ .count = outbox->parked });
    }
}

void checkup_outbox(struct checkup *checkup)
{
    struct db *db = checkup_database_fresh(checkup);
    struct health_outbox outbox = { 0 };
    if (db != NULL) {
        health_outbox(db, &outbox);
    }
    if (db == NULL || db_failed(db)) {
        checkup_tell(checkup, "outbox-unknown", &(struct particulars){ 0 });
    } else {
        checkup->waits = checkup->waits || outbox.waiting > 0;
        tell_outbox(checkup, &outbox);
    }
    health_outbox_clear(&outbox);
}

/* ---- players ---- */

/* One whose mailbox is gone is no fault of the server; if it is most of them, mail
 * servers refuse what comes from here. */
void checkup_players(struct checkup *checkup)
{
    struct db *db = checkup_database_fresh(checkup);
    if (db == NULL) {
        checkup_tell(checkup, "players-unknown", &(struct particulars){ 0 });
        return;
    }
    gint64 count = 0, all = stats_players(db);
    g_autofree char *status = NULL;
    g_autofree char *name = health_kept_back(db, &count, &status);
    const char *key = count == 0                                    ? "players-ok"
                      : count >= KEPT_BACK_MANY && count * 2 >= all ? "players-unreached"
                                                                    : "players-kept-back";
    checkup_tell(checkup, db_failed(db) ? "players-unknown" : key,
                 &(struct particulars){
                     .detail = name, .reason = status, .count = count > 0 ? count : all });
}

/* ---- backups ---- */

/* The last one is read whole, as restore would read it. */
static void look_at_backup(struct checkup *checkup, struct db *db, const struct mark *mark)
{
    g_auto(BackupFacts) facts = { 0 };
    g_autoptr(GError) error = NULL;
    gint64 age = clock_now() - mark->time;
    g_autofree char *span = checkup_span(checkup, ABS(age));
    struct particulars about = { .path = mark->about, .detail = span };
    /* By the system's clock, which is not that of a database for tests. */
    bool ahead = age < -CHECKUP_CLOCK_SLACK && (db == NULL || !db_testing(db));
    const char *key = age > BACKUP_PATIENCE ? "backups-old"
                      : ahead               ? "backups-ahead"
                                            : "backups-ok";
    if (access(mark->about, F_OK) != 0 && errno == ENOENT) {
        key = age > BACKUP_PATIENCE ? key : "backups-gone";
    } else if (access(mark->about, R_OK) != 0 || plain_file_is_not(mark->about)) {
        key = "backups-unread";
    } else if (!backup_check(mark->about, &facts, &error)) {
        about.reason = error->message;
        key = "backups-damaged";
    }
    checkup_tell(checkup, key, &about);
}

void checkup_backups(struct checkup *checkup)
{
    struct db *db = checkup_database_fresh(checkup);
    struct mark mark = mark_read(checkup->server.config->database, BESIDE_SAVED);
    bool needed = db != NULL && !db_testing(db) && stats_players(db) > 0 &&
                  clock_now() - health_created(db) > BACKUP_PATIENCE;
    if (mark.time != 0 && mark.about[0] != '\0') {
        look_at_backup(checkup, db, &mark);
    } else if (mark.unread || db == NULL) {
        checkup_tell(checkup, "backups-unknown", &(struct particulars){ 0 });
    } else {
        checkup_tell(checkup, needed ? "backups-never" : "backups-none",
                     &(struct particulars){ 0 });
    }
    g_free(mark.about);
}
