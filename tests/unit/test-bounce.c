/* What comes back, in the manner of many mail servers, and what is none. */
#include <glib.h>
#include <string.h>

#include "mail/bounce.h"
#include "parse/mime.h"

#define FOLDER "tests/mail/corpus/bounces"

/* Every mail of the folder, and what is read out of it. */
static const struct {
    const char *name;
    enum bounce_kind kind;
    const char *status;
} notices[] = {
    { "postfix-unknown", BOUNCE_HARD, "5.1.1" },
    { "postfix-late", BOUNCE_DELAYED, "" },
    { "postfix-given-up", BOUNCE_SOFT, "4.4.1" },
    { "postfix-arrived", BOUNCE_NONE, "" },
    { "exim-unknown", BOUNCE_HARD, "5.1.1" },
    { "exim-full", BOUNCE_SOFT, "" },
    { "exim-retries", BOUNCE_HARD, "5.0.0" },
    { "exim-late", BOUNCE_DELAYED, "" },
    { "sendmail-unknown", BOUNCE_HARD, "5.1.1" },
    { "sendmail-late", BOUNCE_DELAYED, "" },
    { "office365-unknown", BOUNCE_HARD, "5.1.10" },
    { "exchange-full", BOUNCE_HARD, "5.2.2" },
    { "gmail-unknown", BOUNCE_HARD, "5.1.1" },
    { "gmail-late", BOUNCE_DELAYED, "" },
    { "courier-unknown", BOUNCE_HARD, "5.0.0" },
    { "opensmtpd-unknown", BOUNCE_HARD, "5.1.1" },
    { "dovecot-full", BOUNCE_HARD, "5.2.2" },
    { "qmail-unknown", BOUNCE_HARD, "5.1.1" },
    { "qmail-given-up", BOUNCE_SOFT, "4.4.1" },
    { "domino-unknown", BOUNCE_HARD, "5.1.1" },
    { "international", BOUNCE_HARD, "5.1.1" },
    { "encoded", BOUNCE_HARD, "5.4.14" },
    { "no-status", BOUNCE_SOFT, "" },
    { "several-recipients", BOUNCE_NONE, "" },
    { "late-and-failed", BOUNCE_DELAYED, "" },
    { "of-a-bounce", BOUNCE_DELAYED, "" },
    { "old-with-a-reply", BOUNCE_HARD, "" },
    { "old-without-any", BOUNCE_SOFT, "" },
    { "oof-null-sender", BOUNCE_NONE, "" },
    { "vacation-postmaster", BOUNCE_NONE, "" },
    { "vacation-plain", BOUNCE_NONE, "" },
    { "vacation-no-subject", BOUNCE_NONE, "" },
    { "read-receipt", BOUNCE_NONE, "" },
    { "complaint", BOUNCE_NONE, "" },
    { "gmail-unauthenticated", BOUNCE_HARD, "5.7.26" },
    { "refused-without-a-code", BOUNCE_HARD, "5.7.0" },
};

static void test_notice(gconstpointer data)
{
    gsize i = GPOINTER_TO_SIZE(data);
    g_autofree char *file = g_strdup_printf(FOLDER "/%s.eml", notices[i].name);
    g_autofree char *mail = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(file, &mail, &length, NULL));
    g_autoptr(Message) message = mime_parse(mail, length, false, NULL, NULL);
    g_assert_cmpint(message->bounce.kind, ==, notices[i].kind);
    g_assert_cmpstr(message->bounce.status, ==, notices[i].status);
    /* As it travels. */
    g_autoptr(GVariant) variant = message_to_variant(message);
    g_autoptr(Message) copy = message_from_variant(variant);
    g_assert_cmpint(copy->bounce.kind, ==, notices[i].kind);
    g_assert_cmpstr(copy->bounce.status, ==, notices[i].status);
}

static void test_all_are_listed(void)
{
    g_autoptr(GDir) folder = g_dir_open(FOLDER, 0, NULL);
    g_assert_nonnull(folder);
    guint files = 0;
    while (g_dir_read_name(folder) != NULL) {
        files++;
    }
    g_assert_cmpuint(files, ==, G_N_ELEMENTS(notices));
}

static void test_policy(void)
{
    static const char *const policies[] = { "5.7.26", "5.7.0", "4.7.1" };
    static const char *const others[] = { "", "5.1.1", "4.2.2", "5.0.0", "5.17.1", "2.7.0" };
    for (size_t i = 0; i < G_N_ELEMENTS(policies); i++) {
        g_assert_true(bounce_is_policy(policies[i]));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
        g_assert_false(bounce_is_policy(others[i]));
    }
}

static struct bounce of_report(const char *report)
{
    return bounce_of_report(report, strlen(report));
}

static void check(struct bounce bounce, enum bounce_kind kind, const char *status)
{
    g_assert_cmpint(bounce.kind, ==, kind);
    g_assert_cmpstr(bounce.status, ==, status);
}

static void test_reports(void)
{
    check(of_report(""), BOUNCE_NONE, "");
    check(of_report("Status: 5.1.1\n"), BOUNCE_NONE, "");
    check(of_report("Action: cheerful\nStatus: 5.1.1\n"), BOUNCE_NONE, "");
    check(of_report("Action: failed\nStatus: 5.1.1\n"), BOUNCE_HARD, "5.1.1");
    check(of_report("action:FAILED\nstatus:5.1.1"), BOUNCE_HARD, "5.1.1");
    check(of_report("Action: failedly\nStatus: 5.1.1\n"), BOUNCE_NONE, "");
    check(of_report("Action: failed\nStatus: 2.1.1\n"), BOUNCE_SOFT, "");
    check(of_report("Action: failed\nStatus: 5.1.1111\n"), BOUNCE_SOFT, "");
    check(of_report("Action: failed\nStatus: 5.1.1.1\n"), BOUNCE_SOFT, "");
    check(of_report("Action: failed\nStatus: 5.123.123\n"), BOUNCE_HARD, "5.123.123");
    check(of_report("Action: failed\nStatus: 5\n"), BOUNCE_SOFT, "");
    check(of_report("Action: failed\nDiagnostic-Code: smtp; 550 5.7.1 no\n"), BOUNCE_HARD, "5.7.1");
    check(of_report("Action: failed\nDiagnostic-Code: smtp; 550-No such\n"), BOUNCE_HARD, "");
    check(of_report("Action: failed\nDiagnostic-Code: smtp; 421 later\n"), BOUNCE_SOFT, "");
    check(of_report("Action: failed\nStatus: 4.4.7\nDiagnostic-Code: smtp; 550 5.1.1\n"),
          BOUNCE_SOFT, "4.4.7");
    check(of_report("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 452 4.2.2 full\n"),
          BOUNCE_SOFT, "4.2.2");
    /* A line that is no field, and blank lines without number. */
    check(of_report("nonsense\n\n\n\r\n\r\nAction: failed\nStatus: 5.1.1\nnonsense\n"), BOUNCE_HARD,
          "5.1.1");
}

/* What would be read beyond a limit is not. */
static void test_limits(void)
{
    g_autoptr(GString) report = g_string_new(NULL);
    for (int i = 0; i < BOUNCE_GROUPS_MAX; i++) {
        g_string_append(report, "X: y\n\n");
    }
    g_string_append(report, "Action: failed\nStatus: 5.1.1\n");
    check(of_report(report->str), BOUNCE_NONE, "");
    check(of_report(report->str + strlen("X: y\n\n")), BOUNCE_HARD, "5.1.1");
    g_string_truncate(report, 0);
    while (report->len < BOUNCE_REPORT_MAX) {
        g_string_append(report, "\n");
    }
    g_string_append(report, "Action: failed\nStatus: 5.1.1\n");
    check(of_report(report->str), BOUNCE_NONE, "");
    g_string_truncate(report, 0);
    for (int i = 0; i < BOUNCE_LINES_MAX; i++) {
        g_string_append(report, "x\n");
    }
    g_string_append(report, "550 5.1.1\n");
    check(bounce_of_text("", report->str), BOUNCE_SOFT, "");
    check(bounce_of_text("", report->str + 2), BOUNCE_HARD, "5.1.1");
    g_autofree char *long_line = g_strnfill(BOUNCE_TEXT_MAX, ' ');
    g_autofree char *text = g_strconcat(long_line, "5.1.1", NULL);
    check(bounce_of_text("", text), BOUNCE_SOFT, "");
    check(bounce_of_text("", text + 5), BOUNCE_HARD, "5.1.1");
}

static void test_words(void)
{
    check(bounce_of_text("", ""), BOUNCE_SOFT, "");
    check(bounce_of_text("", "host 5.1.1.1 said no"), BOUNCE_SOFT, "");
    check(bounce_of_text("", "host 10.5.1.1 said no"), BOUNCE_SOFT, "");
    check(bounce_of_text("", "version 4.96.1"), BOUNCE_SOFT, "");
    check(bounce_of_text("", "5.1.1a"), BOUNCE_SOFT, "");
    check(bounce_of_text("", "2.0.0 ok\n(5.1.1)"), BOUNCE_HARD, "5.1.1");
    check(bounce_of_text("", "<<< 450 wait\n<<< 5.2.1 never"), BOUNCE_HARD, "5.2.1");
    check(bounce_of_text("", "said: 550"), BOUNCE_HARD, "");
    check(bounce_of_text("", "x550 y 5500 550x 1-550-2 999 "), BOUNCE_SOFT, "");
    check(bounce_of_text("Mail delayed", "550 5.1.1"), BOUNCE_DELAYED, "");
    check(bounce_of_text("", "550 5.1.1\nYou do not need to resend it"), BOUNCE_DELAYED, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    for (gsize i = 0; i < G_N_ELEMENTS(notices); i++) {
        g_autofree char *path = g_strdup_printf("/bounce/notice/%s", notices[i].name);
        g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_notice);
    }
    g_test_add_func("/bounce/policy", test_policy);
    g_test_add_func("/bounce/all-are-listed", test_all_are_listed);
    g_test_add_func("/bounce/reports", test_reports);
    g_test_add_func("/bounce/limits", test_limits);
    g_test_add_func("/bounce/words", test_words);
    return g_test_run();
}
