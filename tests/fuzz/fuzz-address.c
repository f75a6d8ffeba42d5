/* Any bytes as an address: what is found valid stays so when folded, and an
 * address made with a token is known again. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "mail/address.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *address = g_strndup((const char *)data, size);
    g_autofree char *folded = address_fold(address);
    g_autofree char *token = NULL;
    if (folded != NULL) {
        g_assert_true(address_valid(address) && address_valid(folded));
        g_assert_true(strpbrk(folded, " \t\r\n<>\"") == NULL);
    }
    g_autofree char *real = address_of_envelope(address);
    g_assert_cmpuint(strlen(real), <=, strlen(address));
    g_autofree char *extension = address_extension(address, "turns", '+', "example.org");
    enum address_kind kind = address_kind(address, "turns", '+', "example.org", &token);
    g_assert_cmpint(kind == ADDRESS_TOKEN, ==, token != NULL);
    g_assert_true(kind < ADDRESS_TOKEN || extension != NULL);
    if (token != NULL) {
        g_autofree char *made = address_with_token("turns", '+', token, "example.org");
        g_assert_true(address_valid(made));
        /* Before it may stand what a signer of envelopes (BATV) has put there. */
        size_t before = strlen(address) - strlen(made);
        g_assert_cmpint(g_ascii_strcasecmp(made, address + before), ==, 0);
    }
    return 0;
}
