/* doctor: would the mail server take letters? */
#include "cli/checkup.h"
#include "transport/smtp.h"

void checkup_hook_server(struct checkup *checkup)
{
    const struct config *config = checkup->server.config;
    const struct service *service = config->hook_service;
    g_autoptr(GError) error = NULL;
    g_autoptr(Smtp) smtp = smtp_new(service, config->host, NULL, &error);
    bool unasked = false, good = smtp != NULL && smtp_try(smtp, &unasked, &error);
    const struct particulars about = { .path = config->path,
                                       .detail = service->host,
                                       .reason = good ? NULL : error->message };
    checkup_tell(checkup, good ? "hook-server" : "hook-refused", &about);
    if (unasked) {
        checkup_tell(checkup, "hook-unasked", &about);
    }
    if (service->clear && !service_is_near(service)) {
        checkup_tell(checkup, "hook-clear", &about);
    }
}
