/* Any bytes as an address: what is found valid stays so when folded, and an
 * address made with a token is known again. And as the value of From and To:
 * what is found there stands there. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "mail/address.h"
#include "mail/author.h"
#include "parse/mime.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_headers(const char *value)
{
    g_autofree char *bytes = g_strconcat("From: ", value, "\nTo: ", value, "\n\n", NULL);
    g_autoptr(Headers) headers = headers_read(bytes, strlen(bytes));
    struct author author;
    author_read(headers, &author);
    g_assert_true(author.address == NULL || address_valid(author.address));
    g_assert_true(author.address != NULL || !author.certain);
    g_assert_cmpuint(g_strv_length(author.possible), <=,
                     author.address != NULL ? 0 : AUTHOR_POSSIBLE_MAX);
    for (char **at = author.possible; *at != NULL; at++) {
        g_assert_true(address_valid(*at));
    }
    g_free(author.address);
    g_strfreev(author.possible);
    g_auto(GStrv) to = recipients_read(headers, "To", "Cc", 10);
    g_assert_cmpuint(g_strv_length(to), <=, 10);
    for (char **at = to; *at != NULL; at++) {
        g_assert_true(g_utf8_validate(*at, -1, NULL));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready) {
        mime_init();
        ready = true;
    }
    g_autofree char *address = g_strndup((const char *)data, size);
    g_autofree char *ascii = address_ascii(address);
    g_assert_true(ascii == NULL || (address_valid(ascii) && g_str_is_ascii(ascii)));
    g_autofree char *folded = address_fold(address);
    g_autofree char *token = NULL;
    if (folded != NULL) {
        g_assert_true(ascii != NULL && address_valid(folded));
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
    check_headers(address);
    return 0;
}
