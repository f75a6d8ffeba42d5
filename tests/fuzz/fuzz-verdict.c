/* Any bytes as the headers of a mail: what they say of its sender is one of
 * three things, does not depend on fields of other servers, and is not got by
 * one field more of our own. */
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "mail/verdict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum sender_verdict read_with(const char *before, const uint8_t *data, size_t size)
{
    g_autoptr(GByteArray) mail = g_byte_array_sized_new((guint)size + 200);
    g_byte_array_append(mail, (const guint8 *)before, (guint)strlen(before));
    g_byte_array_append(mail, data, (guint)size);
    g_autoptr(Headers) headers = headers_read((const char *)mail->data, mail->len);
    return verdict_read(headers, "mx.example.org", "example.net");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char other[] = "Authentication-Results: mx.example.com; dmarc=pass\n";
    static const char none[] = "Authentication-Results: mx.example.org; none\n";
    static const char fail[] = "Authentication-Results: mx.example.org; dmarc=fail\n";
    enum sender_verdict verdict = read_with("", data, size);
    g_assert_true(verdict <= SENDER_DISOWNED);
    /* A blank at the beginning would go on with the field before. */
    bool own_line = size == 0 || (data[0] != ' ' && data[0] != '\t');
    if (own_line && size < HEADERS_FIELDS_MAX) {
        g_assert_cmpint(read_with(other, data, size), ==, verdict);
        g_assert_true(read_with(none, data, size) == verdict || verdict == SENDER_VOUCHED);
        g_assert_cmpint(read_with(fail, data, size), !=, SENDER_VOUCHED);
    }
    return 0;
}
