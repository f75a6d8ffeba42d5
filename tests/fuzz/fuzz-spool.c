/* Any bytes as a spool file. */
#include <stdint.h>
#include <string.h>

#include "transport/spool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A header that was understood, written out again, is the one that was read. */
static void check_header(const struct spool_mail *mail, const char *bytes, size_t header)
{
    g_autoptr(GString) text = g_string_new("postmove-spool 1\n");
    if (mail->sender != NULL) {
        g_string_append_printf(text, "sender %s\n", mail->sender);
    }
    if (mail->recipient != NULL) {
        g_string_append_printf(text, "recipient %s\n", mail->recipient);
    }
    if (mail->mailbox != NULL) {
        g_string_append_printf(text, "mailbox %s\n", mail->mailbox);
    }
    g_autofree char *read = g_strndup(bytes, header);
    g_autofree char *valid = g_utf8_make_valid(read, -1);
    const char *rest = valid + text->len;
    g_assert_true(g_str_has_prefix(valid, text->str));
    g_assert_true(g_str_has_prefix(rest, "received "));
    g_assert_cmpint(g_ascii_strtoll(rest + strlen("received "), NULL, 10), ==, mail->received);
    g_assert_true(
        g_str_has_suffix(rest, mail->truncated ? "\ntruncated 1\n\n" : "\ntruncated 0\n\n"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct spool_mail mail;
    spool_parse((const char *)data, size, &mail);
    size_t length = g_bytes_get_size(mail.bytes), header = size - length;
    g_assert_cmpint(header > 0, ==, mail.well_formed);
    const char *bytes = g_bytes_get_data(mail.bytes, NULL);
    g_assert_true(length == 0 || memcmp(bytes, data + header, length) == 0);
    if (mail.well_formed) {
        check_header(&mail, (const char *)data, header);
    } else {
        g_assert_true(mail.sender == NULL && mail.recipient == NULL && mail.mailbox == NULL &&
                      mail.received == 0);
    }
    spool_mail_clear(&mail);
    return 0;
}
