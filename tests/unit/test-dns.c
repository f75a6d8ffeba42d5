/* What DNS says of a domain: messages of any bytes. */
#include "transport/dns.h"

#include <stdint.h>
#include <string.h>

static void test_reserved(void)
{
    static const char *const reserved[] = {
        "test",
        "turns.test",
        "a.b.example",
        "x.invalid",
        "localhost",
        "a.localhost",
        "turns.local",
        "example.com",
        "example.net",
        "example.org",
        "a.example.org",
        "turns",
        "",
    };
    static const char *const known[] = {
        "notexample.org", "example.org.uk", "turns.postmove.internal",
        "a.test.de",      "contest.de",     "mytest.locale",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(reserved); i++) {
        g_assert_true(dns_is_reserved(reserved[i]));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        g_assert_false(dns_is_reserved(known[i]));
    }
}

/* ---- messages ---- */

/* A message with one question and no record yet. Free with g_byte_array_unref. */
static GByteArray *message_new(void)
{
    static const guint8 begin[] = "\1\2\200\0\0\1\0\0\0\0\0\0"
                                  "\7example\4test\0\0\20\0\1";
    GByteArray *message = g_byte_array_new();
    return g_byte_array_append(message, begin, sizeof begin - 1);
}

/* Adds a record to the answer, whose name is a pointer to that of the question. */
static void add(GByteArray *message, enum dns_type type, const void *data, guint length)
{
    const guint8 head[] = {
        0300, 12, 0, (guint8)type, 0, 1, 0, 0, 0, 60, (guint8)(length >> 8), (guint8)length,
    };
    g_byte_array_append(message, head, sizeof head);
    g_byte_array_append(message, data, length);
    message->data[7]++;
}

static void test_texts(void)
{
    g_autoptr(GByteArray) message = message_new();
    add(message, 5, "\1x", 3); /* a CNAME comes before what it leads to */
    add(message, DNS_TXT, "\5v=spf\0061 -all", 13);
    add(message, DNS_TXT, "\3a\0b", 5);
    add(message, DNS_TXT, "", 0);
    add(message, DNS_TXT, "\5abc", 4); /* longer than the record */
    add(message, DNS_TXT, "\1z", 2);
    g_autoptr(GPtrArray) texts = dns_values(message->data, message->len, DNS_TXT);
    static const char *const expected[] = { "v=spf1 -all", "a?b", "", "z" };
    g_assert_cmpuint(texts->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < texts->len; i++) {
        g_assert_cmpstr(texts->pdata[i], ==, expected[i]);
    }
}

static void test_huge(void)
{
    enum { HUGE = 50000, STRING = 250 };
    g_autoptr(GByteArray) message = message_new();
    g_autofree char *data = g_strnfill(HUGE, 'x');
    for (size_t i = 0; i < HUGE; i += STRING) {
        data[i] = (char)(STRING - 1);
    }
    add(message, DNS_TXT, data, HUGE);
    for (int i = 0; i < DNS_VALUES_MAX + 5; i++) {
        add(message, DNS_TXT, "\1z", 2);
    }
    g_autoptr(GPtrArray) texts = dns_values(message->data, message->len, DNS_TXT);
    g_assert_cmpuint(texts->len, ==, DNS_VALUES_MAX);
    g_assert_cmpuint(strlen(texts->pdata[0]), ==, DNS_TEXT_MAX);
}

/* Reads what can be read of these bytes, and nothing behind them; how many mail servers there are.
 */
static guint read_any(const GByteArray *message, size_t length)
{
    g_autofree unsigned char *bytes = g_memdup2(message->data, length);
    g_autoptr(GPtrArray) texts = dns_values(bytes, length, DNS_TXT);
    g_assert_cmpuint(texts->len, <=, 2);
    g_autoptr(GPtrArray) servers = dns_values(bytes, length, DNS_MX);
    g_assert_cmpuint(servers->len, <=, DNS_VALUES_MAX);
    return servers->len;
}

static void test_broken(void)
{
    g_autoptr(GByteArray) message = message_new();
    add(message, DNS_TXT, "\5v=spf\0061 -all", 13);
    add(message, DNS_MX, "\0\12\1m", 5);
    for (size_t i = 0; i <= message->len; i++) {
        g_assert_cmpuint(read_any(message, i), ==, i < message->len ? 0 : 1);
    }
    for (guint i = 0; i < message->len; i++) {
        guint8 kept = message->data[i];
        for (int byte = 0; byte < 256; byte++) {
            message->data[i] = (guint8)byte;
            read_any(message, message->len);
        }
        message->data[i] = kept;
    }
}

/* What an answer names, joined with commas. Free with g_free. */
static char *named(const GByteArray *message, enum dns_type type)
{
    g_autoptr(GPtrArray) values = dns_values(message->data, message->len, type);
    g_ptr_array_add(values, NULL);
    return g_strjoinv(",", (char **)values->pdata);
}

static void test_values(void)
{
    g_autoptr(GByteArray) message = message_new();
    add(message, DNS_MX, "\0\24\4LAST\4test\0", 13);
    add(message, DNS_MX, "\0\12\1a\300\14", 6); /* the name of the question, with a. before it */
    add(message, DNS_MX, "\0\12", 2);
    add(message, DNS_A, "\300\0\2\1", 4);
    add(message, DNS_A, "\300\0\2", 3);
    add(message, DNS_AAAA, "\40\1\15\270\0\0\0\0\0\0\0\0\0\0\0\1", 16);
    add(message, DNS_MX, "\0\0", 3); /* a null MX */
    g_autofree char *servers = named(message, DNS_MX);
    g_autofree char *four = named(message, DNS_A), *six = named(message, DNS_AAAA);
    g_assert_true(g_str_has_prefix(servers, "last.test,a."));
    g_assert_true(g_str_has_suffix(servers, ","));
    g_assert_cmpstr(four, ==, ",");
    g_assert_cmpstr(six, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/dns/reserved", test_reserved);
    g_test_add_func("/dns/texts", test_texts);
    g_test_add_func("/dns/huge", test_huge);
    g_test_add_func("/dns/broken", test_broken);
    g_test_add_func("/dns/values", test_values);
    return g_test_run();
}
