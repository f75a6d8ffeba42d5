/* doctor: can mail be fetched, where do letters go, which are not sent, and can the last backup be
 * restored? */
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "cli/checkup.h"
#include "cli/mark.h"
#include "store/backup.h"
#include "store/clocks.h"
#include "store/stats.h"
#include "transport/mailbox.h"

/* ---- mailboxes ---- */

void checkup_mailboxes(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    struct db *db = checkup->db;
    gint64 fetched = db != NULL ? watermark_read(db).fetched : 0;
    gint64 since = db != NULL && fetched == 0 ? db_created(db) : fetched;
    gint64 age = since != 0 ? MAX(clock_now() - since, 0) : 0;
    if (config->mailboxes->len > 0 && age > config->outage) { /* the clocks are stopped */
        checkup_tell(checkup, fetched == 0 ? "!mailboxes-never" : "!mailboxes-late", .age = age);
    }
    for (guint i = 0; i < config->mailboxes->len; i++) {
        const struct mailbox *mailbox = config->mailboxes->pdata[i];
        g_autoptr(GError) error = NULL;
        guint mails = 0;
        bool good = mailbox_look(mailbox, &mails, &error);
        checkup_tell(checkup, good ? "mailboxes-well" : "!mailboxes-amiss", .path = config->path,
                     .detail = mailbox->name, .reason = error != NULL ? error->message : NULL,
                     .count = mails);
    }
}

/* ---- the hook ---- */

/* True if letters can be put into a folder, which may still have to be made. */
static bool may_be_folder(const char *path)
{
    g_autofree char *above = g_path_get_dirname(path);
    return g_file_test(path, G_FILE_TEST_EXISTS) ? g_file_test(path, G_FILE_TEST_IS_DIR)
                                                 : may_be_folder(above);
}

/* If people play here, letters that are only put into a folder reach nobody. */
static void look_at_folder(struct checkup *checkup, const char *folder)
{
    struct db *db = checkup->db;
    gint64 players = db != NULL && !db_testing(db) ? stats_players(db) : 0;
    checkup_tell(checkup,
                 players > 0              ? "!hook-folder-unsent"
                 : !may_be_folder(folder) ? "!hook-folder-odd"
                                          : "hook-folder",
                 .path = folder, .detail = checkup->server.config->path, .count = players);
}

void checkup_hook(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    if (config->hook_folder != NULL) {
        look_at_folder(checkup, config->hook_folder);
    } else if (config->hook_service != NULL) {
        checkup_tell(checkup, "hook-server", .detail = config->hook_service->host);
    } else {
        const char *program = config->hook_argv[0];
        g_autofree char *found = g_find_program_in_path(program);
        const bool closed = found == NULL && g_file_test(program, G_FILE_TEST_EXISTS);
        checkup_tell(checkup,
                     found != NULL ? "hook-ok"
                     : closed      ? "!hook-closed"
                                   : "!hook-missing",
                     .path = found != NULL ? found : program, .detail = config->path);
    }
}

/* ---- outbox ---- */

/* A player whose mailbox is gone is not a fault of the server; if most players get no mail, mail
 * servers refuse what comes from here. */
static void look_at_kept_back(struct checkup *checkup)
{
    enum { MANY = 3 };
    gint64 count = 0;
    g_autofree char *status = NULL;
    g_autofree char *name = health_kept_back(checkup->db, &count, &status);
    if (name != NULL) {
        const bool most = count >= MANY && count * 2 >= stats_players(checkup->db);
        checkup_tell(checkup, most ? "!outbox-refused" : "?outbox-kept-back", .detail = name,
                     .reason = status, .count = count);
    }
}

void checkup_outbox(struct checkup *checkup)
{
    struct health_outbox outbox = { 0 };
    health_outbox(checkup->db, &outbox);
    checkup->waits = checkup->waits || outbox.waiting > 0;
    const gint64 age = outbox.oldest > 0 ? MAX(clock_now() - outbox.oldest, 1) : 1;
    bool stuck = outbox.failing > 0 && outbox.sent <= outbox.failing_newest;
    const char *key = checkup->held != 0       ? "outbox-ok"
                      : age > CHECKUP_PATIENCE ? "!outbox-late"
                      : stuck                  ? "!outbox-failing"
                                               : "outbox-ok";
    checkup_tell(checkup, key, .age = age, .reason = outbox.reason, .count = outbox.waiting);
    if (outbox.failing > 0 && !stuck) {
        checkup_tell(checkup, "?outbox-tried", .reason = outbox.reason, .count = outbox.failing);
    }
    if (outbox.parked > 0) {
        bool none_since = outbox.sent <= outbox.parked_newest;
        checkup_tell(checkup, none_since ? "!outbox-given-up" : "?outbox-parked",
                     .count = outbox.parked);
    }
    if (outbox.doubted > 0) {
        checkup_tell(checkup, "?outbox-doubted", .count = outbox.doubted);
    }
    look_at_kept_back(checkup);
    const char *person = checkup->server.config->operator_address;
    if (health_comes_back(checkup->db, person)) {
        checkup_tell(checkup, "!outbox-operator", .path = checkup->server.config->path,
                     .detail = person);
    }
    health_outbox_clear(&outbox);
}

/* ---- backups ---- */

enum { BACKUP_PATIENCE = 8 * CLOCK_DAY }; /* a weekly one may be a day late */

/* The last backup is read whole, as restore would read it. */
static void look_at_backup(struct checkup *checkup, const struct mark *mark)
{
    struct backup_facts facts = { 0 };
    g_autoptr(GError) error = NULL;
    const gint64 age = MAX(clock_now() - mark->time, 1);
    struct particulars about = { .path = mark->about, .age = age };
    const char *key = age > BACKUP_PATIENCE ? "?backups-old" : "backups-ok";
    if (access(mark->about, R_OK) != 0 || plain_file_is_not(mark->about)) {
        key = age > BACKUP_PATIENCE ? key : "?backups-unread";
    } else if (!backup_check(mark->about, &facts, &error)) {
        about.reason = error->message;
        key = "!backups-damaged";
    }
    checkup_add(checkup, key, &about);
}

void checkup_backups(struct checkup *checkup)
{
    struct db *db = checkup->db;
    struct mark mark = mark_read(checkup->server.config->database, BESIDE_SAVED);
    bool needed = db != NULL && !db_testing(db) && stats_players(db) > 0 &&
                  clock_now() - db_created(db) > BACKUP_PATIENCE;
    if (mark.time != 0 && mark.about[0] != '\0') {
        look_at_backup(checkup, &mark);
    } else if (mark.unread || db == NULL) {
        checkup_tell(checkup, "?backups-unknown", 0);
    } else {
        checkup_tell(checkup, needed ? "?backups-never" : "backups-none", 0);
    }
    g_free(mark.about);
}
