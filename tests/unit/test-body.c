/* The text of a mail, found in its tree of parts, and parts that only programs write. */
#include <glib.h>
#include <string.h>

#include "parse/mime.h"

static struct message *parse(const char *mail)
{
    return mime_parse(mail, strlen(mail), false, NULL, NULL);
}

static void check_text(const char *mail, const char *expected)
{
    g_autoptr(Message) message = parse(mail);
    g_test_message("%s", mail);
    g_assert_cmpstr(message->text, ==, expected);
}

#define MIXED "Content-Type: multipart/mixed; boundary=x\n\n"
#define PLAIN "--x\nContent-Type: text/plain\n\n"
#define HTML "--x\nContent-Type: text/html\n\n"

static void test_text(void)
{
    check_text("\ne4-e5", "e4-e5");
    check_text("To: a@b\r\n\r\ne4-e5\r\nd5\rc5\n", "e4-e5\nd5\nc5\n");
    check_text("", "");
    check_text("\n", "");
    check_text("To: a@b", "");
    check_text("Content-Type: text/plain; charset=us-ascii\n\nm\xc3\xa9 e4\n", "m\u00e9 e4\n");
    check_text("\nesc\x1b[1m\xc2\x85"
               "next\u2028line\u2029\n",
               "esc\ufffd[1m\ufffdnext\nline\n\n");
    check_text("\n> a\u2028b\nc\u2028> d\u2028\u2029e\n | \u2029f\n\u200b\uff1e\u2028g",
               "> a b\nc\n> d  e\n |  f\n\u200b\uff1e g");
    check_text("Content-Type: text/plain; format=Flowed; delsp=YES\n\na- \nb\n", "a-b\n");
    check_text("Content-Type: text/plain; delsp=yes\n\na- \nb\n", "a- \nb\n");
    check_text("Content-Transfer-Encoding: base64\n\nZTQtZTU=\n", "e4-e5");
    check_text("Content-Transfer-Encoding: quoted-printable\n\ne4=2De5=\n!\n", "e4-e5!\n");
    check_text("Content-Type: application/pdf\n\ne4-e5\n", "");
    check_text("Content-Type: message/rfc822\n\nTo: a@b\n\ne4-e5\n", "");
}

static void test_parts(void)
{
    check_text(MIXED PLAIN "one\n" PLAIN "two\n--x--\n", "one");
    check_text(MIXED PLAIN " \n\n" PLAIN "two\n--x--\n", "two");
    check_text(MIXED PLAIN "\n" HTML "<p>two</p>\n--x--\n", "two\n");
    check_text(MIXED HTML "<p>one</p>\n" PLAIN "a list's footer\n--x--\n", "one\n");
    check_text(MIXED PLAIN "one\n", "one\n");
    check_text(MIXED "--x\nContent-Disposition: attachment\n\none\n" PLAIN "two\n--x--\n", "two");
    check_text(MIXED "--x\nContent-Disposition: inline; filename=a\n\none\n" PLAIN "two\n--x--\n",
               "two");
    check_text(MIXED "--x\nContent-Type: message/rfc822\n\nTo: a@b\n\none\n" PLAIN "two\n--x--\n",
               "two");
    check_text("Content-Type: multipart/alternative; boundary=x\n\n" HTML "<p>a</p>\n" PLAIN
               "b\n--x--\n",
               "b");
    check_text("Content-Type: multipart/alternative; boundary=x\n\n" PLAIN " \n" HTML
               "<p>a</p>\n--x--\n",
               "a\n");
    check_text("Content-Type: multipart/alternative; boundary=x\n\n--x\n"
               "Content-Type: multipart/related; boundary=y\n\n--y\nContent-Type: text/html\n\n"
               "<p>a</p>\n--y--\n" PLAIN "b\n--x--\n",
               "b");
}

/* A part with a name is the text only where it comes first and nothing else can be. */
static void test_named(void)
{
    static const char named[] = "--x\nContent-Type: text/plain; name=a.txt\n\nnamed\n";
    static const char inline_file[] = "--x\nContent-Disposition: inline; filename=a\n\nnamed\n";
    static const char attached[] = "--x\nContent-Disposition: attachment\n\nattached\n";
    const char *const parts[] = { named, inline_file };
    check_text("Content-Type: text/plain; name=a.txt\n\nnamed\n", "named\n");
    check_text("Content-Disposition: attachment; filename=a.txt\n\nnamed\n", "");
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        const char *part = parts[i];
        const struct {
            const char *before, *behind, *text;
        } rows[] = {
            { "", "", "named" },
            { "", "--x\nContent-Type: image/png; name=b.png\n\nz\n", "named" },
            { "--x\nContent-Type: image/png; name=b.png\n\nz\n", "", "named" },
            { attached, "", "named" },
            { "", attached, "named" },
            { "", PLAIN "two\n", "two" },
            { "", HTML "<p>two</p>\n", "two\n" },
            { "", PLAIN " \n", "named" },
            { PLAIN "one\n", "", "one" },
            { PLAIN " \n", "", "" },
            { HTML "<p></p>\n", "", "" },
        };
        for (size_t row = 0; row < G_N_ELEMENTS(rows); row++) {
            g_autofree char *mail =
                g_strconcat(MIXED, rows[row].before, part, rows[row].behind, "--x--\n", NULL);
            check_text(mail, rows[row].text);
        }
    }
    check_text("Content-Type: multipart/alternative; boundary=x\n\n"
               "--x\nContent-Type: text/plain; name=a.txt\n\nnamed\n"
               "--x\nContent-Type: text/html; name=a.html\n\n<p>other</p>\n--x--\n",
               "named");
}

/* Types that are not whole, and others that are plain text. */
static void test_types(void)
{
    check_text("Content-Type: text\n\none\n", "one\n");
    check_text("Content-Type: text; charset=utf-8\n\none\n", "one\n");
    check_text("Content-Type: text/\n\none\n", "one\n");
    check_text("Content-Type:\n\none\n", "one\n");
    check_text("Content-Type: TEXT/Plain; charset=nonsense\n\none\n", "one\n");
    check_text("Content-Type: text/markdown\n\none\n", "one\n");
    check_text("Content-Type: text/calendar\n\none\n", "");
    check_text("Content-Type: text/x-amp-html\n\none\n", "");
    check_text("Content-Type: application/octet-stream\n\none\n", "");
}

static void check_machine(const char *mail, const char *expected)
{
    g_autoptr(Message) message = parse(mail);
    g_test_message("%s", mail);
    g_assert_cmpstr(message->automatic, ==, expected);
    g_assert_cmpint(message->bounce.kind, ==, BOUNCE_NONE);
}

/* Parts that only programs write, wherever they stand but in another mail. */
static void test_machines(void)
{
    check_machine("Content-Type: text/calendar; method=REPLY\n\n", "calendar");
    check_machine("Content-Type: text/calendar; method=\"counter\"\n\n", "calendar");
    check_machine("Content-Type: text/calendar\n\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n", "calendar");
    check_machine("Content-Type: text/calendar\n\nMETHOD:REPLY", "calendar");
    check_machine("Content-Type: text/calendar; method=REQUEST\n\nMETHOD:REPLY\n", NULL);
    check_machine("Content-Type: text/calendar\n\nX-METHOD:REPLY\nMETHOD:REQUEST\n", NULL);
    check_machine("Content-Type: text/calendar\nContent-Disposition: attachment\n\nMETHOD:REPLY\n",
                  NULL);
    check_machine("Content-Type: text/plain\n\nMETHOD:REPLY\n", NULL);
    check_machine(MIXED PLAIN "one\n--x\nContent-Type: text/calendar; method=REPLY\n"
                              "Content-Disposition: attachment\n\n--x--\n",
                  "calendar");
    check_machine(MIXED PLAIN "one\n--x\nContent-Type: message/disposition-notification\n\n"
                              "Disposition: x\n--x--\n",
                  "receipt");
    check_machine("From: postmaster@example.org\n" MIXED PLAIN "5.1.1 unknown\n--x\nContent-Type: "
                  "message/feedback-report\n\nFeedback-Type: abuse\n--x--\n",
                  "abuse");
    check_machine("Content-Type: multipart/report; boundary=x\n\n" PLAIN "one\n--x\nContent-Type: "
                  "message/feedback-report\n\nFeedback-Type: abuse\n--x--\n",
                  "abuse");
    check_machine("X-Feedback-Type: abuse\n\none\n", "abuse");
    check_machine("Feedback-ID: 1:2:3\n\none\n", NULL);
    check_machine(MIXED PLAIN
                  "one\n--x\nContent-Type: message/rfc822\n\nContent-Type: text/calendar; "
                  "method=REPLY\n\n--x--\n",
                  NULL);
    check_machine("Subject: Read: [postmove] Halma 1: ann - bob\n\n", "subject");
    check_machine("Subject: Gelesen: [postmove] Halma 1: ann - bob\n\n", "subject");
    check_machine("Subject: read: my move\n\n", NULL);
    check_machine("Subject: Recall: [postmove] Halma 1: ann - bob\n\n", NULL);
}

/* What could be read in two ways is not read. */
static void test_ambiguous(void)
{
    check_text("Content-Type: text/plain\nContent-Type: text/html\n\n<p>e4\n", "");
    check_text("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\ne4-e5\n", "");
}

/* What is left of a mail in parts whose boundary never comes is read. */
static void test_lost_boundary(void)
{
    static const char alternative[] = "Content-Type: multipart/alternative; boundary=y\n\n";
    check_text(MIXED "no part at all\n", "no part at all\n");
    g_autofree char *both =
        g_strconcat(alternative, PLAIN "one\n" HTML "<p>two</p>\n--x--\n", NULL);
    g_autofree char *html = g_strconcat(alternative, "\n\n" HTML "<p>two</p>\n--x--\n", NULL);
    check_text(both, "one");
    check_text(html, "two\n");
    check_text(MIXED "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n"
                     "\ne4=2De5\n",
               "e4-e5\n");
    check_text("Content-Type: multipart/mixed\n\ne4-e5\n", "e4-e5\n");
    check_text(MIXED "one\n--y\ntwo\n", "one\n--y\ntwo\n");
    check_text(MIXED, "");
}

/* Text that asks for a program that shows HTML is read if there is nothing else. */
static void test_apology(void)
{
    check_text(MIXED PLAIN "Please view this mail in HTML.\n" HTML "<p>two</p>\n--x--\n", "two\n");
    check_text(MIXED PLAIN "set html=off\n--x--\n", "set html=off");
    check_text(MIXED PLAIN "set html=off\n" HTML "<p> </p>\n--x--\n", "set html=off");
}

/* What a gateway writes around base64 stays; the rest is decoded. */
static void test_patched_base64(void)
{
#define BASE64 "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
    check_text(BASE64 "ZTQtZTUK\nZDUK\n", "e4-e5\nd5\n");
    check_text(BASE64 "CAUTION: This came from outside.\n\nZTQtZTUK\nZDUK\n",
               "CAUTION: This came from outside.\n\ne4-e5\nd5\n\n");
    check_text(BASE64 "ZTQtZTUK\r\n\r\nNo virus found.\r\n", "e4-e5\n\nNo virus found.\n\n");
    check_text(BASE64 "Z\nT\nQ\nt\nZ\nT\nU\nK\nA line more.\n", "e4-e5\nA line more.\n\n");
    check_text(BASE64 "This was never encoded.\n", "This was never encoded.\n\n");
}

static char *nested(int depth)
{
    GString *mail = g_string_new(NULL);
    for (int i = 0; i < depth; i++) {
        g_string_append_printf(mail, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i,
                               i);
    }
    g_string_append(mail, "\ne4-e5\n");
    return g_string_free(mail, FALSE);
}

static void test_depth(void)
{
    g_autofree char *deepest = nested(20), *deeper = nested(21);
    check_text(deepest, "e4-e5\n");
    check_text(deeper, "");
}

static void check_part_number(int parts, const char *expected)
{
    g_autoptr(GString) mail = g_string_new(MIXED);
    for (int i = 1; i < parts; i++) {
        g_string_append(mail, "--x\nContent-Type: image/png\n\n\n");
    }
    g_string_append(mail, PLAIN "e4-e5\n--x--\n");
    check_text(mail->str, expected);
}

static void test_part_count(void)
{
    /* The multipart itself is one. */
    check_part_number(99, "e4-e5");
    check_part_number(100, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    g_test_add_func("/body/text", test_text);
    g_test_add_func("/body/parts", test_parts);
    g_test_add_func("/body/named", test_named);
    g_test_add_func("/body/types", test_types);
    g_test_add_func("/body/machines", test_machines);
    g_test_add_func("/body/ambiguous", test_ambiguous);
    g_test_add_func("/body/lost-boundary", test_lost_boundary);
    g_test_add_func("/body/apology", test_apology);
    g_test_add_func("/body/patched-base64", test_patched_base64);
    g_test_add_func("/body/depth", test_depth);
    g_test_add_func("/body/part-count", test_part_count);
    return g_test_run();
}
