/* The addresses with a code: to which the failures of a letter return, and of links. */
#include <glib.h>
#include <string.h>

#include "base/random.h"
#include "mail/address.h"

#define CODE "abcdefghij23456"

static const unsigned char key[32] = { 1, 2, 3 }, other_key[32] = { 1, 2, 4 };

static const gint64 numbers[] = { 1, 2, 10, 123456, 999999999999999 };

static void check_returns(gint64 letter, char delimiter)
{
    g_autofree char *address = verp_address(key, letter, "turns", delimiter, "example.org");
    g_test_message("%s", address);
    g_assert_true(address_valid(address));
    g_assert_cmpint(address_kind(address, "turns", delimiter, "example.org", NULL), ==,
                    ADDRESS_BOUNCE);
    g_autofree char *loud = g_ascii_strup(address, -1);
    g_autofree char *extension = address_extension(loud, "turns", delimiter, "example.org");
    g_assert_cmpuint(strlen(extension), <=, 26);
    g_assert_cmpint(verp_letter(key, extension), ==, letter);
    g_assert_cmpint(verp_letter(other_key, extension), ==, 0);
}

static void test_returns(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        check_returns(numbers[i], '+');
        check_returns(numbers[i], '-');
    }
}

/* Each change of a character makes it nobody's. */
static void test_forged(void)
{
    g_autofree char *address = verp_address(key, 12, "turns", '+', "example.org");
    g_autofree char *extension = address_extension(address, "turns", '+', "example.org");
    g_assert_cmpint(verp_letter(key, extension), ==, 12);
    for (char *c = extension; *c != '\0'; c++) {
        char before = *c;
        *c = before == '3' ? '4' : '3';
        g_assert_cmpint(verp_letter(key, extension), ==, 0);
        *c = before;
    }
    g_autofree char *longer = g_strconcat(extension, "a", NULL);
    g_assert_cmpint(verp_letter(key, longer), ==, 0);
    g_autofree char *padded = g_strconcat("b.0", extension + 2, NULL);
    g_assert_cmpint(verp_letter(key, padded), ==, 0);
    static const char *const odd[] = {
        "", "b", "b.", "b..", "b.x.abcd2345", "b.-1.abcd2345", "b.99999999999999999999.abcd2345"
    };
    for (size_t i = 0; i < G_N_ELEMENTS(odd); i++) {
        g_assert_cmpint(verp_letter(key, odd[i]), ==, 0);
    }
}

static void test_extension(void)
{
    g_autofree char *none = address_extension("turns@example.org", "turns", '+', "example.org");
    g_assert_null(none);
    g_autofree char *foreign =
        address_extension("turns+a@example.net", "turns", '+', "example.org");
    g_assert_null(foreign);
    g_autofree char *batv =
        address_extension("prvs=1234abcdef=Turns+B.1@example.org", "turns", '+', "example.org");
    g_assert_cmpstr(batv, ==, "b.1");
    g_autofree char *empty = address_extension("turns+@example.org", "turns", '+', "example.org");
    g_assert_cmpstr(empty, ==, "");
}

/* ---- personal addresses ---- */

static void test_personal(void)
{
    char token[PERSONAL_TOKEN_LENGTH + 1], other[PERSONAL_TOKEN_LENGTH + 1];
    personal_token(key, 7, 1, token);
    personal_token(key, 7, 1, other);
    g_assert_cmpstr(token, ==, other);
    personal_token(key, 7, 2, other);
    g_assert_cmpstr(token, !=, other);
    personal_token(key, 8, 1, other);
    g_assert_cmpstr(token, !=, other);
    personal_token(other_key, 7, 1, other);
    g_assert_cmpstr(token, !=, other);
    g_autofree char *address = personal_address(token, "turns", '+', "example.org");
    g_autofree char *loud = g_ascii_strup(address, -1);
    g_autofree char *extension = NULL;
    g_assert_true(address_valid(address));
    g_assert_cmpint(address_kind(loud, "turns", '+', "example.org", &extension), ==,
                    ADDRESS_PERSONAL);
    g_assert_cmpstr(personal_token_in(extension), ==, token);
    g_assert_null(personal_token_in(token));
    g_assert_null(personal_token_in("p.abc"));
    g_assert_cmpint(link_token(extension), ==, 0);
    g_assert_cmpint(verp_letter(key, extension), ==, 0);
}

/* ---- links ---- */

static void check_link(gint64 token, char delimiter)
{
    static const char act[] = "accept 117";
    g_autofree char *address = link_address(key, token, act, "turns", delimiter, "example.org");
    g_test_message("%s", address);
    g_assert_true(address_valid(address));
    g_autofree char *loud = g_ascii_strup(address, -1);
    g_autofree char *extension = NULL;
    g_assert_cmpint(address_kind(loud, "turns", delimiter, "example.org", &extension), ==,
                    ADDRESS_LINK);
    g_assert_cmpuint(strlen(extension), <=, 26);
    g_assert_cmpint(link_token(extension), ==, token);
    g_assert_true(link_is_for(key, extension, act));
    g_assert_false(link_is_for(key, extension, "accept 118"));
    g_assert_false(link_is_for(key, extension, "accept"));
    g_assert_true(link_is_for(key, extension, "Accept 117"));
    g_assert_true(link_is_of(key, extension));
    g_assert_false(link_is_of(other_key, extension));
    g_assert_false(link_is_for(other_key, extension, act));
    g_assert_cmpint(verp_letter(key, extension), ==, 0);
    /* Each change of its code makes it good for nothing. Another number means another secret. */
    for (char *c = strrchr(extension, '.') + 1; *c != '\0'; c++) {
        char before = *c;
        *c = before == '3' ? '4' : '3';
        g_assert_false(link_is_for(key, extension, act));
        *c = before;
    }
}

static void test_links(void)
{
    static const gint64 tokens[] = { 1, 2, 123456, 99999999 };
    for (size_t i = 0; i < G_N_ELEMENTS(tokens); i++) {
        check_link(tokens[i], '+');
        check_link(tokens[i], '-');
    }
    g_assert_null(link_address(key, 100000000, "accept 117", "turns", '+', "example.org"));
    static const char *const odd[] = {
        "",
        "a.1." CODE "a",
        "a.1.abcdefghij2345",
        "a.." CODE,
        "a.x." CODE,
        "a.-1." CODE,
        "a.1.abcdefghij23451",
        "a.123456789." CODE,
        "b.1." CODE,
        "a.0." CODE,
        "a",
        "a.1",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(odd); i++) {
        g_assert_cmpint(link_token(odd[i]), ==, 0);
        g_assert_false(link_is_for(key, odd[i], "accept 117"));
        g_assert_false(link_is_of(key, odd[i]));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    random_init();
    g_test_add_func("/verp/personal", test_personal);
    g_test_add_func("/verp/returns", test_returns);
    g_test_add_func("/verp/forged", test_forged);
    g_test_add_func("/verp/extension", test_extension);
    g_test_add_func("/verp/links", test_links);
    return g_test_run();
}
