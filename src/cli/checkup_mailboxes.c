/* doctor: can mail be fetched? */
#include "cli/checkup.h"

#include "base/clock.h"
#include "store/health.h"
#include "store/outages.h"
#include "transport/mailbox.h"

static void look_at_mailbox(struct checkup *checkup, const struct mailbox *mailbox)
{
    g_autoptr(GError) error = NULL;
    struct mailbox_view view = { 0 };
    bool good = mailbox_look(mailbox, NULL, &view, &error);
    checkup_tell(checkup, good ? "mailboxes-well" : "mailboxes-amiss",
                 &(struct particulars){
                     .path = checkup->server.config->path,
                     .detail = mailbox->name,
                     .reason = error != NULL ? error->message : NULL,
                     .count = view.mails,
                 });
    if (good && view.unmarkable) {
        checkup_tell(
            checkup, "mailboxes-moved",
            &(struct particulars){ .detail = mailbox->name, .reason = mailbox->done_folder });
    }
}

/* Mail that was not fetched for so long as to stop the clocks. */
static void look_at_fetching(struct checkup *checkup)
{
    struct db *db = checkup_database_fresh(checkup);
    gint64 fetched = db != NULL ? attendance_read(db).fetched : 0;
    gint64 since = db != NULL && fetched == 0 ? health_created(db) : fetched;
    gint64 age = since != 0 ? MAX(clock_now() - since, 0) : 0;
    g_autofree char *span = checkup_span(checkup, age);
    if (age > checkup->server.config->outage) {
        checkup_tell(checkup, fetched == 0 ? "mailboxes-never" : "mailboxes-late",
                     &(struct particulars){ .detail = span });
    }
}

void checkup_mailboxes(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    if (config->mailboxes->len > 0) {
        look_at_fetching(checkup);
    }
    for (guint i = 0; i < config->mailboxes->len; i++) {
        const struct mailbox *mailbox = config->mailboxes->pdata[i];
        const struct service *service = mailbox->service;
        look_at_mailbox(checkup, mailbox);
        if (service != NULL && service->clear && !service_is_near(service)) {
            checkup_tell(checkup, "mailboxes-clear",
                         &(struct particulars){ .path = config->path, .detail = mailbox->name });
        }
    }
}
