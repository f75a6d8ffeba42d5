/* What DNS says of a domain: messages of any bytes, and the verdict on their records. */
#include "transport/dns_records.h"

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

/* ---- verdicts on texts ---- */

struct judged {
    const char *texts[3]; /* those that are there */
    enum dns_verdict verdict;
};

static void judge_all(const struct judged *cases, size_t count,
                      enum dns_verdict (*judge)(const GPtrArray *))
{
    for (size_t i = 0; i < count; i++) {
        g_autoptr(GPtrArray) texts = g_ptr_array_new();
        for (size_t j = 0; j < G_N_ELEMENTS(cases[i].texts) && cases[i].texts[j] != NULL; j++) {
            g_ptr_array_add(texts, (char *)(uintptr_t)cases[i].texts[j]);
        }
        enum dns_verdict verdict = judge(texts);
        if (verdict != cases[i].verdict) {
            g_test_message("case %zu: %s", i, cases[i].texts[0]);
        }
        g_assert_cmpint(verdict, ==, cases[i].verdict);
    }
}

static void test_spf(void)
{
    static const struct judged cases[] = {
        { { 0 }, DNS_NONE },
        { { "" }, DNS_NONE },
        { { "v=spf10 -all" }, DNS_NONE },
        { { " v=spf1 -all" }, DNS_NONE },
        { { "a site's proof", "v=DMARC1; p=none" }, DNS_NONE },
        { { "v=spf1 mx -all" }, DNS_GOOD },
        { { "V=SPF1  MX  -ALL " }, DNS_GOOD },
        { { "a site's proof", "v=spf1 mx ~all" }, DNS_GOOD },
        { { "v=spf1 ?all" }, DNS_GOOD },
        { { "v=spf1 a:b.example/24//64 ip4:192.0.2.1 ip6:2001:db8::/32 ptr -all" }, DNS_GOOD },
        { { "v=spf1 -include:a.example exists:%{i}.b.example exp=c.example -all" }, DNS_GOOD },
        { { "v=spf1 redirect=_spf.example.org" }, DNS_GOOD },
        { { "v=spf1 mx x-new=1 redirect=a.example" }, DNS_GOOD },
        { { "v=spf1 -all +all" }, DNS_GOOD },
        { { "v=spf1 mx -all", "v=spf1 a -all" }, DNS_SEVERAL },
        { { "v=spf1", "v=spf1", "v=spf1" }, DNS_SEVERAL },
        { { "v=spf1 mx +all" }, DNS_OPEN },
        { { "v=spf1 all" }, DNS_OPEN },
        { { "v=spf1 redirect=a.example +all" }, DNS_OPEN },
        { { "v=spf1 +all -all" }, DNS_OPEN },
        { { "v=spf1" }, DNS_ENDLESS },
        { { "v=spf1 " }, DNS_ENDLESS },
        { { "v=spf1 mx a" }, DNS_ENDLESS },
        { { "v=spf1 -redirect=a.example" }, DNS_ENDLESS },
        { { "v=spf1 ip:192.0.2.1 -all" }, DNS_BROKEN },
        { { "v=spf1 mx; -all" }, DNS_BROKEN },
        { { "v=spf1 mx -al" }, DNS_BROKEN },
        { { "v=spf1 \xff\x01 -all" }, DNS_BROKEN },
        { { "v=spf1 =x -all" }, DNS_BROKEN },
        { { "v=spf1 + -all" }, DNS_BROKEN },
    };
    judge_all(cases, G_N_ELEMENTS(cases), dns_judge_spf);
}

static void test_dkim(void)
{
    static const struct judged cases[] = {
        { { 0 }, DNS_NONE },
        { { "" }, DNS_NONE },
        { { ";;=;p" }, DNS_NONE },
        { { "v=DKIM1; k=rsa" }, DNS_NONE },
        { { "v=DKIM2; p=AAAA" }, DNS_NONE },
        { { "p=AAAA; v=DKIM1" }, DNS_NONE },
        { { "v=DKIM1; h=sha256; k=rsa; p=MIIB+/ ==" }, DNS_GOOD },
        { { "p=AAAA" }, DNS_GOOD },
        { { "v=DKIM1; p=AA AA\t;" }, DNS_GOOD },
        { { "v=DKIM1; p=" }, DNS_REVOKED },
        { { "v=DKIM1; p= ; k=rsa" }, DNS_REVOKED },
        { { "v=DKIM1; p=AA\" \"AA" }, DNS_BROKEN },
        { { "v=DKIM1; p=\xff" }, DNS_BROKEN },
        { { "v=DKIM1; p=AAAA", "v=DKIM1; p=BBBB" }, DNS_SEVERAL },
        { { "other", "v=DKIM1; p=AAAA" }, DNS_GOOD },
    };
    judge_all(cases, G_N_ELEMENTS(cases), dns_judge_dkim);
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
    g_autoptr(GPtrArray) texts = dns_texts(message->data, message->len);
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
    for (int i = 0; i < DNS_TEXTS_MAX + 5; i++) {
        add(message, DNS_TXT, "\1z", 2);
    }
    g_autoptr(GPtrArray) texts = dns_texts(message->data, message->len);
    g_assert_cmpuint(texts->len, ==, DNS_TEXTS_MAX);
    g_assert_cmpuint(strlen(texts->pdata[0]), ==, DNS_TEXT_MAX);
    g_assert_cmpint(dns_judge_spf(texts), ==, DNS_NONE);
    g_assert_cmpint(dns_judge_dkim(texts), ==, DNS_NONE);
}

/* Reads what can be read of these bytes, and nothing behind them. */
static enum dns_verdict read_any(const GByteArray *message, size_t length)
{
    g_autofree unsigned char *bytes = g_memdup2(message->data, length);
    g_autoptr(GPtrArray) texts = dns_texts(bytes, length);
    g_assert_cmpuint(texts->len, <=, 2);
    g_autoptr(GPtrArray) servers = dns_values(bytes, length, DNS_MX);
    g_assert_cmpuint(servers->len, <=, DNS_TEXTS_MAX);
    return dns_judge_mx(bytes, length);
}

static void test_broken(void)
{
    g_autoptr(GByteArray) message = message_new();
    add(message, DNS_TXT, "\5v=spf\0061 -all", 13);
    add(message, DNS_MX, "\0\12\1m", 5);
    for (size_t i = 0; i <= message->len; i++) {
        g_assert_cmpint(read_any(message, i), ==, i < message->len ? DNS_NONE : DNS_GOOD);
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

static void test_mx(void)
{
    static const struct {
        struct {
            const char *data;
            guint length;
        } records[2];
        enum dns_verdict verdict;
    } cases[] = {
        { { { "\0\12\1m", 5 } }, DNS_GOOD },
        { { { "\0\0", 3 } }, DNS_REFUSED },
        { { { "\0\0", 3 }, { "\0\12\1m", 5 } }, DNS_GOOD },
        { { { "\0\12\1m", 5 }, { "\0\0", 3 } }, DNS_GOOD },
        { { { "\0", 2 } }, DNS_NONE }, /* without a name */
        { { { "", 0 } }, DNS_NONE },
        { { { NULL, 0 } }, DNS_NONE },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) message = message_new();
        add(message, DNS_A, "\300\0\2\1", 4);
        for (int j = 0; j < 2 && cases[i].records[j].data != NULL; j++) {
            add(message, DNS_MX, cases[i].records[j].data, cases[i].records[j].length);
        }
        g_assert_cmpint(dns_judge_mx(message->data, message->len), ==, cases[i].verdict);
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
    g_autofree char *servers = named(message, DNS_MX);
    g_autofree char *four = named(message, DNS_A), *six = named(message, DNS_AAAA);
    g_assert_true(g_str_has_prefix(servers, "a."));
    g_assert_true(g_str_has_suffix(servers, ",last.test"));
    g_assert_cmpstr(four, ==, "192.0.2.1");
    g_assert_cmpstr(six, ==, "2001:db8::1");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/dns-records/reserved", test_reserved);
    g_test_add_func("/dns-records/spf", test_spf);
    g_test_add_func("/dns-records/dkim", test_dkim);
    g_test_add_func("/dns-records/texts", test_texts);
    g_test_add_func("/dns-records/huge", test_huge);
    g_test_add_func("/dns-records/broken", test_broken);
    g_test_add_func("/dns-records/mx", test_mx);
    g_test_add_func("/dns-records/values", test_values);
    return g_test_run();
}
