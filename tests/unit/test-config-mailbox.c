/* The groups [mailbox NAME] of the configuration. */
#include "base/config_file.h"

#include <string.h>

#include "base/config.h"
#include "base/error.h"
#include "tests/unit/configs.h"

#define SERVER                                                                                     \
    "[server]\n"                                                                                   \
    "address = turns@example.org\n"                                                                \
    "operator = ann@example.net\n"                                                                 \
    "database = postmove.db\n"                                                                     \
    "spool = /var/spool/postmove\n"
#define LOGIN "user = turns\nsecret = file:hush\n"

static const struct mailbox *mailbox_at(const struct config *config, guint i)
{
    g_assert_cmpuint(config->mailboxes->len, >, i);
    return config->mailboxes->pdata[i];
}

static void test_none(void)
{
    g_autoptr(Config) config = parse_good(SERVER);
    g_assert_cmpuint(config->mailboxes->len, ==, 0);
}

static void test_maildir(void)
{
    g_autoptr(Config) config = parse_good(SERVER "[mailbox one]\nsource = maildir:../box\n"
                                                 "[mailbox Two_2-b]\nsource = maildir:/box\n"
                                                 "done = delete\n"
                                                 "[mailbox 3]\nsource = maildir:/b\ndone = seen\n");
    const struct mailbox *one = mailbox_at(config, 0), *two = mailbox_at(config, 1);
    g_assert_cmpstr(one->name, ==, "one");
    g_assert_cmpint(one->kind, ==, MAILBOX_MAILDIR);
    g_assert_cmpstr(one->folder, ==, "/etc/box");
    g_assert_null(one->service);
    g_assert_cmpint(one->done, ==, MAILBOX_MARK);
    g_assert_cmpstr(two->name, ==, "Two_2-b");
    g_assert_cmpint(two->done, ==, MAILBOX_DELETE);
    g_assert_cmpint(mailbox_at(config, 2)->done, ==, MAILBOX_MARK);
    g_assert_cmpuint(config->mailboxes->len, ==, 3);
}

static void test_imap(void)
{
    g_autoptr(Config) config = parse_good(
        SERVER "[mailbox a]\nsource = imaps://mx.example.org\n" LOGIN
               "[mailbox b]\nsource = IMAP://mx.example.org:1143/Ga%6des/A%20b\ndone = keyword\n"
               "auth = bearer\n" LOGIN
               "[mailbox c]\nsource = imaps://mx.example.org/INBOX\ndone = move:Old mail\n" LOGIN
               "[mailbox d]\nsource = imaps://mx.example.org/\ndone = delete\n" LOGIN);
    const struct mailbox *a = mailbox_at(config, 0), *b = mailbox_at(config, 1);
    const struct mailbox *c = mailbox_at(config, 2), *d = mailbox_at(config, 3);
    g_assert_cmpint(a->kind, ==, MAILBOX_IMAP);
    g_assert_cmpstr(a->folder, ==, "INBOX");
    g_assert_cmpint(a->done, ==, MAILBOX_MARK);
    g_assert_cmpstr(a->done_folder, ==, "postmove-done");
    g_assert_cmpstr(a->service->secret_file, ==, "/etc/postmove/hush");
    g_assert_cmpstr(b->folder, ==, "Games/A b");
    g_assert_cmpint(b->service->port, ==, 1143);
    g_assert_true(b->service->bearer);
    g_assert_cmpint(b->done, ==, MAILBOX_MARK);
    g_assert_null(b->done_folder);
    g_assert_cmpint(c->done, ==, MAILBOX_MOVE);
    g_assert_cmpstr(c->done_folder, ==, "Old mail");
    g_assert_cmpstr(d->folder, ==, "INBOX");
    g_assert_cmpint(d->done, ==, MAILBOX_DELETE);
}

static void test_pop3(void)
{
    g_autoptr(Config) config =
        parse_good(SERVER "[mailbox a]\nsource = pop3s://mx.example.org\n" LOGIN
                          "[mailbox b]\nsource = pop3://mx.example.org/\ndone = delete\n" LOGIN);
    for (guint i = 0; i < 2; i++) {
        g_assert_cmpint(mailbox_at(config, i)->kind, ==, MAILBOX_POP3);
        g_assert_cmpint(mailbox_at(config, i)->done, ==, MAILBOX_DELETE);
        g_assert_null(mailbox_at(config, i)->folder);
    }
}

#define BOX SERVER "[mailbox a]\n"
#define IMAP BOX "source = imaps://mx.example.org\n" LOGIN
#define POP3 BOX "source = pop3s://mx.example.org\n" LOGIN

/* Text, and how the message begins and what it must say. */
static const struct fault {
    const char *text, *place, *words;
} faults[] = {
    { BOX, "p.conf:6: ", "[mailbox a] needs a value for source" },
    { BOX "done = seen\n", "p.conf:6: ", "needs a value for source" },
    { BOX "source = Maildir\n", "p.conf:7: ", "write maildir:PATH" },
    { BOX "source = maildir:\n", "p.conf:7: ", "needs a path" },
    { BOX "source = maildir:x\nuser = ann\n", "p.conf:8: ", "only where source names a server" },
    { BOX "source = maildir:x\ndone = keyword\n", "p.conf:8: ", "done: write seen or delete" },
    { BOX "source = maildir:x\ndone = move:y\n", "p.conf:8: ", "done: write seen or delete" },
    { BOX "source = maildir:x\nfolder = y\n", "p.conf:8: ", "has no key \"folder\"" },
    { BOX "source = imaps://mx.example.org\n", "p.conf:6: ", "whose mailbox is it?" },
    { BOX "source = imaps://u:hush@mx.example.org\n", "p.conf:7: ", "no user or password" },
    { BOX "source = imap4://mx.example.org\n" LOGIN, "p.conf:7: ", "must begin with" },
    { BOX "source = imaps:mx.example.org\n" LOGIN, "p.conf:7: ", "must begin with" },
    { BOX "source = imaps://mx/%0d%0aX\n" LOGIN, "p.conf:7: ", "write the folder" },
    { BOX "source = imaps://mx/%zz\n" LOGIN, "p.conf:7: ", "write the folder" },
    { BOX "source = imaps://mx/%00\n" LOGIN, "p.conf:7: ", "write the folder" },
    { BOX "source = imaps://mx/%c3%a9\n" LOGIN, "p.conf:7: ", "write the folder" },
    { BOX "source = pop3s://mx/INBOX\n" LOGIN, "p.conf:7: ", "POP3 knows no folders" },
    { IMAP "done = seen\n", "p.conf:10: ", "done: write keyword, move:FOLDER or delete" },
    { IMAP "done = move:\n", "p.conf:10: ", "write move:FOLDER" },
    { IMAP "done = move:caf\303\251\n", "p.conf:10: ", "write move:FOLDER" },
    { IMAP "done = move:INBOX\n", "p.conf:10: ", "another folder" },
    { IMAP "done = move:inbox\n", "p.conf:10: ", "another folder" },
    { IMAP "tls = never\n", "p.conf:10: ", "nothing but TLS" },
    { POP3 "done = keyword\n", "p.conf:10: ", "done: write delete" },
    { BOX "source = maildir:x\n[send]\n[mailbox a]\nsource = maildir:y\n",
      "p.conf:9: ", "[mailbox a] stands here a second time" },
    { BOX "source = maildir:x\n# [mailbox b]\n[mailbox b]\nsource = maildir:y\n  [mailbox b]\n",
      "p.conf:11: ", "[mailbox b] stands here a second time" },
    { SERVER "[mailbox ]\nsource = maildir:x\n", "p.conf:6: ", "a mailbox's name is" },
    { SERVER "[mailbox a.b]\nsource = maildir:x\n", "p.conf:6: ", "a mailbox's name is" },
    { SERVER "[mailbox a b]\nsource = maildir:x\n", "p.conf:6: ", "a mailbox's name is" },
    { SERVER "[mailbox abcdefghijabcdefghijabcdefghijabcdefghijk]\nsource = maildir:x\n",
      "p.conf:6: ", "a mailbox's name is" },
};

static void test_faults(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(parse(faults[i].text, &error));
        g_assert_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE);
        g_test_message("%s", error->message);
        g_assert_true(g_str_has_prefix(error->message, "/etc/postmove/"));
        g_assert_true(g_str_has_prefix(error->message + strlen("/etc/postmove/"), faults[i].place));
        g_assert_nonnull(strstr(error->message, faults[i].words));
        g_assert_null(strstr(error->message, "hush"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/config/mailbox/none", test_none);
    g_test_add_func("/config/mailbox/maildir", test_maildir);
    g_test_add_func("/config/mailbox/imap", test_imap);
    g_test_add_func("/config/mailbox/pop3", test_pop3);
    g_test_add_func("/config/mailbox/faults", test_faults);
    return g_test_run();
}
