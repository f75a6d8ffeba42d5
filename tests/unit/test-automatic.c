/* Mail that no person wrote. */
#include <glib.h>
#include <string.h>

#include "mail/automatic.h"
#include "mail/charset.h"

static const char *reason(const char *fields, const char *sender, const char *from,
                          const char *subject)
{
    g_autoptr(Headers) headers = headers_read(fields, strlen(fields));
    g_assert_nonnull(headers);
    return automatic_reason(headers, sender, from, subject);
}

static void check(const char *fields, const char *expected)
{
    g_test_message("%s", fields);
    g_assert_cmpstr(reason(fields, "ann@example.org", "ann@example.org", "your move"), ==,
                    expected);
}

static void test_headers(void)
{
    check("Auto-Submitted: auto-replied\n", "auto-submitted");
    check("auto-submitted: AUTO-GENERATED; type=x\n", "auto-submitted");
    check("Auto-Submitted:\n auto-notified\n", "auto-submitted");
    check("Auto-Submitted: nothing\n", "auto-submitted");
    check("Auto-Submitted : no-really\n", "auto-submitted");
    check("Return-Path: <>\n", "bounce");
    check("X-Failed-Recipients: bob@example.org\n", "bounce");
    check("Content-Type: multipart/report; report-type=delivery-status\n", "report");
    check("Content-Type: Multipart/Report\n", "report");
    check("Content-Type: message/delivery-status\n", "report");
    check("Precedence: bulk\n", "precedence");
    check("Precedence: Junk\n", "precedence");
    check("Precedence: list\n", "precedence");
    check("Precedence: auto_reply\n", "autoreply");
    check("List-Id: <games.example.org>\n", "list");
    check("List-Unsubscribe: <mailto:x@example.org>\n", "list");
    check("X-BeenThere: games@example.org\n", "list");
    check("X-Autoreply: yes\n", "autoreply");
    check("X-Autorespond: vacation\n", "autoreply");
    check("X-Auto-Reply-From: ann@example.org\n", "autoreply");
    check("X-Postmove-Loop: turns.example.org\n", "loop");
    check("x-postmove-loop:\n", "loop");
    check("X-Precedence: bulk\n", "precedence");
    check("X-FC-MachineGenerated: true\n", "autoreply");
    check("X-POST-MessageClass: 9; Autoresponder\n", "autoreply");
    check("Delivered-To: Autoresponder\n", "autoreply");
    check("X-MS-Exchange-Inbox-Rules-Loop: ann@example.org\n", "autoreply");
    check("X-Cron-Env: <SHELL=/bin/sh>\n", "autoreply");
}

static void test_person(void)
{
    check("From: ann@example.org\nTo: turns@example.org\n", NULL);
    check("Auto-Submitted: no\n", NULL);
    check("Auto-Submitted: No (a person)\n", NULL);
    check("Precedence: first-class\n", NULL);
    check("Precedence: normal\n", NULL);
    check("Return-Path: <ann@example.org>\n", NULL);
    check("Content-Type: multipart/reporting\n", NULL);
    check("Content-Type: multipart/mixed; x=\"multipart/report\"\n", NULL);
    check("X-Autoreply: no\n", NULL);
    /* No value says nothing. */
    check("Auto-Submitted:\n", NULL);
    check("Auto-Submitted: \n \n", NULL);
    check("X-Autoreply:\n", NULL);
    check("Subject: List-Id: x\n", NULL);
    /* It asks others not to answer; Outlook puts it into what people write. */
    check("X-Auto-Response-Suppress: DR, OOF, AutoReply\n", NULL);
    /* After the headers there are none. */
    check("To: turns@example.org\n\nAuto-Submitted: auto-replied\n", NULL);
}

/* What a person's mail may bear, too; a strong sign beside a weak one counts. */
static void test_weak(void)
{
    static const char *const weak[] = { "precedence", "list", "sender", "guess" };
    static const char *const strong[] = { "auto-submitted", "bounce",  "report",
                                          "autoreply",      "receipt", "calendar",
                                          "loop",           "abuse",   "subject" };
    for (size_t i = 0; i < G_N_ELEMENTS(weak); i++) {
        g_assert_true(automatic_is_weak(weak[i]));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(strong); i++) {
        g_assert_false(automatic_is_weak(strong[i]));
    }
    check("Precedence: bulk\nX-Autoreply: yes\n", "autoreply");
    check("List-Id: <games.example.org>\nAuto-Submitted: auto-replied\n", "auto-submitted");
    check("Precedence: list\nX-MS-Exchange-Inbox-Rules-Loop: a@example.org\n", "autoreply");
}

static void check_senders(const char *const *addresses, const char *expected)
{
    for (; *addresses != NULL; addresses++) {
        g_test_message("%s", *addresses);
        g_assert_cmpstr(reason("", NULL, *addresses, ""), ==, expected);
        g_assert_cmpstr(reason("", *addresses, "ann@example.org", ""), ==, expected);
    }
}

static void test_senders(void)
{
    static const char *const robots[] = { "MAILER-DAEMON@example.org",
                                          "mailer-daemon",
                                          "postmaster@example.org",
                                          "no-reply@example.org",
                                          "noreply@example.org",
                                          "NoReply@example.org",
                                          "no_reply@example.org",
                                          "donotreply@example.org",
                                          "do-not-reply@example.org",
                                          "owner-games@example.org",
                                          "games-owner@example.org",
                                          "games-request@example.org",
                                          "games-bounces@example.org",
                                          "bounces+12-ab@example.org",
                                          "shop-noreply@example.org",
                                          "games-bounces+ann=example.org@example.org",
                                          NULL };
    static const char *const people[] = { "ann@example.org",
                                          "owner@example.org",
                                          "request@example.org",
                                          "postmasters@example.org",
                                          "daemons@example.org",
                                          "norepl@example.org",
                                          "bouncer@example.org",
                                          "ann@noreply.example.org",
                                          "ann@mailer-daemon.example.org",
                                          NULL };
    check_senders(robots, "sender");
    check_senders(people, NULL);
    g_assert_cmpstr(reason("", "", "ann@example.org", ""), ==, "bounce");
    g_assert_cmpstr(reason("", "<>", "ann@example.org", ""), ==, "bounce");
    g_assert_null(reason("", NULL, NULL, ""));
    /* As forwarders and signers write them into the envelope. */
    static const char *const envelopes[] = {
        "prvs=1234abcdef=no-reply@example.org",
        "SRS0=abcd=7Z=example.net=mailer-daemon@example.org",
        "SRS1=ab=example.com==cd=7Z=example.net=no-reply@x.org", NULL
    };
    for (const char *const *envelope = envelopes; *envelope != NULL; envelope++) {
        g_assert_cmpstr(reason("", *envelope, "ann@example.org", ""), ==, "sender");
    }
    g_assert_null(reason("", "SRS0=abcd=7Z=example.net=ann@example.org", "ann@example.net", ""));
}

static void test_subjects(void)
{
    static const char *const automatic[] = {
        "Out of Office: [postmove] 117",
        "Vacation: [postmove] 117",
        "Automatic reply: [postmove] 117: ann - bob",
        "AUTO: Ann is away",
        "Abwesenheitsnotiz: 117",
        "Automatische Antwort: 117",
        "R\u00e9ponse automatique : 117",
        "Re\u0301ponse automatique : 117",
        "R\u00c9PONSE AUTOMATIQUE",
        "Respuesta autom\u00e1tica: 117",
        "Automatisch antwoord: 117",
        "Autosvar: 117",
        "\u81ea\u52d5\u5fdc\u7b54: 117",
        "Undelivered Mail Returned to Sender",
        "Delivery Status Notification (Failure)",
    };
    static const char *const written[] = {
        "Re: [postmove] 117: ann - bob", "move 117 e4-e5",  "automatic move?", "Automobile", "",
        "I am out of office next week",  "vacation: 1 Dec",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(automatic); i++) {
        g_test_message("%s", automatic[i]);
        bool of_ours = strstr(automatic[i], "[postmove]") != NULL;
        g_assert_cmpstr(reason("", NULL, NULL, automatic[i]), ==, of_ours ? "subject" : "guess");
    }
    for (size_t i = 0; i < G_N_ELEMENTS(written); i++) {
        g_test_message("%s", written[i]);
        g_assert_null(reason("", NULL, NULL, written[i]));
    }
}

static void test_echo(void)
{
    static const char marker[] = "=== postmove: please write above this line ===";
    g_autofree char *letter = g_strconcat("\n \n", marker, "\n\nHello.\n", NULL);
    g_autofree char *answer = g_strconcat("e4-e5\n", letter, NULL);
    g_assert_true(automatic_is_echo(
        "[postmove] 117",
        "=== bob played a6-c6; your move. Please write above this line ===\n\nHi\n"));
    g_autofree char *quoted = g_strconcat("> ", marker, "\n", NULL);
    g_assert_true(automatic_is_echo("[postmove] 117", letter));
    g_assert_false(automatic_is_echo("Re: [postmove] 117", letter));
    g_assert_false(automatic_is_echo("[postmove] 117", answer));
    g_assert_false(automatic_is_echo("[postmove] 117", quoted));
    g_assert_false(automatic_is_echo("[postmove] 117", ""));
}

static void test_failure_notices(void)
{
    static const struct {
        const char *fields, *from, *subject;
        bool is;
    } mails[] = {
        { "", "MAILER-DAEMON@example.org", "x", true },
        { "", "MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org", "x", true },
        { "", "ann@example.org", "Undeliverable: x", true },
        { "X-Failed-Recipients: ann@example.org\n", "ann@example.org", "x", true },
        { "Auto-Submitted: auto-replied\n", "postmaster@example.org", "x", true },
        { "Content-Type: multipart/report; report-type=delivery-status\n", "postmaster@b.org", "x",
          true },
        { "Content-Type: multipart/report; report-type=disposition-notification\n",
          "postmaster@example.org", "x", false },
        { "", "ann@example.org", "x", false },
        { "", "no-reply@example.org", "x", false },
        { "", NULL, "", false },
        { "", "postmaster@example.org", "Out of office", false },
        { "X-Autoreply: yes\n", "postmaster@example.org", "x", false },
        { "Auto-Submitted: auto-replied\nX-Autorespond: x\n", "postmaster@example.org", "x",
          false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(mails); i++) {
        g_test_message("%s %s", mails[i].fields, mails[i].subject);
        g_autoptr(Headers) headers = headers_read(mails[i].fields, strlen(mails[i].fields));
        g_assert_cmpint(automatic_is_failure_notice(headers, mails[i].from, mails[i].subject), ==,
                        mails[i].is);
    }
}

/* The header block itself, which all of this stands on. */
static void test_header_block(void)
{
    static const char mail[] = "From: a\r\nSUBJECT : one\r\n two\r\n\tthree\r\nfrom:b\nEmpty:\n"
                               "no field\nTo: c\n\nbody";
    g_autoptr(Headers) headers = headers_read(mail, strlen(mail));
    g_assert_cmpuint(headers->fields->len, ==, 4);
    g_assert_cmpuint(headers_count(headers, "From"), ==, 2);
    g_assert_cmpstr(headers_first(headers, "FROM"), ==, "a");
    g_assert_null(headers_only(headers, "From"));
    g_assert_cmpstr(headers_only(headers, "Subject"), ==, "one two\tthree");
    g_assert_cmpstr(headers_only(headers, "Empty"), ==, "");
    g_assert_null(headers_first(headers, "To"));
    g_assert_cmpstr(mail + headers->length, ==, "no field\nTo: c\n\nbody");
}

static void test_header_limit(void)
{
    g_autoptr(GString) mail = g_string_new(NULL);
    for (int i = 0; i < HEADERS_FIELDS_MAX; i++) {
        g_string_append(mail, "A: b\n");
    }
    g_autoptr(Headers) fits = headers_read(mail->str, mail->len);
    g_assert_true(fits->whole);
    g_string_append(mail, "A: b\n\n");
    g_autoptr(Headers) too_many = headers_read(mail->str, mail->len);
    g_assert_false(too_many->whole);
    g_assert_cmpuint(too_many->fields->len, ==, HEADERS_FIELDS_MAX);
    g_assert_cmpstr(mail->str + too_many->length, ==, "A: b\n\n");
}

/* However long a field is, all of it is kept. */
static void test_header_value(void)
{
    g_autofree char *value = g_strnfill(200 * 1024, 'a');
    g_autofree char *mail = g_strconcat("A: ", value, "\nB: c\n\nbody", NULL);
    g_autoptr(Headers) headers = headers_read(mail, strlen(mail));
    g_assert_true(headers->whole);
    g_assert_cmpstr(headers_only(headers, "A"), ==, value);
    g_assert_cmpstr(headers_only(headers, "B"), ==, "c");
    g_assert_cmpstr(mail + headers->length, ==, "body");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    charset_init();
    g_test_add_func("/automatic/headers", test_headers);
    g_test_add_func("/automatic/person", test_person);
    g_test_add_func("/automatic/weak", test_weak);
    g_test_add_func("/automatic/senders", test_senders);
    g_test_add_func("/automatic/subjects", test_subjects);
    g_test_add_func("/automatic/echo", test_echo);
    g_test_add_func("/automatic/failure-notices", test_failure_notices);
    g_test_add_func("/automatic/header-block", test_header_block);
    g_test_add_func("/automatic/header-limit", test_header_limit);
    g_test_add_func("/automatic/header-value", test_header_value);
    return g_test_run();
}
