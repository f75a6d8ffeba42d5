/* doctor: can mail be fetched, where do letters go, and which are not sent? */

#include "base/clock.h"
#include "cli/checkup.h"
#include "store/clocks.h"
#include "store/health.h"
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
        g_autofree char *span = checkup_span(checkup, age);
        checkup_tell(checkup, fetched == 0 ? "!mailboxes-never" : "!mailboxes-late",
                     .detail = span);
    }
    for (guint i = 0; i < config->mailboxes->len; i++) {
        const struct mailbox *mailbox = config->mailboxes->pdata[i];
        g_autoptr(GError) error = NULL;
        struct mailbox_view view = { 0 };
        bool good = mailbox_look(mailbox, NULL, &view, &error);
        checkup_tell(checkup, good ? "mailboxes-well" : "!mailboxes-amiss", .path = config->path,
                     .detail = mailbox->name, .reason = error != NULL ? error->message : NULL,
                     .count = view.mails);
        if (good && view.full) {
            checkup_tell(checkup, "!mailboxes-full", .detail = mailbox->name);
        }
        if (good && view.unmarkable) {
            checkup_tell(checkup, "?mailboxes-moved", .detail = mailbox->name,
                         .reason = mailbox->done_folder);
        }
    }
}

/* ---- the hook ---- */

/* If people play here, letters that are only put into a folder reach nobody. */
static void look_at_folder(struct checkup *checkup, const char *folder)
{
    struct db *db = checkup->db;
    gint64 players = db != NULL && !db_testing(db) ? stats_players(db) : 0;
    checkup_tell(checkup, players > 0 ? "!hook-folder-unsent" : "hook-folder", .path = folder,
                 .detail = checkup->server.config->path, .count = players);
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

void checkup_outbox(struct checkup *checkup)
{
    struct health_outbox outbox = { 0 };
    health_outbox(checkup->db, &outbox);
    checkup->waits = checkup->waits || outbox.waiting > 0;
    gint64 age = outbox.oldest > 0 ? MAX(clock_now() - outbox.oldest, 0) : 0;
    g_autofree char *span = checkup_span(checkup, age);
    bool stuck = outbox.failing > 0 && outbox.sent <= outbox.failing_newest;
    const char *key = checkup->held != 0       ? "outbox-held"
                      : age > CHECKUP_PATIENCE ? "!outbox-late"
                      : stuck                  ? "!outbox-failing"
                                               : "outbox-ok";
    checkup_tell(checkup, key, .detail = span, .reason = outbox.reason, .count = outbox.waiting);
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
    const char *person = checkup->server.config->operator_address;
    if (health_comes_back(checkup->db, person)) {
        checkup_tell(checkup, "!outbox-operator", .path = checkup->server.config->path,
                     .detail = person);
    }
    health_outbox_clear(&outbox);
}
