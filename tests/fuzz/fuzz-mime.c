/* Any bytes as a mail: always a message, always one that can travel. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "mail/address.h"
#include "parse/mime.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_string(const char *string)
{
    g_assert_true(string == NULL || g_utf8_validate(string, -1, NULL));
}

static void check_address(const char *address)
{
    check_string(address);
    g_assert_true(address == NULL || address_valid(address));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready) {
        mime_init();
        ready = true;
    }
    /* The last byte chooses what comes from outside of the mail, so that the
     * mails of the corpus may be begun with as they are. */
    const int chosen = size > 0 ? data[size - 1] : 0;
    const bool truncated = (chosen & 1) != 0;
    const char *sender = (chosen & 2) != 0 ? "ann@example.org" : NULL;
    const char *authserv_id = (chosen & 4) != 0 ? "mx.example.org" : NULL;
    g_autoptr(Message) message = mime_parse(data, size, truncated, sender, authserv_id);
    g_assert_true(message->verdict == SENDER_UNKNOWN || message->from != NULL);
    check_address(message->from);
    for (char **at = message->possible; *at != NULL; at++) {
        check_address(*at);
    }
    g_assert_true(message->from == NULL || *message->possible == NULL);
    check_string(message->text);
    g_assert_true(strpbrk(message->subject, "\r\n") == NULL);
    g_assert_true(strchr(message->text, '\r') == NULL);
    g_autoptr(GVariant) variant = message_to_variant(message);
    g_autoptr(Message) copy = message_from_variant(variant);
    g_assert_nonnull(copy);
    g_assert_cmpstr(copy->text, ==, message->text);
    return 0;
}
