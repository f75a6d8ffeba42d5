/* Whose mail it is: From as it ought to be, and as the world writes it. */
#include <glib.h>
#include <string.h>

#include "parse/mime.h"

static struct message *parse(const char *mail)
{
    return mime_parse(mail, strlen(mail), false, NULL, NULL);
}

static void check_from(const char *fields, const char *expected)
{
    g_autofree char *mail = g_strconcat(fields, "\n\ne4-e5\n", NULL);
    g_autoptr(Message) message = parse(mail);
    g_test_message("%s", fields);
    g_assert_cmpstr(message->from, ==, expected);
}

static void test_from(void)
{
    check_from("From: ann@example.org", "ann@example.org");
    check_from("FROM : <Ann@Example.org>", "Ann@Example.org");
    check_from("From: Ann Lee <ann@example.org>", "ann@example.org");
    check_from("From: \"Lee, Ann (bob@example.net)\" <ann@example.org>", "ann@example.org");
    check_from("From: ann@example.org (Ann, bob@example.net)", "ann@example.org");
    check_from("From: <ann@example.org> (Ann)", "ann@example.org");
    check_from("From: ann(Ann)@(here)example.org", "ann@example.org");
    check_from("From: ann @ example.org", "ann@example.org");
    check_from("From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>", "joerg@example.org");
    check_from("From:\n Ann\n <ann@example.org>", "ann@example.org");
    check_from("From:\r\n ann@example.org\r\n\t(Ann)", "ann@example.org");
    check_from("From: ann@example.org\r\r\nX: y", "ann@example.org");
    check_from("From: \"\\\"\" <ann@example.org>", "ann@example.org");
    check_from("From ann@example.org Sat Nov 21 12:20:00 2026\nFrom: bob@example.org",
               "bob@example.org");
}

/* What no standard allows, and what can still mean one mailbox only. */
static void test_from_tolerated(void)
{
    static const char *const fields[] = {
        "From: ann@example.org <ann@example.org>",
        "From: Ann@Example.ORG <ann@example.org>",
        "From: \"ann@example.org\" <ann@example.org>",
        "From: 'ann@example.org' <ann@example.org>",
        "From: 'ann@example.org'",
        "From: \u201cann@example.org\u201d <ann@example.org>",
        "From: ann@example.org<ann@example.org>",
        "From: Ann @home <ann@example.org>",
        "From: @ann <ann@example.org>",
        "From: Ann @ home <ann@example.org>",
        "From: Ann [x] <ann@example.org>",
        "From: [Games] Ann <ann@example.org>",
        "From: Lee, Ann <ann@example.org>",
        "From: Lee; Ann <ann@example.org>",
        "From: Ann: Lee <ann@example.org>",
        "From: Ann \\ Lee <ann@example.org>",
        "From: Ann \"Annie\" Lee <ann@example.org>",
        "From: A. B. Lee <ann@example.org>",
        "From: Ann Lee ann@example.org",
        "From: ann@example.org Ann Lee",
        "From: =?utf-8?q?ann=40example=2Enet=2C?= <ann@example.org>",
        "From: =?utf-8?q?[a],_<b>:;?= <ann@example.org>",
        "From: =?utf-8?q?bob=40example=2Enet?= <ann@example.org>",
        "From: J\xf6rg <ann@example.org>",
        "From: J\u00f6rg\u00a0<ann@example.org>",
        "From: friends: ann@example.org;",
        "From: friends: Ann <ann@example.org>",
        "From: ann@example.org;",
        "From: ann@example.org,",
        "From: , ann@example.org, ,",
        "From: Ann <ann@example.org",
        "From: Ann ann@example.org>",
        "From: <<ann@example.org>>",
        "From: < ann@example.org >",
        "From: <ann@example.org.>",
        "From: <@relay.example.org:ann@example.org>",
        "From: <@relay.example.org,@other.example.org:ann@example.org>",
        "From: \"ann\"@example.org",
        "From: Ann <\"ann\"@example.org>",
        "From: <mailto:ann@example.org>",
        "From: mailto:ann@example.org",
        "From: Ann <mailto:ann@example.org> (Ann)",
        "From: ann@example.org (Ann",
        "From: \"Ann <ann@example.org>",
        "From: Ann \"Lee <ann@example.org> (",
        "From: ann@example.org, Ann <ann@example.org>",
        "From: ann@example.org\nFrom: ann@example.org",
        "From: ann@example.org\nX-Mailer: x\nSubject: y\nfrom : Ann <ANN@example.org>",
        "From:\nFrom: ann@example.org",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++) {
        g_autofree char *mail = g_strconcat(fields[i], "\n\ne4-e5\n", NULL);
        g_autoptr(Message) message = parse(mail);
        g_test_message("%s", fields[i]);
        g_assert_nonnull(message->from);
        g_assert_cmpint(g_ascii_strcasecmp(message->from, "ann@example.org"), ==, 0);
        g_assert_cmpuint(g_strv_length(message->possible), ==, 0);
    }
}

/* A domain beyond ASCII comes in two forms, and is compared in one. */
static void test_from_domain(void)
{
    static const char expected[] = "ann@xn--bcher-kva.example";
    check_from("From: ann@b\u00fccher.example", expected);
    check_from("From: Ann <ann@B\u00dcCHER.example>", expected);
    check_from("From: Ann <ann@bu\u0308cher.example>", expected);
    check_from("From: ann@xn--bcher-kva.example", expected);
    check_from("From: Ann <ann@xn--bcher-kva.example>", expected);
    check_from("From: ann@b\u00fccher.example <ann@xn--bcher-kva.example>", expected);
    check_from("From: ann@b\xfc"
               "cher.example",
               expected);
    check_from("From: <ann@XN--BCHER-KVA.Example>", "ann@XN--BCHER-KVA.Example");
    /* Another domain, which is not sold for it. */
    check_from("From: ann@stra\u00dfe.example", "ann@xn--strae-oqa.example");
}

/* `possible`: whom it could mean, in order. */
static void check_from_unclear(const char *fields, const char *possible)
{
    g_autofree char *mail = g_strconcat(fields, "\n\ne4-e5\n", NULL);
    g_autoptr(Message) message = parse(mail);
    g_autofree char *joined = g_strjoinv(" ", message->possible);
    g_test_message("%s", fields);
    g_assert_cmpstr(message->from, ==, NULL);
    g_assert_cmpstr(joined, ==, possible);
    g_assert_null(message->automatic);
}

static void test_from_unclear(void)
{
    static const char both[] = "ann@example.org bob@example.org";
    check_from_unclear("To: ann@example.org", "");
    check_from_unclear("From:", "");
    check_from_unclear("From: Ann", "");
    check_from_unclear("From: <>", "");
    check_from_unclear("From: ann@example.org, bob@example.org", both);
    check_from_unclear("From: ann@example.org bob@example.org", both);
    check_from_unclear("From: ann@example.org\nSubject: x\nfrom : bob@example.org", both);
    check_from_unclear("From: Ann: ann@example.org, bob@example.org;", both);
    check_from_unclear("From: ann@example.org <bob@example.org>", both);
    check_from_unclear("From: ann @example.org <bob@example.org>", both);
    check_from_unclear("From: ann@example.org[ <bob@example.org>", both);
    check_from_unclear("From: <ann@example.org> <bob@example.org>", both);
    check_from_unclear("From: ann@localhost, Bob <bob@example.org>",
                       "ann@localhost bob@example.org");
    check_from_unclear("From: <ann@example.org@bob.example.org>", "ann@example.org");
    check_from_unclear("From: <cat ann@example.org>", "ann@example.org");
    check_from_unclear("From: cat. ann@example.org", "ann@example.org");
    check_from_unclear("From: ann@example.org .com", "ann@example.org");
    check_from_unclear("From: ann@example.org (x) .com", "ann@example.org");
    check_from_unclear("From: ann@example.org. com", "ann@example.org");
    check_from_unclear("From: ann@example.org)(, bob@example.org", both);
    check_from_unclear("From: \"ann@example.org <bob@example.org>", both);
    check_from_unclear("From: ann@example.org (<bob@example.org>", both);
    check_from_unclear("From: \\\"ann@example.org\\\" <bob@example.org>", both);
    check_from_unclear("From: =?utf-8?q?ann=40example=2Eorg?=", "ann@example.org");
    check_from_unclear("From: =?utf-8?q?=3Cann=40example=2Eorg=3E?= <bob>", "ann@example.org");
    check_from_unclear("From: (ann@example.org)", "ann@example.org");
    check_from_unclear("From: \"ann@example.org\"", "ann@example.org");
    check_from_unclear("From: \"ann@example.org\"@example.net", "ann@example.org");
    check_from_unclear("From: ann@example.org\u200b", "");
    check_from_unclear("From: ann@example\u200d.org", "");
    check_from_unclear("From:\nSender: ann@example.org\nReply-To: Bob <bob@example.org>", both);
    check_from_unclear("X-A: b\nReply-To: bob@example.org\nSender: ann@example.org", both);
    check_from_unclear("Reply-To: ann@example.org, Ann <ANN@example.org>", "ann@example.org");
    check_from_unclear("no field\nFrom: ann@example.org", "");
    g_autoptr(GString) many = g_string_new("From: a0@example.org");
    for (int i = 1; i < 50; i++) {
        g_string_append_printf(many, ", a%d@example.org", i);
    }
    g_string_append(many, "\n\n");
    g_autoptr(Message) message = parse(many->str);
    g_assert_cmpuint(g_strv_length(message->possible), ==, 10);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    g_test_add_func("/author/from", test_from);
    g_test_add_func("/author/tolerated", test_from_tolerated);
    g_test_add_func("/author/domain", test_from_domain);
    g_test_add_func("/author/unclear", test_from_unclear);
    return g_test_run();
}
