/* Authentication-Results: what our own mail server says of a mail's sender, and
 * every way to make it say what it did not. */
#include "mail/verdict.h"

#include <string.h>

#include "parse/mime.h"

#define ID "mx.example.org"
#define AR "Authentication-Results: "

/* What a block of fields says of a mail from example.net. */
static enum sender_verdict read_block(const char *block)
{
    g_autoptr(Headers) headers = headers_read(block, strlen(block));
    g_assert_nonnull(headers);
    return verdict_read(headers, ID, "example.net");
}

static enum sender_verdict read_field(const char *value)
{
    g_autofree char *block = g_strconcat(AR, value, "\n\n", NULL);
    return read_block(block);
}

struct row {
    const char *value;
    enum sender_verdict verdict;
};

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        g_test_message("%s", rows[i].value);
        g_assert_cmpint(read_field(rows[i].value), ==, rows[i].verdict);
    }
}

/* ---- what servers write ---- */

static void test_forms(void)
{
    static const struct row rows[] = {
        { ID "; none", SENDER_UNKNOWN },
        { ID " 1; none", SENDER_UNKNOWN },
        { ID, SENDER_UNKNOWN },
        { ID ";", SENDER_UNKNOWN },
        { ID "; spf=pass smtp.mailfrom=example.net", SENDER_UNKNOWN },
        { ID "; auth=pass (cram-md5) smtp.auth=ann@example.net", SENDER_UNKNOWN },
        { ID "; dmarc=pass", SENDER_VOUCHED },
        { ID "; dmarc=pass header.from=example.net", SENDER_VOUCHED },
        { ID "; dmarc=pass header.from=Example.NET", SENDER_VOUCHED },
        { ID "; dmarc=pass header.from=ann@example.net", SENDER_VOUCHED },
        { ID "; dmarc=pass header.from=\"example.net\"", SENDER_VOUCHED },
        { "MX.Example.ORG; DMARC=Pass Header.From=example.net", SENDER_VOUCHED },
        { ID " 1; dmarc/1=pass header.from=example.net", SENDER_VOUCHED },
        { ID ";dmarc=pass(p=REJECT)header.from=example.net;", SENDER_VOUCHED },
        { ID "; dmarc = pass header . from = example.net", SENDER_VOUCHED },
        { ID "; dmarc=fail header.from=example.net", SENDER_DISOWNED },
        { ID "; dmarc=fail", SENDER_DISOWNED },
        { ID "; dmarc=none header.from=example.net", SENDER_UNKNOWN },
        { ID "; dmarc=bestguesspass header.from=example.net", SENDER_UNKNOWN },
        { ID "; dmarc=temperror", SENDER_UNKNOWN },
        { ID "; dmarc=passed", SENDER_UNKNOWN },
        { ID "; x-dmarc=pass", SENDER_UNKNOWN },
        { ID "; dmarc=pass header.from=example.com", SENDER_UNKNOWN },
        { ID "; dmarc=pass header.from=mail.example.net", SENDER_UNKNOWN },
        { ID "; dmarc=pass header.from=net", SENDER_UNKNOWN },
        { ID "; dmarc=pass header.from=", SENDER_UNKNOWN },
        { ID "; dkim=pass header.d=example.net", SENDER_VOUCHED },
        { ID "; dkim=pass reason=\"good; signature\" header.d=example.net", SENDER_VOUCHED },
        { ID "; dkim=pass header.i=@example.net", SENDER_UNKNOWN },
        { ID "; dkim=fail header.d=example.net", SENDER_UNKNOWN },
        { ID "; dkim=pass header.d=example.com", SENDER_UNKNOWN },
        { ID "; dkim=pass", SENDER_UNKNOWN },
        { ID "; dkim=fail header.d=example.net; dkim=pass header.d=example.net", SENDER_VOUCHED },
        { ID "; dkim=pass header.d=example.net; dmarc=none", SENDER_VOUCHED },
        { ID "; dkim=pass header.d=example.net; dmarc=fail", SENDER_DISOWNED },
    };
    check_rows(rows, G_N_ELEMENTS(rows));
}

/* After the examples in appendix B of RFC 8601, with names of our own, and
 * what servers in use write. */
static void test_real_ones(void)
{
    static const struct row rows[] = {
        { ID " 1; none", SENDER_UNKNOWN },
        { ID ";\n          spf=pass smtp.mailfrom=example.net", SENDER_UNKNOWN },
        { ID ";\n          auth=pass (cram-md5) smtp.auth=sender@example.net;\n"
             "          spf=pass smtp.mailfrom=example.net",
          SENDER_UNKNOWN },
        { ID ";\n  dkim=pass reason=\"good signature\"\n   header.i=@mail-router.example.com;\n"
             "  dkim=fail reason=\"bad signature\"\n   header.i=@newyork.example.net",
          SENDER_UNKNOWN },
        { "(it is (odd)) foo.example.net (foobar) 1 (baz);\n dkim (Because I like it) / 1 "
          "(One yay) = (wait for it) fail\n policy (A dot can go here) . (like that) expired\n"
          " (this surprised me) = (as I was not expecting it) 1362471462",
          SENDER_UNKNOWN },
        { ID ";\n       dkim=pass header.i=@example.net header.s=20230601 header.b=\"K+/3x=\";\n"
             "       spf=pass (" ID ": domain of ann@example.net designates 192.0.2.1 as\n"
             " permitted sender) smtp.mailfrom=ann@example.net;\n"
             "       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.net",
          SENDER_VOUCHED },
        { ID
          ";\n    dkim=pass (2048-bit rsa key sha256) header.d=example.net\n"
          "    header.i=@example.net header.b=a/b+c header.a=rsa-sha256 header.s=s x-bits=2048;\n"
          "    dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none\n"
          "    (p=none,d=none) policy.policy-from=p header.from=example.net;\n"
          "    iprev=pass policy.iprev=2001:db8::1 (mail.example.net);\n"
          "    x-ptr=pass smtp.helo=mail.example.net policy.ptr=mail.example.net",
          SENDER_VOUCHED },
        { ID ";\n\tdkim=none (message not signed) header.d=none;dmarc=none action=none\n"
             " header.from=example.net;",
          SENDER_UNKNOWN },
        { ID "; spf=none smtp.mailfrom=; dmarc=pass header.from=example.net", SENDER_VOUCHED },
    };
    check_rows(rows, G_N_ELEMENTS(rows));
}

static void test_alignment(void)
{
    static const struct {
        const char *domain, *signer;
        bool aligned;
    } rows[] = {
        { "example.net", "example.net", true },
        { "example.net", "EXAMPLE.NET", true },
        { "mail.example.net", "example.net", true },
        { "a.b.example.net", "example.net", true },
        { "example.net", "mail.example.net", false },
        { "notexample.net", "example.net", false },
        { "example.net", "ample.net", false },
        { "example.net", "net", false },
        { "example.net", ".net", false },
        { "example.net", ".example.net", false },
        { "example.net", "example.net.", false },
        { "example.net", "", false },
        { "example.net", "example.com", false },
        { "www.example.net", "mail.example.net", false },
        { "localhost", "localhost", true },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *block =
            g_strdup_printf(AR ID "; dkim=pass header.d=%s\n\n", rows[i].signer);
        g_autoptr(Headers) headers = headers_read(block, strlen(block));
        g_test_message("%s by %s", rows[i].domain, rows[i].signer);
        g_assert_cmpint(verdict_read(headers, ID, rows[i].domain), ==,
                        rows[i].aligned ? SENDER_VOUCHED : SENDER_UNKNOWN);
    }
}

/* ---- several fields ---- */

static void test_together(void)
{
    static const struct row blocks[] = {
        { AR ID "; dkim=pass header.d=example.net\n" AR ID "; spf=fail\n\n", SENDER_VOUCHED },
        { AR ID "; dkim=pass header.d=example.net\n" AR ID "; dmarc=fail\n\n", SENDER_DISOWNED },
        { AR ID "; dmarc=pass\n" AR ID "; dmarc=pass\n\n", SENDER_UNKNOWN },
        { AR ID "; dmarc=pass\n" AR ID "; dmarc=fail\n\n", SENDER_DISOWNED },
        { AR ID "; dmarc=pass; dmarc=pass\n\n", SENDER_UNKNOWN },
        { AR ID "; dmarc=pass\nSubject: dmarc\n" AR ID "; dmarc=none\n\n", SENDER_UNKNOWN },
        { AR ID "; dkim=pass header.d=example.net\n" AR ID
                "; dmarc=pass header.from=example.com\n\n",
          SENDER_UNKNOWN },
        { AR "mx.example.com; dmarc=fail\n" AR ID "; dmarc=pass\n\n", SENDER_VOUCHED },
        { AR "mx.example.com; dmarc=pass\n\n", SENDER_UNKNOWN },
        { "AUTHENTICATION-RESULTS: " ID "; dmarc=pass\n\n", SENDER_VOUCHED },
        { "ARC-" AR "i=1; " ID "; dmarc=pass\n\n", SENDER_UNKNOWN },
        { "X-" AR ID "; dmarc=pass\n\n", SENDER_UNKNOWN },
        { "Subject: x\n\n" AR ID "; dmarc=pass\n\n", SENDER_UNKNOWN },
        { "\n" AR ID "; dmarc=pass\n\n", SENDER_UNKNOWN },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        g_test_message("%s", blocks[i].value);
        g_assert_cmpint(read_block(blocks[i].value), ==, blocks[i].verdict);
    }
}

/* ---- forgeries and other malformed ones ---- */

/* Each names our server and says pass somewhere; none may help, alone or
 * beside a true one, and none hides a fail. */
static const char *const malformed[] = {
    "\"mx.example.org\"; dmarc=pass",
    "\"mx.ex\\ample.org\"; dmarc=pass",
    "(mx.example.com) " ID "; dmarc=pass",
    "() " ID "; dmarc=pass",
    ID " 2; dmarc=pass",
    ID "/1; dmarc=pass",
    ID " dmarc=pass",
    ID " example; dmarc=pass",
    ID "=; dmarc=pass",
    ID ", mx.example.com; dmarc=pass",
    ID "; dmarc=pass; none",
    ID "; none; dmarc=pass",
    ID "; dmarc/2=pass",
    ID "; dmarc=pass (",
    ID "; dmarc=pass )",
    ID "; dmarc=pass (a\\)",
    ID "; dmarc=pass header.from=example.net header.from=example.net",
    ID "; dmarc=pass header.from=exa(mple)mple.net",
    ID "; dmarc=pass header.from=\"example.net",
    ID "; dmarc=pass header.from=\"example.net\\",
    ID "; dmarc=pass header.from",
    ID "; dmarc=pass header.from example.net",
    ID "; dmarc=pass .from=example.net",
    ID "; dmarc=pass header.=example.net",
    ID "; dmarc=pass\"\" header.from=example.net",
    ID "; dmarc=\"pass\"",
    ID "; dmarc=",
    ID "; dmarc",
    ID "; =pass",
    ID "; dmarc=pass;;dkim=pass",
    ID "; dmarc=pass header.from=example.net\\",
    ID "; spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=example.net",
    ID "; dkim=pass header.d=example.net header.d=example.com",
    ID "; dmarc=pass \x01",
    ID "; dmarc=pass (\x7f)",
    ID "; dmarc=pass \xe2\x80\xa8header.from=example.net",
};

static void test_malformed(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(malformed); i++) {
        g_autofree char *beside =
            g_strconcat(AR ID "; dkim=pass header.d=example.net\n" AR, malformed[i], "\n\n", NULL);
        g_autofree char *hiding =
            g_strconcat(AR, malformed[i], "\n" AR ID "; dmarc=fail\n\n", NULL);
        g_test_message("%s", malformed[i]);
        g_assert_cmpint(read_field(malformed[i]), ==, SENDER_UNKNOWN);
        g_assert_cmpint(read_block(beside), ==, SENDER_UNKNOWN);
        g_assert_cmpint(read_block(hiding), !=, SENDER_VOUCHED);
    }
}

/* What a result holds in quotes, in a comment, or from another server is not
 * a result; nor is what merely looks like our id. */
static void test_not_ours(void)
{
    static const struct row rows[] = {
        { ID "; spf=pass (dmarc=pass; dmarc=pass) smtp.mailfrom=a", SENDER_UNKNOWN },
        { ID "; spf=pass reason=\"; dmarc=pass\" smtp.mailfrom=a", SENDER_UNKNOWN },
        { ID "; spf=pass smtp.mailfrom=\"; dmarc=pass\"@example.net", SENDER_UNKNOWN },
        { ID "; spf=pass smtp.mailfrom=dmarc=pass", SENDER_UNKNOWN },
        { ID "; spf=pass ((\\)) ; dmarc=pass) smtp.mailfrom=a", SENDER_UNKNOWN },
        { ID ".; dmarc=pass", SENDER_UNKNOWN },
        { ID ".example.com; dmarc=pass", SENDER_UNKNOWN },
        { "x" ID "; dmarc=pass", SENDER_UNKNOWN },
        { "example.org; dmarc=pass", SENDER_UNKNOWN },
        { "spf=pass; " ID "; dmarc=pass", SENDER_UNKNOWN },
        { "\"mx.example.org ; dmarc=pass", SENDER_UNKNOWN },
        { "(" ID "; dmarc=pass", SENDER_UNKNOWN },
        { "; dmarc=pass", SENDER_UNKNOWN },
        { "", SENDER_UNKNOWN },
        { "mx.example.or\xc4\xb7; dmarc=pass", SENDER_UNKNOWN },
    };
    check_rows(rows, G_N_ELEMENTS(rows));
}

static void test_folding(void)
{
    g_assert_cmpint(read_block(AR "\r\n " ID "\r\n\t;\r\n dmarc=pass\r\n\theader.from\r\n ="
                                  "\r\n example.net\r\n\r\n"),
                    ==, SENDER_VOUCHED);
    g_assert_cmpint(read_block(AR ID "; dmarc=pa\n ss\n\n"), ==, SENDER_UNKNOWN);
    g_assert_cmpint(read_block(AR ID "; dmarc=pa\rss\n\n"), ==, SENDER_UNKNOWN);
    g_assert_cmpint(read_block("Authentication-Results : " ID "; dmarc=pass\n\n"), ==,
                    SENDER_UNKNOWN);
    static const char with_nul[] = AR ID "; dmarc=pass header.from=example.net\0.example.com\n\n";
    g_autoptr(Headers) headers = headers_read(with_nul, sizeof(with_nul) - 1);
    g_assert_cmpint(verdict_read(headers, ID, "example.net"), ==, SENDER_UNKNOWN);
}

/* ---- limits ---- */

static GString *field_of(const char *each, int count)
{
    GString *field = g_string_new(ID);
    for (int i = 0; i < count; i++) {
        g_string_append(field, each);
    }
    return field;
}

static void test_limits(void)
{
    for (int over = 0; over <= 1; over++) {
        enum sender_verdict want = over ? SENDER_UNKNOWN : SENDER_VOUCHED;
        g_autoptr(GString) bytes = g_string_new(ID "; dmarc=pass (");
        while (bytes->len < (gsize)VERDICT_BYTES_MAX - 1 + (gsize)over) {
            g_string_append_c(bytes, 'x');
        }
        g_string_append_c(bytes, ')');
        g_assert_cmpint(read_field(bytes->str), ==, want);

        g_autoptr(GString) fields = g_string_new(NULL);
        for (int i = 0; i < VERDICT_FIELDS_MAX - 1 + over; i++) {
            g_string_append(fields, AR ID "; none\n");
        }
        g_string_append(fields, AR ID "; dmarc=pass\n\n");
        g_assert_cmpint(read_block(fields->str), ==, want);
    }
    /* As many as fit. */
    g_autoptr(GString) results = field_of("; spf=none", 700);
    g_string_append(results, "; dmarc=pass");
    g_assert_cmpint(read_field(results->str), ==, SENDER_VOUCHED);
    g_autoptr(GString) properties = field_of("; dmarc=pass", 1);
    for (int i = 0; i < 1000; i++) {
        g_string_append(properties, " a.b=c");
    }
    g_assert_cmpint(read_field(properties->str), ==, SENDER_VOUCHED);
    g_autofree char *open = g_strnfill(4000, '('), *closed = g_strnfill(4000, ')');
    g_autofree char *comment = g_strconcat(ID "; dmarc=pass ", open, closed, NULL);
    g_assert_cmpint(read_field(comment), ==, SENDER_VOUCHED);
    /* Fields of others are no matter. */
    g_autoptr(GString) others = g_string_new(NULL);
    for (int i = 0; i < 100; i++) {
        g_string_append(others, AR "mx.example.com; dmarc=fail\n");
    }
    g_string_append(others, AR ID "; dmarc=pass\n\n");
    g_assert_cmpint(read_block(others->str), ==, SENDER_VOUCHED);
}

/* ---- in a mail ---- */

static struct message *weighed(const char *mail)
{
    return mime_parse(mail, strlen(mail), false, NULL, ID);
}

static void check_mail(const char *mail, enum sender_verdict verdict)
{
    g_autoptr(Message) message = weighed(mail);
    g_test_message("%s", mail);
    g_assert_cmpint(message->verdict, ==, verdict);
}

#define PASS AR ID "; dmarc=pass header.from=example.net\n"
#define FROM "From: Ann <ann@Example.NET>\n"
#define DATE "Date: Tue, 14 Nov 2023 22:13:20 +0000\n"

static void test_mail(void)
{
    check_mail(PASS FROM DATE "\nx\n", SENDER_VOUCHED);
    check_mail("From ann Tue Nov 14\n" PASS FROM DATE "\nx\n", SENDER_VOUCHED);
    check_mail(PASS FROM "\nx\n", SENDER_UNKNOWN);
    check_mail(PASS FROM DATE DATE "\nx\n", SENDER_UNKNOWN);
    check_mail(PASS FROM FROM DATE "\nx\n", SENDER_UNKNOWN);
    check_mail(PASS "From: ann@example.net, bob@example.net\n" DATE "\nx\n", SENDER_UNKNOWN);
    check_mail(PASS "From: \"ann@example.net\" <bob@example.com>\n" DATE "\nx\n", SENDER_UNKNOWN);
    check_mail(PASS "From: -x@example.net\n" DATE "\nx\n", SENDER_UNKNOWN);
    check_mail(PASS DATE "\nx\n", SENDER_UNKNOWN);
    check_mail(FROM DATE "\n" PASS "\nx\n", SENDER_UNKNOWN);
    check_mail(AR ID "; dmarc=fail\n" FROM "\nx\n", SENDER_DISOWNED);
    check_mail("", SENDER_UNKNOWN);
}

/* A From that another reader could take for another's: what the mail server says may be of that
 * one. It may leave out which domain it means. */
static void test_uncertain(void)
{
    static const char *const certain[] = {
        "Ann <ann@example.net>",
        "ann@example.net <ann@example.net>",
        "ann@example.net <ann@EXAMPLE.net>",
        "Lee, Ann [x] <ann@example.net>",
        "friends: ann@example.net;",
        "\"eve@example.test\" <ann@example.net>",
        "ann@example.net (eve@example.test)",
        "\"Ann <ann@example.net>",
    };
    static const char *const uncertain[] = {
        "eve@localhost <ann@example.net>",
        "Eve @ example <ann@example.net>",
        "@eve <ann@example.net>",
        "<@example.test:ann@example.net>",
        "\"eve@example.test\", <ann@example.net>",
        "(eve@example.test), <ann@example.net>",
        "=?utf-8?q?eve=40example=2Etest?=, <ann@example.net>",
        "eve@example.test <ann@example.net>",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(certain); i++) {
        g_autofree char *mail =
            g_strconcat(AR ID "; dmarc=pass\nFrom: ", certain[i], "\n" DATE "\nx\n", NULL);
        check_mail(mail, SENDER_VOUCHED);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(uncertain); i++) {
        g_autofree char *mail =
            g_strconcat(AR ID "; dmarc=pass\nFrom: ", uncertain[i], "\n" DATE "\nx\n", NULL);
        check_mail(mail, SENDER_UNKNOWN);
    }
    check_mail(AR ID "; dmarc=fail\nFrom: @eve <ann@example.net>\n" DATE "\nx\n", SENDER_DISOWNED);
}

/* Mail servers write a domain in either form. */
static void test_unicode(void)
{
    static const char *const froms[] = { "ann@b\u00fccher.example", "ann@xn--bcher-kva.example" };
    static const char *const domains[] = { "b\u00fccher.example", "B\u00dcCHER.example",
                                           "xn--bcher-kva.example", "a@XN--bcher-KVA.example" };
    for (size_t i = 0; i < G_N_ELEMENTS(froms); i++) {
        for (size_t j = 0; j < G_N_ELEMENTS(domains); j++) {
            g_autofree char *mail = g_strconcat(AR ID "; dmarc=pass header.from=", domains[j],
                                                "\nFrom: ", froms[i], "\n" DATE "\nx\n", NULL);
            check_mail(mail, SENDER_VOUCHED);
        }
        g_autofree char *other =
            g_strconcat(AR ID "; dmarc=pass header.from=b\u00fccher.test\nFrom: ", froms[i],
                        "\n" DATE "\nx\n", NULL);
        check_mail(other, SENDER_UNKNOWN);
    }
    check_mail(AR ID
               "; dkim=pass header.d=b\u00fccher.example\nFrom: ann@a.b\u00fccher.example\n" DATE
               "\nx\n",
               SENDER_VOUCHED);
}

/* A mail that is vouched for is known again whatever its Message-ID, and its
 * Date is part of it. */
static void test_digest(void)
{
    g_autoptr(Message) first = weighed(PASS FROM DATE "Message-ID: <1@example.net>\n\nmove\n");
    g_autoptr(Message) copied = weighed(PASS FROM DATE "Message-ID: <2@example.net>\n\nmove\n");
    g_autoptr(Message) later = weighed(PASS FROM "Date: Wed, 15 Nov 2023 22:13:20 +0000\n"
                                                 "Message-ID: <1@example.net>\n\nmove\n");
    g_autoptr(Message) other = weighed(PASS FROM DATE "Message-ID: <1@example.net>\n\nundo\n");
    g_assert_cmpstr(first->digest, ==, copied->digest);
    g_assert_cmpstr(first->digest, !=, later->digest);
    g_assert_cmpstr(first->digest, !=, other->digest);
}

static void test_travel(void)
{
    g_autoptr(Message) message = weighed(PASS FROM DATE "\nx\n");
    g_autoptr(GVariant) variant = message_to_variant(message);
    g_autoptr(Message) copy = message_from_variant(variant);
    g_assert_cmpint(copy->verdict, ==, SENDER_VOUCHED);
    message->verdict = (enum sender_verdict)(SENDER_DISOWNED + 1);
    g_autoptr(GVariant) forged = message_to_variant(message);
    g_assert_null(message_from_variant(forged));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    g_test_add_func("/verdict/forms", test_forms);
    g_test_add_func("/verdict/real-ones", test_real_ones);
    g_test_add_func("/verdict/alignment", test_alignment);
    g_test_add_func("/verdict/together", test_together);
    g_test_add_func("/verdict/malformed", test_malformed);
    g_test_add_func("/verdict/not-ours", test_not_ours);
    g_test_add_func("/verdict/folding", test_folding);
    g_test_add_func("/verdict/limits", test_limits);
    g_test_add_func("/verdict/mail", test_mail);
    g_test_add_func("/verdict/uncertain", test_uncertain);
    g_test_add_func("/verdict/unicode", test_unicode);
    g_test_add_func("/verdict/digest", test_digest);
    g_test_add_func("/verdict/travel", test_travel);
    return g_test_run();
}
