/* Mail addresses, and those that carry a token. */
#include <glib.h>
#include <string.h>

#include "mail/address.h"

#define TOKEN "abcdefghijklmnopqrstuvwx27"

static const char *const good[] = {
    "ann@example.org",
    "a@b",
    "ann.lee+games@mail.example.org",
    "o'hara@example.org",
    "ann@xn--bcher-kva.example",
    "a!b%c/d=e?f{g}h|i~@example.org",
    "1@2.3",
    "prvs=1234abcdef=ann@example.org",
};

static const char *const bad[] = {
    "",
    "ann",
    "@",
    "@example.org",
    "ann@",
    "-ann@example.org",
    "-@example.org",
    "an n@example.org",
    " ann@example.org",
    "ann@example.org ",
    "ann@exam ple.org",
    "ann\t@example.org",
    "ann\n@example.org",
    "ann@example.org\r\nRSET",
    "ann\x7f@example.org",
    "\xc3\xa4nn@example.org",
    "ann@b\xc3\xbc"
    "cher.example",
    "ann\xff@example.org",
    "\"ann\"@example.org",
    "<ann@example.org>",
    "ann(x)@example.org",
    "ann,bob@example.org",
    "ann;bob@example.org",
    "ann:bob@example.org",
    "ann\\bob@example.org",
    "ann@bob@example.org",
    "ann@@example.org",
    "ann@.example.org",
    "ann@example..org",
    "ann@example.org.",
    "ann@-example.org",
    "ann@example-.org",
    "ann@exam_ple.org",
    "ann@[192.0.2.1]",
};

static void test_valid(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
        g_test_message("%s", good[i]);
        g_assert_true(address_valid(good[i]));
    }
}

static void test_refused(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_test_message("%s", bad[i]);
        g_assert_false(address_valid(bad[i]));
        g_assert_true(!g_str_is_ascii(bad[i]) || address_fold(bad[i]) == NULL);
    }
}

/* `length` bytes in all, of labels that are short enough. */
static char *long_address(size_t length)
{
    GString *address = g_string_new("ann@");
    while (address->len < length) {
        g_string_append_c(address,
                          address->len % 32 == 31 && address->len + 1 < length ? '.' : 'a');
    }
    return g_string_free(address, FALSE);
}

static void test_length(void)
{
    g_autofree char *longest = long_address(254), *longer = long_address(255);
    g_assert_true(address_valid(longest));
    g_assert_false(address_valid(longer));
    g_autofree char *label = g_strnfill(63, 'a');
    g_autofree char *fits = g_strconcat("a@", label, NULL);
    g_autofree char *too_long = g_strconcat("a@", label, "a", NULL);
    g_assert_true(address_valid(fits));
    g_assert_false(address_valid(too_long));
}

static void check_fold(const char *address, const char *expected)
{
    g_autofree char *folded = address_fold(address);
    g_assert_cmpstr(folded, ==, expected);
}

static void test_fold(void)
{
    check_fold("Ann.Lee@Example.ORG", "ann.lee@example.org");
    check_fold("prvs=1234abcdef=Ann@example.org", "ann@example.org");
    check_fold("PRVS=1234ABCDEF=ann@example.org", "ann@example.org");
    check_fold("Ann@B\u00dcCHER.Example", "ann@xn--bcher-kva.example");
    check_fold("ANN@XN--BCHER-KVA.EXAMPLE", "ann@xn--bcher-kva.example");
    check_fold("\u00e4nn@example.org", NULL);
    check_fold("prvs==ann@example.org", "prvs==ann@example.org");
    check_fold("prvs=ann@example.org", "prvs=ann@example.org");
    /* What BATV hides must be an address as well. */
    check_fold("prvs=1234abcdef=-ann@example.org", NULL);
    check_fold("prvs=1234abcdef=@example.org", NULL);
}

static void check_ascii(const char *address, const char *expected)
{
    g_autofree char *ascii = address_ascii(address);
    g_test_message("%s", address);
    g_assert_cmpstr(ascii, ==, expected);
}

static void test_ascii(void)
{
    check_ascii("Ann@Example.org", "Ann@Example.org");
    check_ascii("ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example");
    check_ascii("Ann@B\u00dccher.example", "Ann@xn--bcher-kva.example");
    check_ascii("ann@stra\u00dfe.example", "ann@xn--strae-oqa.example");
    check_ascii("ann@\u4f8b\u3048.example", "ann@xn--r8jz45g.example");
    check_ascii("j\u00f6rg@example.org", NULL);
    check_ascii("ann@b\xfc"
                "cher.example",
                NULL);
    check_ascii("ann", NULL);
    check_ascii("\u00fc", NULL);
    check_ascii("ann@\u00fc@example.org", NULL);
    /* What is left out or replaced on the way could be the domain of somebody else. */
    check_ascii("ann@exam\u200dple.org", NULL);
    check_ascii("ann@exam\u00adple.org", NULL);
    check_ascii("ann@\uff45xample.org", NULL);
    check_ascii("ann@example\u3002org", NULL);
    check_ascii("ann@example\u2024org", NULL);
}

static void check_mailbox(const char *folded, const char *expected)
{
    g_autofree char *mailbox = address_mailbox(folded);
    g_assert_cmpstr(mailbox, ==, expected);
}

static void test_mailbox(void)
{
    check_mailbox("ann@example.org", "ann@example.org");
    check_mailbox("ann+one@example.org", "ann@example.org");
    check_mailbox("ann+one+two@example.org", "ann@example.org");
    check_mailbox("ann+@example.org", "ann@example.org");
    check_mailbox("+ann@example.org", "+ann@example.org");
}

static void check_envelope(const char *sender, const char *expected)
{
    g_autofree char *address = address_of_envelope(sender);
    g_assert_cmpstr(address, ==, expected);
}

static void test_envelope(void)
{
    check_envelope("ann@example.org", "ann@example.org");
    check_envelope("", "");
    check_envelope("prvs=1234abcdef=ann@example.org", "ann@example.org");
    check_envelope("SRS0=4f3a=7Z=example.net=ann@example.org", "ann@example.net");
    check_envelope("srs0+4f3a=7Z=example.net=ann@example.org", "ann@example.net");
    check_envelope("SRS0=4f3a=7Z=example.net=a=b@example.org", "a=b@example.net");
    check_envelope("SRS1=9b=example.com==4f3a=7Z=example.net=ann@example.org", "ann@example.net");
    check_envelope("SRS1=9b=example.com=+4f3a=7Z=example.net=ann@example.org", "ann@example.net");
    check_envelope("SRS0=4f=7Z=example.net=prvs=1234abcdef=ann@example.org", "ann@example.net");
    /* What is not whole stands as it is. */
    check_envelope("SRS0=4f3a=7Z=example.net=@example.org",
                   "SRS0=4f3a=7Z=example.net=@example.org");
    check_envelope("SRS0=4f3a=7Z@example.org", "SRS0=4f3a=7Z@example.org");
    check_envelope("SRS0@example.org", "SRS0@example.org");
    check_envelope("SRS1=9b=example.com=@example.org", "SRS1=9b=example.com=@example.org");
    check_envelope("SRS0=", "SRS0=");
    /* Who wrote is never asked of such an address. */
    check_fold("SRS0=4f3a=7Z=example.net=ann@example.org",
               "srs0=4f3a=7z=example.net=ann@example.org");
}

static void check_kind(const char *address, enum address_kind kind)
{
    g_autofree char *token = NULL;
    g_test_message("%s", address);
    g_assert_cmpint(address_kind(address, "turns", '+', "example.org", &token), ==, kind);
    g_assert_cmpint(address_kind(address, "turns", '+', "example.org", NULL), ==, kind);
    g_assert_cmpstr(token, ==, kind == ADDRESS_TOKEN ? TOKEN : NULL);
}

static void test_kinds(void)
{
    check_kind("turns@example.org", ADDRESS_PLAIN);
    check_kind("Turns@EXAMPLE.org", ADDRESS_PLAIN);
    check_kind("turns+" TOKEN "@example.org", ADDRESS_TOKEN);
    check_kind("TURNS+ABCDEFGHIJKLMNOPQRSTUVWX27@Example.Org", ADDRESS_TOKEN);
    check_kind("turns+b.12.abcd2345@example.org", ADDRESS_BOUNCE);
    check_kind("TURNS+B.12.ABCD2345@EXAMPLE.ORG", ADDRESS_BOUNCE);
    check_kind("turns+b.123456789012345.abcd2345@example.org", ADDRESS_BOUNCE);
    check_kind("prvs=1234abcdef=turns+b.12.abcd2345@example.org", ADDRESS_BOUNCE);
    check_kind("prvs=1234abcdef=turns@example.org", ADDRESS_PLAIN);
    check_kind("turns+b.1234567890123456.abcd2345@example.org", ADDRESS_ODD);
    check_kind("turns+b.12.abcd234@example.org", ADDRESS_ODD);
    check_kind("turns+b.12.abcd23456@example.org", ADDRESS_ODD);
    check_kind("turns+b.12.abcd2341@example.org", ADDRESS_ODD);
    check_kind("turns+b.12-abcd2345@example.org", ADDRESS_ODD);
    check_kind("turns+b..abcd2345@example.org", ADDRESS_ODD);
    check_kind("turns+b.1x.abcd2345@example.org", ADDRESS_ODD);
    check_kind("turns+c.12.abcd2345@example.org", ADDRESS_ODD);
    check_kind("turns+bounces@example.org", ADDRESS_ODD);
    check_kind("turns+" TOKEN "a@example.org", ADDRESS_ODD);
    check_kind("turns+bcdefghijklmnopqrstuvwx27@example.org", ADDRESS_ODD);
    check_kind("turns+abcdefghijklmnopqrstuvwx18@example.org", ADDRESS_ODD);
    check_kind("turns+@example.org", ADDRESS_ODD);
    check_kind("turns-" TOKEN "@example.org", ADDRESS_FOREIGN);
    check_kind("turnsx@example.org", ADDRESS_FOREIGN);
    check_kind("turn@example.org", ADDRESS_FOREIGN);
    check_kind("turns+" TOKEN "@example.net", ADDRESS_FOREIGN);
    check_kind("turns@example.org.test", ADDRESS_FOREIGN);
    check_kind("turns", ADDRESS_FOREIGN);
    check_kind("", ADDRESS_FOREIGN);
    check_kind("@example.org", ADDRESS_FOREIGN);
}

static void test_token_returns(void)
{
    g_autofree char *address = address_with_token("turns", '-', TOKEN, "example.org");
    g_autofree char *token = NULL;
    g_assert_cmpstr(address, ==, "turns-" TOKEN "@example.org");
    g_assert_true(address_valid(address));
    g_assert_cmpint(address_kind(address, "turns", '-', "example.org", &token), ==, ADDRESS_TOKEN);
    g_assert_cmpstr(token, ==, TOKEN);
}

static void test_id_holds_token(void)
{
    static const char *const holds[] = {
        "turns+" TOKEN "@example.org",
        "1.TURNS-ABCDEFGHIJKLMNOPQRSTUVWX27@x",
        "x.turns%2B" TOKEN ".y@mail.example.net",
        TOKEN "@example.net",
        TOKEN ".1@example.org",
        "a" TOKEN "@example.org",
        "turns=" TOKEN,
    };
    static const char *const clear[] = {
        "",
        "turns@example.org",
        TOKEN "@example.org",
        TOKEN "@EXAMPLE.ORG",
        "turns+abcdefghijklmnopqrstuvwx2@example.org",
        "abcdefghijklm.nopqrstuvwx27@example.net",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(holds); i++) {
        g_assert_true(address_id_holds_token(holds[i], "example.org"));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(clear); i++) {
        g_assert_false(address_id_holds_token(clear[i], "example.org"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/address/valid", test_valid);
    g_test_add_func("/address/refused", test_refused);
    g_test_add_func("/address/length", test_length);
    g_test_add_func("/address/fold", test_fold);
    g_test_add_func("/address/ascii", test_ascii);
    g_test_add_func("/address/mailbox", test_mailbox);
    g_test_add_func("/address/envelope", test_envelope);
    g_test_add_func("/address/kinds", test_kinds);
    g_test_add_func("/address/token-returns", test_token_returns);
    g_test_add_func("/address/id-holds-token", test_id_holds_token);
    return g_test_run();
}
