/* What mailbox servers say in lines, and when a mail arrived. */
#include "transport/replies.h"

#include <string.h>

#include "transport/stamp.h"

/* ---- dates ---- */

static void check_stamp(const char *text, gint64 expected)
{
    gint64 seconds = -1;
    g_test_message("%s", text);
    g_assert_true(stamp_read(text, strlen(text), &seconds));
    g_assert_cmpint(seconds, ==, expected);
}

static void test_stamps(void)
{
    check_stamp("Sat, 21 Nov 2026 11:20:00 +0000", 1795260000);
    check_stamp("21 Nov 2026 11:20 GMT", 1795260000);
    check_stamp("  sat , 21 nov 2026 11:20:00 +0000" + 7, 1795260000);
    check_stamp("\r\n\tSat,  21  Nov  2026  12:50:00  +0130 (IST)", 1795260000);
    check_stamp("Fri, 20 Nov 2026 23:20:00 -1200", 1795260000);
    check_stamp("21-Nov-2026 11:20:00 +0000\")", 1795260000);
    check_stamp(" 1-Nov-2026 00:00:00 +0000", 1793491200);
    check_stamp("1 Jan 70 00:00:00 +0000", 0);
    check_stamp("1 Jan 26 00:00:00 +0000", 1767225600);
    check_stamp("1 Jan 2026 00:00:00 +9999", 1767225600);
    check_stamp("31 Dec 2016 23:59:60 +0000", 1483228799);
}

static void test_no_stamps(void)
{
    static const char *const none[] = {
        "",
        "Sat,",
        "21",
        "21 Nov",
        "21 Nov 2026",
        "21 Nov 2026 11",
        "21 Nov 2026 11:",
        "21 Nov 2026 11:20:",
        "21 Nov 2026 24:20:00",
        "21 Nov 2026 11:60:00",
        "31 Feb 2026 11:20:00",
        "0 Nov 2026 11:20:00",
        "121 Nov 2026 11:20:00",
        "21 Nov 20260 11:20:00",
        "21 Nox 2026 11:20:00",
        "31 Dec 1969 23:59:59 +0000",
        "1 Jan 1970 00:00:00 +0100",
        "31 Dec 9999 23:59:59 -1200",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(none); i++) {
        gint64 seconds;
        g_test_message("%s", none[i]);
        g_assert_false(stamp_read(none[i], strlen(none[i]), &seconds));
    }
}

static void check_mail(const char *mail, gint64 expected)
{
    g_test_message("%s", mail);
    g_assert_cmpint(stamp_of_mail(mail, strlen(mail)), ==, expected);
}

static void test_received(void)
{
    static const char date[] = "21 Nov 2026 11:20:00 +0000";
    g_autofree char *folded = g_strdup_printf(
        "Return-Path: <>\r\nRECEIVED: from a; by b\r\n\t(c);\r\n %s\r\nReceived: x; 1 Jan 2026 "
        "00:00:00 +0000\r\n\r\n",
        date);
    check_mail(folded, 1795260000);
    g_autofree char *body = g_strdup_printf("From: a\n\nReceived: x; %s\n", date);
    check_mail(body, 0);
    g_autofree char *second = g_strdup_printf("Received: x; now\nReceived: y; %s\n\n", date);
    check_mail(second, 0);
    g_autofree char *other =
        g_strdup_printf("X-Received: x; %s\nReceived-By: x; %s\n\n", date, date);
    check_mail(other, 0);
    check_mail("", 0);
    check_mail("Received: 21 Nov 2026 11:20:00", 0);
    check_mail("Received:", 0);
    check_mail(" Received: x; 21 Nov 2026 11:20:00 +0000", 0);
}

/* ---- IMAP ---- */

static struct replies_folder folder_of(const char *reply)
{
    struct replies_folder folder;
    replies_folder(reply, strlen(reply), &folder);
    return folder;
}

static void test_folder(void)
{
    struct replies_folder folder =
        folder_of("* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] kept\r\n"
                  "* 12 EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 1700000000] valid\r\n");
    g_assert_cmpuint(folder.exists, ==, 12);
    g_assert_cmpuint(folder.uid_validity, ==, 1700000000);
    g_assert_true(folder.keywords);

    folder = folder_of("* ok [permanentflags (\\Seen $postmovedone)]\n* 3 exists\n");
    g_assert_true(folder.keywords);
    g_assert_cmpuint(folder.exists, ==, 3);
    g_assert_cmpuint(folder.uid_validity, ==, 0);

    folder = folder_of("* FLAGS (\\*)\r\n* OK [PERMANENTFLAGS (\\Seen)] \\*\r\n"
                       "* 99999999999 EXISTS\r\n* OK [UIDVALIDITY 4294967296]\r\n"
                       "1 EXISTS\r\n* EXISTS\r\n* 4294967295 EXISTS");
    g_assert_false(folder.keywords);
    g_assert_cmpuint(folder.exists, ==, REPLIES_MAILS_MAX);
    g_assert_cmpuint(folder.uid_validity, ==, 0);
}

static void check_search(const char *reply, guint most, const char *expected)
{
    g_autoptr(GArray) uids = g_array_new(FALSE, FALSE, sizeof(guint32));
    replies_search(reply, strlen(reply), most, uids);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < uids->len; i++) {
        g_string_append_printf(text, "%s%u", i > 0 ? " " : "", g_array_index(uids, guint32, i));
    }
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_search(void)
{
    check_search("* SEARCH 1 2 4294967295\r\n", 10, "1 2 4294967295");
    check_search("* 5 EXISTS\r\n* search 7\r\n* SEARCH 8\r\n", 10, "7 8");
    check_search("* SEARCH\r\n", 10, "");
    check_search("* SEARCH 1 2 3 4", 2, "1 2");
    check_search("* SEARCH 0 1 -2 3", 10, "1");
    check_search("* SEARCH 1 4294967296 3", 10, "1");
    check_search("* SEARCH 1 two 3\r\nSEARCH 4\r\n* OK SEARCH 5\r\n", 10, "1");
}

static void test_dates(void)
{
    static const char reply[] =
        "* 1 FETCH (UID 7 INTERNALDATE \"21-Nov-2026 11:20:00 +0000\")\r\n"
        "* 2 FETCH (INTERNALDATE \" 1-Nov-2026 00:00:00 +0000\" FLAGS (\\Seen) UID 8)\r\n"
        "* 3 FETCH (UID 9 FLAGS ())\r\n"
        "* 4 FETCH (UID 10 INTERNALDATE \"yesterday\")\r\n"
        "* 5 FETCH (UID 0 INTERNALDATE \"21-Nov-2026 11:20:00 +0000\")\r\n"
        "* FETCH (UID 11 INTERNALDATE \"21-Nov-2026 11:20:00 +0000\")\r\n";
    g_autoptr(GHashTable) dates = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    replies_dates(reply, strlen(reply), dates);
    g_assert_cmpuint(g_hash_table_size(dates), ==, 2);
    const gint64 *seven = g_hash_table_lookup(dates, GUINT_TO_POINTER(7));
    const gint64 *eight = g_hash_table_lookup(dates, GUINT_TO_POINTER(8));
    g_assert_cmpint(*seven, ==, 1795260000);
    g_assert_cmpint(*eight, ==, 1793491200);
}

/* ---- POP3 ---- */

static void check_list(const char *reply, bool with_uidl, const char *expected)
{
    g_autoptr(GArray) mails = g_array_new(FALSE, FALSE, sizeof(struct replies_mail));
    replies_list(reply, strlen(reply), with_uidl, mails);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < mails->len; i++) {
        const struct replies_mail *mail = &g_array_index(mails, struct replies_mail, i);
        g_string_append_printf(text, "%s%u:%s", i > 0 ? " " : "", mail->number, mail->uidl);
    }
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_list(void)
{
    check_list("1 abc\r\n2 de~\r\n", true, "1:abc 2:de~");
    check_list("1 120\r\n2 3\r\n", false, "1: 2:");
    check_list("1 abc", true, "1:abc");
    check_list("0 a\r\nx b\r\n3\r\n 4 d\r\n4294967296 e\r\n", true, "");
    check_list("5 \r\n6 \x7f\r\n", true, "5: 6:");
    g_autofree char *just = g_strnfill(REPLIES_UIDL_MAX, 'x');
    g_autofree char *reply = g_strdup_printf("1 %s\r\n2 %sx\r\n", just, just);
    g_autofree char *expected = g_strdup_printf("1:%s 2:", just);
    check_list(reply, true, expected);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/stamp/dates", test_stamps);
    g_test_add_func("/stamp/none", test_no_stamps);
    g_test_add_func("/stamp/received", test_received);
    g_test_add_func("/replies/folder", test_folder);
    g_test_add_func("/replies/search", test_search);
    g_test_add_func("/replies/dates", test_dates);
    g_test_add_func("/replies/list", test_list);
    return g_test_run();
}
