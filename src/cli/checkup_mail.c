/* doctor: can mail be fetched, can letters leave, and which are not sent? */
#include <string.h>

#include "base/clock.h"
#include "cli/checkup.h"
#include "store/clocks.h"
#include "store/health.h"
#include "store/stats.h"
#include "transport/mailbox.h"
#include "transport/smtp.h"

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
        const struct service *service = mailbox->service;
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
        if (service != NULL && service->clear && !service_is_near(service)) {
            checkup_tell(checkup, "!mailboxes-clear", .path = config->path,
                         .detail = mailbox->name);
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

/* True if one of the arguments holds the word. */
static bool has_word(char *const *arguments, const char *word)
{
    bool found = false;
    for (; *arguments != NULL; arguments++) {
        found = found || strstr(*arguments, word) != NULL;
    }
    return found;
}

static void look_at_program(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const char *program = config->hook_argv[0];
    g_autofree char *found = g_find_program_in_path(program);
    char *const *arguments = config->hook_argv + 1;
    const char *const *switches = (const char *const *)arguments;
    /* sendmail and its like read the recipients from the letter with -t. */
    bool reads_header = g_strv_contains(switches, "-t") || g_strv_contains(switches, "-ti") ||
                        g_strv_contains(switches, "-it");
    const struct particulars about = { .path = found != NULL ? found : program,
                                       .detail = config->path };
    const char *key = "hook-ok";
    if (found == NULL) {
        key = g_file_test(program, G_FILE_TEST_EXISTS) ? "!hook-closed" : "!hook-missing";
    } else if (!has_word(arguments, "{recipient}") && !reads_header) {
        key = "!hook-nobody";
    }
    checkup_add(checkup, key, &about);
    if (found != NULL && !config->returns_to_address && !has_word(arguments, "{sender}")) {
        checkup_add(checkup, "?hook-sender", &about);
    }
}

static void look_at_server(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const struct service *service = config->hook_service;
    g_autoptr(GError) error = NULL;
    g_autoptr(Smtp) smtp = smtp_new(service, config->host, NULL, &error);
    bool unasked = false, good = smtp != NULL && smtp_try(smtp, &unasked, &error);
    const struct particulars about = { .path = config->path,
                                       .detail = service->host,
                                       .reason = good ? NULL : error->message };
    checkup_add(checkup, good ? "hook-server" : "!hook-refused", &about);
    if (unasked) {
        checkup_add(checkup, "?hook-unasked", &about);
    }
    if (service->clear && !service_is_near(service)) {
        checkup_add(checkup, "!hook-clear", &about);
    }
}

void checkup_hook(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    if (config->hook_folder != NULL) {
        look_at_folder(checkup, config->hook_folder);
    } else if (config->hook_service != NULL) {
        look_at_server(checkup);
    } else {
        look_at_program(checkup);
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
