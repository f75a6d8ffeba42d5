/* Any bytes as an answer of DNS, and as the text of a record: the limits are kept, and a
 * verdict is one of those that the kind of record can have. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "transport/dns_records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The verdicts on one text or more. */
static void check_texts(const GPtrArray *texts)
{
    enum dns_verdict spf = dns_judge_spf(texts), dkim = dns_judge_dkim(texts);
    g_assert_cmpint(spf, <=, DNS_ENDLESS);
    g_assert_true(dkim <= DNS_BROKEN || dkim == DNS_REVOKED);
    /* Of one record there are not several. */
    g_assert_true(texts->len > 1 || (spf != DNS_SEVERAL && dkim != DNS_SEVERAL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GPtrArray) texts = dns_texts(data, size);
    g_assert_cmpuint(texts->len, <=, DNS_TEXTS_MAX);
    static const enum dns_type types[] = { DNS_A, DNS_AAAA, DNS_MX };
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        g_autoptr(GPtrArray) values = dns_values(data, size, types[i]);
        g_assert_cmpuint(values->len, <=, DNS_TEXTS_MAX);
    }
    for (guint i = 0; i < texts->len; i++) {
        g_assert_cmpuint(strlen(texts->pdata[i]), <=, DNS_TEXT_MAX);
    }
    check_texts(texts);
    enum dns_verdict mail = dns_judge_mx(data, size);
    g_assert_true(mail == DNS_GOOD || mail == DNS_NONE || mail == DNS_REFUSED);
    g_autoptr(GPtrArray) servers = dns_values(data, size, DNS_MX);
    g_assert_true(mail != DNS_NONE || servers->len == 0);

    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, text);
    check_texts(one);
    dns_is_reserved(text);
    return 0;
}
