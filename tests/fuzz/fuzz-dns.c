/* Any bytes as an answer of DNS: the limits are kept. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "transport/dns.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum dns_type types[] = { DNS_A, DNS_AAAA, DNS_MX, DNS_TXT };
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        g_autoptr(GPtrArray) values = dns_values(data, size, types[i]);
        g_assert_cmpuint(values->len, <=, DNS_VALUES_MAX);
        for (guint j = 0; j < values->len; j++) {
            g_assert_cmpuint(strlen(values->pdata[j]), <=, DNS_TEXT_MAX);
        }
    }
    g_autofree char *text = g_strndup((const char *)data, size);
    dns_is_reserved(text);
    return 0;
}
