/* Any bytes as a failure notice: as a mail, as a delivery report, and as words;
 * always of the form that may travel. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "parse/mime.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The message goes from the child to its parent with that notice. */
static void check(struct message *message, struct bounce bounce)
{
    message->bounce = bounce;
    g_autoptr(GVariant) variant = message_to_variant(message);
    g_autoptr(Message) copy = message_from_variant(variant);
    g_assert_nonnull(copy);
    g_assert_cmpstr(copy->bounce.status, ==, bounce.status);
    g_assert_true(bounce.kind >= BOUNCE_SOFT || bounce.status[0] == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready) {
        mime_init();
        ready = true;
    }
    g_autoptr(Message) message = mime_parse(data, size, false, "", NULL);
    check(message, message->bounce);
    check(message, bounce_of_report((const char *)data, size));
    check(message, bounce_of_text(message->subject, message->text));
    return 0;
}
