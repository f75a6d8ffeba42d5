/* doctor: can mail be fetched? */
#include "cli/checkup.h"

#include "post/mailbox.h"

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

void checkup_mailboxes(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
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
